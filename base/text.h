// Sanitizes text from files and other programs, which may be any bytes: UTF-8 checks, printable
// one-line messages, quoting, trimming, splitting.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gioul {

/// Returns the length in bytes of the first UTF-8 character of `text`, which must not be empty.
/// Returns 0 if that character is invalid: stray or missing bytes, overlong forms, surrogates, or
/// above U+10FFFF.
std::size_t first_utf8_char_length(std::string_view text);

/// Returns `message` as one printable line: bytes of line breaks, other control characters and
/// invalid UTF-8 become \xNN.
std::string to_printable_line(std::string_view message);

/// Returns `text` in single quotes, on one printable line (see to_printable_line()). A text of more
/// than `max_bytes` bytes is cut and ends with "...".
std::string quote(std::string_view text, std::size_t max_bytes = 120);

/// Returns `text` without the characters of `blanks` at its start and end.
std::string_view trim(std::string_view text, std::string_view blanks = " \t");

/// Splits `text` at each `separator`. Parts may be empty; an empty text is one part.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Returns `text` with the letters A to Z in lower case.
std::string to_lower(std::string_view text);

/// Removes the first line from `text`, including its '\n', and returns it without the '\n'. `text`
/// must not be empty.
std::string_view pop_line(std::string_view& text);

}  // namespace gioul
