// Sanitizes text from files and other programs, which may be any bytes: UTF-8 checks, printable
// one-line messages, quoting, trimming.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gioul {

/// Returns the length in bytes of the UTF-8 sequence at the start of `text`, or 0 if it is invalid:
/// stray or missing bytes, overlong forms, surrogates, above U+10FFFF. `text` must not be empty.
std::size_t utf8_length(std::string_view text);

/// Returns `message` as one printable line, with all other bytes escaped as \xNN.
std::string one_line(std::string_view message);

/// Returns `text` in quotes, on one line (see one_line()), cut after `max_bytes` bytes.
std::string quote(std::string_view text, std::size_t max_bytes = 120);

/// Returns `text` without leading and trailing blanks.
std::string_view trim(std::string_view text, std::string_view blanks = " \t");

/// Removes the first line from `text`, including its '\n', and returns it without the '\n'. `text`
/// must not be empty.
std::string_view pop_line(std::string_view& text);

}  // namespace gioul
