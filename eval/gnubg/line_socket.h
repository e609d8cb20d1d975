// Lines over a Unix socket with somebody else's server: calls end in time, whatever it does.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace gioul {

/// Used by one thread at a time.
class LineSocket {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::size_t kLongestLine = 4096;  // characters

  /// Throws PlayerFailure if nobody listens there.
  explicit LineSocket(const std::filesystem::path& path);
  ~LineSocket();
  LineSocket(const LineSocket&) = delete;
  LineSocket& operator=(const LineSocket&) = delete;

  /// False if the other end is closed or takes nothing: what it says of that is in next_line().
  bool send(std::string_view text);

  /// What has come that nobody asked for: read, but not beyond what is there.
  std::string unasked();

  /// The next line without its end; nothing if none comes before the deadline. Throws PlayerFailure
  /// for a line too long.
  std::optional<std::string> next_line(Clock::time_point deadline);

  /// True once the other end has closed the connection.
  bool is_closed() const { return closed_; }

 private:
  void read_more();

  int socket_ = -1;
  std::string said_;
  bool closed_ = false;
};

}  // namespace gioul
