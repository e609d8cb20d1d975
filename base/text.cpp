#include "base/text.h"

#include <algorithm>

namespace gioul {

std::size_t first_utf8_char_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first < 0xE0   ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, and values above U+10FFFF.
  if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) >= 0xA0) ||
      (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) >= 0x90)) {
    return 0;
  }
  return length;
}

namespace {

// Returns the length in bytes of the printable character at the start of `text`, or 0. U+0080 to
// U+009F are control characters, which some terminals interpret like escape sequences.
std::size_t printable_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 0;
  const std::size_t length = first_utf8_char_length(text);
  return length == 2 && byte(0) == 0xC2 && byte(1) < 0xA0 ? 0 : length;
}

}  // namespace

std::string to_printable_line(std::string_view message) {
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

std::string quote(std::string_view text, std::size_t max_bytes) {
  return "'" + to_printable_line(text.substr(0, max_bytes)) +
         (text.size() > max_bytes ? "...'" : "'");
}

std::string_view trim(std::string_view text, std::string_view blanks) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string_view pop_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

}  // namespace gioul
