#include "engine/error.h"

#include <algorithm>

#include "engine/utf8.h"

namespace gioul {

namespace {

// The length of the printable character at the start of `text`, 0 if there is none. U+0080 to
// U+009F are control characters too, which some terminals obey as they do escape sequences.
std::size_t printable_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 0;
  const std::size_t length = utf8_length(text);
  return length == 2 && byte(0) == 0xC2 && byte(1) < 0xA0 ? 0 : length;
}

}  // namespace

std::string one_line(std::string_view message) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string line;
  while (!message.empty()) {
    const std::size_t length = printable_length(message);
    if (length > 0) {
      line += message.substr(0, length);
    } else {
      const auto byte = static_cast<unsigned char>(message[0]);
      line += "\\x";
      line += kHex[byte >> 4];
      line += kHex[byte & 15];
    }
    message.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return line;
}

}  // namespace gioul
