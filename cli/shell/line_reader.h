// Lines from standard input for commands that answer each one: whatever was printed is flushed
// before the program waits for more, so a thousand lines at once are fast and one at a time works.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gioul {

struct InputLine {
  std::string_view text;  // without its end, "\n" or "\r\n"; valid until the next line is read
  bool too_long = false;  // then `text` holds only its beginning
};

class LineReader {
 public:
  static constexpr std::size_t kLongest = 65536;  // characters of a line; positions need 200

  /// Whether what was printed is flushed before it waits: by whoever prints, if that is another
  /// thread.
  enum class Flush : std::uint8_t { kBeforeWaiting, kNever };

  explicit LineReader(int descriptor = 0, Flush flush = Flush::kBeforeWaiting)
      : descriptor_(descriptor), flush_(flush) {}

  /// The next line; the last one needs no end. Nothing at the end of input. Throws
  /// std::runtime_error if reading fails.
  std::optional<InputLine> next();

 private:
  bool fill();
  InputLine take(std::size_t length, std::size_t end_length);

  int descriptor_;
  Flush flush_;
  std::string buffer_;
  std::string too_long_;  // the beginning of a line that was dropped
  std::size_t at_ = 0;    // what is before it in the buffer has been handed out
  bool at_end_ = false;
};

}  // namespace gioul
