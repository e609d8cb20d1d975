// UTF-8 in what other programs and files say: any bytes may come, and what is kept or shown of them
// must be text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gioul {

/// How many bytes the UTF-8 sequence at the start of `text`, which is not empty, has; 0 if there is
/// none: stray and missing bytes, overlong forms, surrogates, and what is beyond U+10FFFF.
std::size_t utf8_length(std::string_view text);

/// `message` as one printable line, whatever a user or a file put into it.
std::string one_line(std::string_view message);

/// What somebody said, as a message shows it: in quotes, on one line (one_line()), and cut after
/// `longest` bytes.
std::string in_quotes(std::string_view said, std::size_t longest = 120);

/// `text` without the blanks at its ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t");

/// Takes the first line off `text`, which is not empty, and its '\n', which the line has not.
std::string_view take_line(std::string_view& text);

}  // namespace gioul
