#include "eval/gnubg/line_socket.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "eval/play/player.h"

namespace gioul {

LineSocket::LineSocket(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = path.string();
  if (name.size() >= sizeof(address.sun_path)) {
    throw PlayerFailure(name + ": too long a name for a socket (TMPDIR says where it is)");
  }
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0 ||
      ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    const int error = errno;
    if (socket_ >= 0) ::close(socket_);
    throw PlayerFailure("no connection: " + system_text(error));
  }
  ::fcntl(socket_, F_SETFL, ::fcntl(socket_, F_GETFL) | O_NONBLOCK);
}

LineSocket::~LineSocket() { ::close(socket_); }

bool LineSocket::send(std::string_view text) {
  ssize_t sent = 0;
  do {
    sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(text.size());  // a line always fits into an empty buffer
}

std::string LineSocket::unasked() {
  if (said_.empty()) read_more();
  return std::exchange(said_, {});
}

void LineSocket::read_more() {
  std::array<char, kLongestLine> bytes;
  const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (count > 0) said_.append(bytes.data(), static_cast<std::size_t>(count));
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) closed_ = true;
}

std::optional<std::string> LineSocket::next_line(Clock::time_point deadline) {
  using std::chrono::milliseconds;
  for (;;) {
    const std::size_t end = said_.find('\n');
    if (std::min(end, said_.size()) > kLongestLine) {
      throw PlayerFailure("a line of more than " + std::to_string(kLongestLine) + " characters");
    }
    if (end != std::string::npos) {
      std::string line = said_.substr(0, end);
      said_.erase(0, end + 1);
      return line;
    }
    if (closed_) return std::nullopt;
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{socket_, POLLIN, 0};
    const int ready =
        ::poll(&waiting, 1, static_cast<int>(std::clamp<long long>(left, 0, 1'000'000)));
    if (ready > 0) {
      read_more();
    } else if (Clock::now() >= deadline) {
      return std::nullopt;
    }
  }
}

}  // namespace gioul
