#include "eval/engines/gnubg_session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"
#include "eval/engines/engine_log.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

cpu_set_t single_cpu(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(cpu), &set);
  return set;
}

// gnubg prints six decimals.
constexpr double kRounding = 1e-4;  // points

// Parses six numbers separated by blanks.
std::optional<std::array<double, 6>> parse_six_numbers(std::string_view text) {
  std::array<double, 6> numbers{};
  for (double& number : numbers) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || !std::isfinite(number)) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  if (text.find_first_not_of(' ') != std::string_view::npos) return std::nullopt;
  return numbers;
}

// Returns a socket that is connected to `address`.
template <typename Address>
int connected_socket(const Address& address) {
  const auto* const any = reinterpret_cast<const sockaddr*>(&address);
  const int socket = ::socket(any->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket >= 0 && ::connect(socket, any, sizeof(address)) == 0) return socket;
  const int error = errno;
  if (socket >= 0) ::close(socket);
  throw PlayerFailure("no connection: " + system_error_message(error));
}

}  // namespace

CpuPool::CpuPool() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<std::size_t>(cpu), &allowed)) free_cpus_.insert(cpu);
  }
}

int CpuPool::acquire() {
  const std::scoped_lock lock(mutex_);
  if (free_cpus_.empty()) return -1;
  auto cpu = free_cpus_.find(::sched_getcpu());
  if (cpu == free_cpus_.end()) cpu = free_cpus_.begin();
  return free_cpus_.extract(cpu).value();
}

void CpuPool::release(int cpu) {
  const std::scoped_lock lock(mutex_);
  free_cpus_.insert(cpu);
}

CpuPin::CpuPin(CpuPool& pool, pid_t process) : pool_(pool), cpu_(pool.acquire()) {
  if (cpu_ < 0) return;
  const cpu_set_t set = single_cpu(cpu_);
  if (::sched_setaffinity(process, sizeof(set), &set) == 0) return;
  pool_.release(cpu_);
  cpu_ = -1;
}

CpuPin::~CpuPin() {
  if (cpu_ >= 0) pool_.release(cpu_);
}

CpuPin::ScopedAffinity::ScopedAffinity(const CpuPin* pin) {
  if (pin == nullptr || pin->cpu_ < 0) return;
  if (::sched_getaffinity(0, sizeof(previous_affinity_), &previous_affinity_) != 0) return;
  const cpu_set_t set = single_cpu(pin->cpu_);
  changed_ = ::sched_setaffinity(0, sizeof(set), &set) == 0;
}

CpuPin::ScopedAffinity::~ScopedAffinity() {
  if (changed_) ::sched_setaffinity(0, sizeof(previous_affinity_), &previous_affinity_);
}

std::string format_fibs_board(const Position& position, std::optional<Dice> dice) {
  std::array<int, kPlaceCount> places{};  // own checkers positive, the opponent's negative
  for (int place = 1; place <= kBar; ++place) {
    places[static_cast<std::size_t>(place)] += position.own.count(place);
    places[static_cast<std::size_t>(kBar - place)] -= position.opp.count(place);
  }
  std::string line = "board:own:opp:2:0:0";  // names, match length and score
  for (const int count : places) line += ":" + std::to_string(count);
  const Dice roll = dice.value_or(Dice{0, 0});
  line += ":1:" + std::to_string(roll.high) + ":" + std::to_string(roll.low) + ":0:0";
  // The cube (available to both, owned by none), the direction of own checkers (25 down to 0), and
  // counts that gnubg ignores.
  return line + ":1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
}

