// What all fuzz targets share: bad input is answered by InputError and nothing else; what is read
// is written back to a text that reads the same.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"

#define FUZZ_CHECK(condition)       \
  do {                              \
    if (!(condition)) std::abort(); \
  } while (false)

namespace gioul {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace gioul
