// Reads lines from standard input. Flushes standard output before it blocks, so that both
// interactive use and large batches work well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gioul {

/// One line of standard input.
struct InputLine {
  std::string_view text;     // without its line end; valid until the next line is read
  bool is_too_long = false;  // then `text` is only its beginning
};

/// Reads lines of limited length from a file descriptor, by default standard input.
class LineReader {
 public:
  static constexpr std::size_t kMaxLineLength = 65536;  // characters per line; positions need 200

  /// Selects whether to flush standard output before blocking. kNever is for programs in which
  /// another thread prints and flushes.
  enum class FlushPolicy : std::uint8_t { kBeforeWaiting, kNever };

  explicit LineReader(int descriptor = 0, FlushPolicy flush = FlushPolicy::kBeforeWaiting)
      : file_descriptor_(descriptor), flush_policy_(flush) {}

  /// Returns the next line, or nothing at the end of input. The last line needs no line end. Throws
  /// std::runtime_error on read errors.
  std::optional<InputLine> next_line();

 private:
  // Reads more input into buffer_. Returns false at the end of input.
  bool fill_buffer();
  InputLine take_line(std::size_t length, std::size_t end_length);

  int file_descriptor_;
  FlushPolicy flush_policy_;
  std::string buffer_;             // input that was read; from buffer_offset_ on not yet returned
  std::string too_long_line_;      // the beginning of a line that was too long
  std::size_t buffer_offset_ = 0;  // offset of the next unread character in buffer_
  bool reached_end_ = false;       // the end of input has been read
};

}  // namespace gioul
