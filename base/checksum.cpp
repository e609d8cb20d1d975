#include "base/checksum.h"

#include <zlib.h>

namespace gioul {

std::uint32_t crc32(std::string_view bytes, std::uint32_t crc) {
  if (bytes.empty()) return crc;  // crc32_z() with a null pointer would return its start value
  const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
  return static_cast<std::uint32_t>(::crc32_z(crc, begin, bytes.size()));
}

}  // namespace gioul
