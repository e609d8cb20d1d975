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
  std::string_view text;     // the line without its line end; valid until the next line is read
  bool is_too_long = false;  // `text` is only the beginning of the line
};

/// Reads lines of limited length from a file descriptor, by default standard input.
class LineReader {
 public:
  /// The default maximum number of characters per line. Positions need about 200.
  static constexpr std::size_t kMaxLineLength = 65536;

  /// Selects whether to flush standard output before blocking. kNever is for programs in which
  /// another thread prints and flushes.
  enum class FlushPolicy : std::uint8_t { kBeforeWaiting, kNever };

  explicit LineReader(int descriptor = 0, FlushPolicy flush = FlushPolicy::kBeforeWaiting,
                      std::size_t max_line_length = kMaxLineLength)
      : file_descriptor_(descriptor), flush_policy_(flush), max_line_length_(max_line_length) {}

  /// Reads and returns the next line; nullopt at the end of input. The last line needs no line end.
  /// Throws std::runtime_error on read errors.
  std::optional<InputLine> next_line();

 private:
  // Reads more input into buffer_. Returns false at the end of input.
  bool fill_buffer();
  // Removes the next `length` characters and `end_length` characters of line end from the buffer.
  // Returns them as a line.
  InputLine take_line(std::size_t length, std::size_t end_length);

  int file_descriptor_;
  FlushPolicy flush_policy_;
  std::size_t max_line_length_;      // in characters
  std::string buffer_;               // input; the part from buffer_offset_ on is not yet returned
  std::string too_long_line_start_;  // the beginning of the last line that was too long
  std::size_t buffer_offset_ = 0;    // offset in buffer_ of the next character to return
  bool reached_end_ = false;         // the end of input has been read
};

}  // namespace gioul
