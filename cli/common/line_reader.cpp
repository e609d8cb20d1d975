#include "cli/common/line_reader.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <iostream>
#include <stdexcept>

#include "base/error.h"

namespace gioul {

// Reads more input into the buffer; returns false at the end of input.
bool LineReader::fill_buffer() {
  if (reached_end_) return false;
  buffer_.erase(0, buffer_offset_);
  buffer_offset_ = 0;
  if (flush_policy_ == FlushPolicy::kBeforeWaiting) std::cout.flush();
  std::array<char, 65536> bytes;
  ssize_t count = -1;
  do {
    count = ::read(file_descriptor_, bytes.data(), bytes.size());
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    throw std::runtime_error("standard input cannot be read: " + system_error_message(errno));
  }
  reached_end_ = count == 0;
  buffer_.append(bytes.data(), static_cast<std::size_t>(count));
  return !reached_end_;
}

InputLine LineReader::take_line(std::size_t length, std::size_t end_length) {
  InputLine line{std::string_view(buffer_).substr(buffer_offset_, length), false};
  buffer_offset_ += length + end_length;
  if (line.text.ends_with('\r')) line.text.remove_suffix(1);
  return line;
}

std::optional<InputLine> LineReader::next_line() {
  std::size_t searched = 0;  // characters from buffer_offset_ on without a line end
  for (;;) {
    const std::size_t end = buffer_.find('\n', buffer_offset_ + searched);
    if (end != std::string::npos && end - buffer_offset_ <= max_line_length_)
      return take_line(end - buffer_offset_, 1);
    searched = buffer_.size() - buffer_offset_;
    if (end != std::string::npos || searched > max_line_length_) break;
    if (!fill_buffer()) {
      if (searched == 0) return std::nullopt;
      return take_line(searched, 0);
    }
  }
  // Too long: keep its beginning and skip to its end.
  const std::string beginning = buffer_.substr(buffer_offset_, max_line_length_);
  std::size_t end = buffer_.find('\n', buffer_offset_);
  while (end == std::string::npos) {
    buffer_offset_ = buffer_.size();
    if (!fill_buffer()) break;
    end = buffer_.find('\n', buffer_offset_);
  }
  buffer_offset_ = end == std::string::npos ? buffer_.size() : end + 1;
  too_long_line_start_ = beginning;
  return InputLine{too_long_line_start_, true};
}

}  // namespace gioul
