#include "base/checksum.h"

#include <zlib.h>

namespace gioul {

std::uint32_t crc32(std::string_view bytes, std::uint32_t crc) {
  if (bytes.empty()) return crc;  // zlib takes a null pointer for a question after its start
  const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
  return static_cast<std::uint32_t>(::crc32_z(crc, begin, bytes.size()));
}

}  // namespace gioul