GnubgSession::GnubgSession(const GnubgSpec& spec, std::shared_ptr<CpuPool> cpus)
    : spec_(spec),
      cpu_pool_(std::move(cpus)),
      temp_folder_(spec),
      process_(gnubg_command_line(spec, temp_folder_), spec.name) {
  socket_.emplace(wait_for_server_address(EngineProcess::deadline_after(spec.start_seconds)),
                  spec.name);
  if (cpu_pool_) cpu_pin_.emplace(*cpu_pool_, process_.process_id());
  if (spec.checks_boards) {
    const std::string line = request_answer("set debug on", spec.start_seconds, nullptr);
    if (line != "Debug output ON") {
      throw PlayerFailure("does not repeat boards: answers 'set debug on' with " + quote(line));
    }
  }
  const auto [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, chance] =
      request_evaluation(start_position(find_game("portes")), 0);
  const double equity = points_from_mwc(chance);
  const double expected = 2.0 * win - 1.0 + win_gammon - lose_gammon;
  if (std::abs(expected - equity) > kRounding) {
    throw PlayerFailure(fmt::format(
        "evaluates the start at {:.4f} points, expected {:.4f} (Portes)", equity, expected));
  }
}

// Waits for the line that says where gnubg is listening, and returns the address. Lines before it
// explain a failure.
std::string GnubgSession::wait_for_server_address(Deadline deadline) {
  std::string last;
  process_.reset_output_limit();
  for (;;) {
    std::optional<std::string> line;
    try {
      line = process_.next_line(deadline);
    } catch (const PlayerFailure& failure) {
      throw PlayerFailure(failure.what() + (last.empty() ? "" : ", last output " + quote(last)));
    }
    if (!line)
      throw PlayerFailure(fmt::format("does not listen within {:g} s", spec_.start_seconds));
    constexpr std::string_view kWaiting = "Waiting for a connection from ";
    if (line->starts_with(kWaiting)) {
      const std::string address =
          line->substr(kWaiting.size(), line->rfind("...") - kWaiting.size());
      return address == kGnubgSocketFile ? (temp_folder_.path() / kGnubgSocketFile).string()
                                         : address;
    }
    if (!line->empty()) last = *line;
  }
}

// `board` is the position that the question is about, if gnubg repeats it.
std::string GnubgSession::request_answer(const std::string& question, double seconds,
                                         const Position* board) {
  process_.reset_output_limit();
  discard_output();
  const std::string early = socket_->read_unsolicited();
  if (!early.empty()) throw PlayerFailure("answers without being asked: " + quote(early));
  const Deadline deadline = EngineProcess::deadline_after(seconds);
  const CpuPin::ScopedAffinity affinity(cpu_pin_ ? &*cpu_pin_ : nullptr);
  if (!socket_->send(question + "\n")) throw_connection_lost();
  std::string line = read_answer(deadline, seconds);
  std::string repeated;
  for (; line.starts_with("DBG:"); line = read_answer(deadline, seconds)) {
    constexpr std::string_view kPositionId = "Position ID: ";
    const std::size_t at = line.find(kPositionId);
    if (at != std::string::npos) repeated = trim(line.substr(at + kPositionId.size()));
  }
  const std::string more = socket_->read_unsolicited();
  if (!more.empty()) throw PlayerFailure("answers twice: " + quote(line + " " + more));
  if (line.starts_with("Error")) throw PlayerFailure("answers with " + quote(line));
  if (board != nullptr && spec_.checks_boards) check_board(*board, repeated);
  return line;
}

// A misread board would make gnubg look weak, so it must not count as a lost game.
void GnubgSession::check_board(const Position& board, std::string_view position_id) const {
  const Game portes = find_game("portes");
  const std::string sent = format_position_id(portes, board);
  if (position_id == sent) return;
  throw std::runtime_error("gnubg does not play the board that it is sent: Position ID " +
                           quote(position_id) + ", expected " + sent + " (" +
                           format_position(portes, board) + ")");
}

std::string GnubgSession::read_answer(Deadline deadline, double seconds) {
  constexpr std::chrono::milliseconds kRound{50};
  for (;;) {
    const Deadline round = std::min(deadline, EngineProcess::Clock::now() + kRound);
    if (std::optional<std::string> line = socket_->next_line(round)) return *std::move(line);
    if (socket_->is_closed()) throw_connection_lost();
    if (EngineProcess::Clock::now() >= deadline) {
      throw PlayerFailure(fmt::format("no answer within {:g} s", seconds));
    }
    discard_output();
  }
}

