#include "base/encoding.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/text.h"

namespace gioul {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

// Bytes 0x80 to 0x9F of Windows-1252; the others are those of ISO 8859-1.
constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};

std::uint8_t byte_at(std::string_view text, std::size_t i) {
  return static_cast<std::uint8_t>(text[i]);
}

void append_utf8(char32_t code, std::string& text) {
  const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
  const auto add_rest = [&](int shift) { add(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add_rest(6);
  } else {
    add(0xF0 | code >> 18);
    add_rest(12);
    add_rest(6);
  }
  add_rest(0);
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = first_utf8_char_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string windows_1252_to_utf8(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint8_t byte = byte_at(bytes, i);
    append_utf8(byte >= 0x80 && byte < 0xA0 ? kWindows1252[byte - 0x80] : byte, text);
  }
  return text;
}

// The system's converter, or none for an unknown character set.
class Converter {
 public:
  explicit Converter(const std::string& charset) : handle_(iconv_open("UTF-8", charset.c_str())) {}
  ~Converter() {
    if (is_open()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  // iconv_open() returns (iconv_t)-1, an address or a number, for an unknown character set.
  bool is_open() const { return reinterpret_cast<std::intptr_t>(handle_) != -1; }

  std::string operator()(std::string_view bytes) const {
    std::string text;
    std::string input(bytes);
    char* from = input.data();
    std::size_t left = input.size();
    const auto convert = [&](char** source) {
      std::array<char, 256> block;
      char* to = block.data();
      std::size_t room = block.size();
      iconv(handle_, source, &left, &to, &room);
      text.append(block.data(), to);
      return room != block.size();
    };
    while (left > 0) {
      const std::size_t before = left;
      if (convert(&from) || left != before) continue;
      append_utf8(kReplacement, text);  // an impossible byte
      ++from;
      --left;
    }
    convert(nullptr);  // the last character, if it could be combined with a next one
    return text;
  }

 private:
  iconv_t handle_;
};

constexpr std::string_view kLittleEndianMark = "\xFF\xFE";
constexpr std::string_view kBigEndianMark = "\xFE\xFF";

bool is_big_endian(std::string_view bytes) {
  return bytes.starts_with(kBigEndianMark) || (bytes.size() >= 2 && bytes[0] == '\0');
}

}  // namespace

std::string to_utf8(std::string_view text) {
  return is_utf8(text) ? std::string(text) : windows_1252_to_utf8(text);
}

std::string to_utf8(std::string_view bytes, const std::string& charset) {
  // Windows-1252 has the characters of ISO 8859-1 and ASCII, and files may claim to be UTF-8.
  constexpr std::array<std::string_view, 6> kRead1252 = {"",           "utf-8", "us-ascii",
                                                         "iso-8859-1", "ascii", "latin1"};
  if (is_utf8(bytes) || std::ranges::find(kRead1252, to_lower(charset)) != kRead1252.end()) {
    return to_utf8(bytes);
  }
  const Converter converter(charset);
  return converter.is_open() ? converter(bytes) : windows_1252_to_utf8(bytes);
}

bool is_utf16(std::string_view bytes) {
  if (bytes.starts_with(kLittleEndianMark) || bytes.starts_with(kBigEndianMark)) return true;
  // Two ASCII characters.
  return bytes.size() >= 4 && (bytes[0] == '\0') != (bytes[1] == '\0') &&
         (bytes[0] == '\0') == (bytes[2] == '\0') && (bytes[1] == '\0') == (bytes[3] == '\0');
}

std::string utf16_to_utf8(std::string_view bytes) {
  const std::size_t high = is_big_endian(bytes) ? 0 : 1;
  const auto unit_at = [&](std::size_t i) -> char32_t {
    return char32_t{byte_at(bytes, i + high)} << 8 | byte_at(bytes, i + 1 - high);
  };
  std::string text;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    char32_t code = unit_at(i);
    const char32_t next = i + 3 < bytes.size() ? unit_at(i + 2) : 0;
    if (code >= 0xD800 && code < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
      code = 0x10000 + ((code & 0x3FF) << 10 | (next & 0x3FF));
      i += 2;
    } else if (code >= 0xD800 && code < 0xE000) {
      code = kReplacement;
    }
    append_utf8(code, text);
  }
  return text;
}

}  // namespace gioul
