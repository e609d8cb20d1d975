// Converts text of other programs, which may be in any encoding, to UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace gioul {

/// Returns `text` as UTF-8: unchanged if it is valid UTF-8, else read as Windows-1252.
std::string to_utf8(std::string_view text);

/// Converts `bytes` in the character set `charset`, such as "ISO-8859-7", to UTF-8. Valid UTF-8 is
/// returned unchanged. An unknown character set is read as Windows-1252. A byte that is invalid in
/// the character set becomes U+FFFD.
std::string to_utf8(std::string_view bytes, const std::string& charset);

/// Returns true if a file that starts with `bytes` is UTF-16, with or without a byte order mark.
bool is_utf16(std::string_view bytes);

/// Converts a whole UTF-16 file, for which is_utf16() is true, to UTF-8.
std::string utf16_to_utf8(std::string_view bytes);

}  // namespace gioul