void GnubgSession::discard_output() {
  while (process_.next_line(EngineProcess::Clock::now())) {
  }
}

void GnubgSession::throw_connection_lost() {
  constexpr std::chrono::milliseconds kExitGrace{300};
  while (process_.next_line(EngineProcess::Clock::now() + kExitGrace)) {  // throws if it has died
  }
  throw PlayerFailure("closed the connection");
}

std::string GnubgSession::choose_play(const Position& position, Dice dice) {
  return request_answer(format_fibs_board(position, dice) + " jacobyrule off",
                        spec_.decision_seconds, &position);
}

double GnubgSession::evaluate(const Position& position, int plies) {
  return points_from_mwc(request_evaluation(position, plies).back());
}

std::array<double, 6> GnubgSession::request_evaluation(const Position& position, int plies) {
  const std::string said =
      request_answer("evaluation fibsboard " + format_fibs_board(position, std::nullopt) +
                         " plies " + std::to_string(plies) + " cubeless prune " +
                         (spec_.uses_pruning_nets ? "on" : "off") + " jacobyrule off",
                     std::max(spec_.decision_seconds, spec_.start_seconds), &position);
  const auto numbers = parse_six_numbers(said);
  if (!numbers) throw PlayerFailure("expected six numbers, got " + quote(trim(said)));
  return *numbers;
}

LineSocket::LineSocket(const std::string& address, std::string player)
    : player_name_(std::move(player)) {
  constexpr std::string_view kLoopback = "127.0.0.1:";
  if (address.starts_with(kLoopback)) {
    connect_to_port(std::atoi(address.c_str() + kLoopback.size()));
  } else {
    connect_to_path(address);
  }
  ::fcntl(socket_, F_SETFL, ::fcntl(socket_, F_GETFL) | O_NONBLOCK);
}

void LineSocket::connect_to_path(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) {
    throw PlayerFailure(path + ": too long a name for a socket (TMPDIR says where it is)");
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  socket_ = connected_socket(address);
}

void LineSocket::connect_to_port(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  socket_ = connected_socket(address);
  is_tcp_ = true;
  constexpr int kOn = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &kOn, sizeof(kOn));
}

LineSocket::~LineSocket() { ::close(socket_); }

bool LineSocket::send(std::string_view text) {
  log_engine_lines(player_name_, LogDirection::kToEngine, text);
  ssize_t sent = 0;
  do {
    sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(text.size());  // a line always fits into an empty buffer
}

std::string LineSocket::read_unsolicited() {
  if (received_text_.empty()) read_more();
  return std::exchange(received_text_, {});
}

void LineSocket::read_more() {
  std::array<char, kMaxLineLength> bytes;
  const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (count > 0) received_text_.append(bytes.data(), static_cast<std::size_t>(count));
  // gnubg sends small pieces and waits until each is acknowledged.
  constexpr int kOn = 1;
  if (is_tcp_) ::setsockopt(socket_, IPPROTO_TCP, TCP_QUICKACK, &kOn, sizeof(kOn));
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) closed_ = true;
}

std::optional<std::string> LineSocket::next_line(Clock::time_point deadline) {
  using std::chrono::milliseconds;
  for (;;) {
    const std::size_t end = received_text_.find('\n');
    if (std::min(end, received_text_.size()) > kMaxLineLength) {
      throw PlayerFailure("a line of more than " + std::to_string(kMaxLineLength) + " characters");
    }
    if (end != std::string::npos) {
      std::string line = received_text_.substr(0, end);
      received_text_.erase(0, end + 1);
      log_engine_lines(player_name_, LogDirection::kFromEngine, line + "\n");
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
