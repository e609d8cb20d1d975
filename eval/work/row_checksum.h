// The checksum of a row that other programs read too: SQLite would notice no bit of it that has
// changed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/checksum.h"

namespace gioul {

/// CRC-32 of values as SQLite shows them, a comma after each: "3,NULL,a name,".
class RowChecksum {
 public:
  RowChecksum& add(std::string_view value) {
    crc_ = crc32(",", crc32(value, crc_));
    return *this;
  }
  RowChecksum& add(std::int64_t value) { return add(std::to_string(value)); }

  std::int64_t value() const { return crc_; }

 private:
  std::uint32_t crc_ = 0;
};

}  // namespace gioul
