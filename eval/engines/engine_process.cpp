#include "eval/engines/engine_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "eval/engines/engine_log.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMaxStderrLength = 2000;  // maximum characters of stderr to keep
constexpr milliseconds kExitGrace{300};         // maximum time from closed pipes to an exit status

// A pipe that closes the ends that are not taken. Both descriptors are above 2, to be free for the
// program's standard streams, and are closed by exec.
class PipeEnds {
 public:
  PipeEnds() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) {
      throw std::runtime_error("no pipe to an engine: " + system_error_message(errno));
    }
    for (int& end : ends_) {
      if (end > 2) continue;
      const int higher = ::fcntl(end, F_DUPFD_CLOEXEC, 3);
      ::close(end);
      end = higher;
    }
  }
  ~PipeEnds() {
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }
  PipeEnds(const PipeEnds&) = delete;
  PipeEnds& operator=(const PipeEnds&) = delete;

  int to_read() const { return ends_[0]; }
  int to_write() const { return ends_[1]; }
  int take_to_read() { return std::exchange(ends_[0], -1); }
  int take_to_write() { return std::exchange(ends_[1], -1); }

 private:
  std::array<int, 2> ends_{-1, -1};
};

void set_nonblocking(int file) { ::fcntl(file, F_SETFL, ::fcntl(file, F_GETFL) | O_NONBLOCK); }

// Returns this process's environment without the variables that select shared libraries: those of
// this program (of a Python package or a bundle, say) can keep another one from running.
std::vector<char*> clean_environment() {
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (text.starts_with("LD_LIBRARY_PATH=") || text.starts_with("LD_PRELOAD=")) continue;
    variables.push_back(*variable);
  }
  variables.push_back(nullptr);
  return variables;
}

// The arguments of posix_spawn, freed by the destructor.
class SpawnPlan {
 public:
  explicit SpawnPlan(const std::array<int, 3>& standard_files) {
    ::posix_spawn_file_actions_init(&actions_);
    for (int file = 0; file < 3; ++file) {
      ::posix_spawn_file_actions_adddup2(&actions_, standard_files[static_cast<std::size_t>(file)],
                                         file);
    }
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
#endif
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGXFSZ}) {
      ::sigaddset(&signals, signal);
    }
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
  }
  ~SpawnPlan() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  /// Returns 0, or an error number.
  int spawn(pid_t& pid, const std::vector<std::string>& words) const {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    std::vector<char*> environment = clean_environment();
    return ::posix_spawnp(&pid, arguments[0], &actions_, &attributes_, arguments.data(),
                          environment.data());
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// Writes without SIGPIPE: if the program has closed its input, the signal would end this process.
// It is blocked in this thread during the write, and consumed if the write has raised it.
ssize_t write_without_sigpipe(int file, std::string_view text) {
  sigset_t pipe;
  sigset_t before;
  sigset_t pending;
  ::sigemptyset(&pipe);
  ::sigaddset(&pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
  ::sigpending(&pending);
  const bool was_pending = ::sigismember(&pending, SIGPIPE) == 1;
  const ssize_t written = ::write(file, text.data(), text.size());
  const int error = errno;
  if (written < 0 && error == EPIPE && !was_pending) {
    const timespec at_once{};
    while (::sigtimedwait(&pipe, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

}  // namespace

EngineProcess::EngineProcess(const std::vector<std::string>& argv, std::string_view player) {
  assert(!argv.empty());
  PipeEnds in;
  PipeEnds out;
  PipeEnds errors;
  const int error = SpawnPlan({in.to_read(), out.to_write(), errors.to_write()}).spawn(pid_, argv);
  if (error != 0) throw PlayerFailure("can't be run: " + system_error_message(error));
  pipes_ = {in.take_to_write(), out.take_to_read(), errors.take_to_read()};
  for (const int ours : pipes_) set_nonblocking(ours);
  log_name_ = std::string(player) + "[" + std::to_string(pid_) + "]";
}

EngineProcess::~EngineProcess() {
  for (const Pipe pipe : {kInput, kOutput, kErrors}) close_pipe(pipe);
  kill_group();
}

void EngineProcess::close_pipe(Pipe pipe) {
  if (pipes_[pipe] >= 0) ::close(pipes_[pipe]);
  pipes_[pipe] = -1;
}

bool EngineProcess::send(std::string_view text, Clock::time_point deadline) {
  log_engine_lines(log_name_, LogDirection::kToEngine, text);
  while (!text.empty()) {
    const ssize_t written = write_without_sigpipe(pipes_[kInput], text);
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // its input is full: it may be waiting for us to read
      if (!wait_for_pipes(true, deadline)) return false;
    } else if (errno != EINTR) {
      throw_dead();
    }
  }
  return true;
}

std::optional<std::string> EngineProcess::next_line(Clock::time_point deadline) {
  for (;;) {
    if (std::optional<std::string> line = pop_line()) return line;
    if (pipes_[kOutput] < 0) throw_dead();
    if (!wait_for_pipes(false, deadline)) return std::nullopt;
  }
}

std::optional<std::string> EngineProcess::pop_line() {
  const std::size_t end = output_.find('\n', at_ + searched_);
  const std::size_t length = (end == std::string::npos ? output_.size() : end) - at_;
  if (length > kMaxLineLength) {
    throw PlayerFailure("a line of more than " + std::to_string(kMaxLineLength) + " characters");
  }
  if (end == std::string::npos) {
    output_.erase(0, at_);
    at_ = 0;
    searched_ = output_.size();
    return std::nullopt;
  }
  std::string line = output_.substr(at_, length);
  at_ = end + 1;
  searched_ = 0;
  if (line.ends_with('\r')) line.pop_back();
  log_engine_lines(log_name_, LogDirection::kFromEngine, line + "\n");
  return line;
}

// Waits until there is output, which is read, or, if `to_write`, room for input. Returns false if
// the deadline passes first.
bool EngineProcess::wait_for_pipes(bool to_write, Clock::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    std::array<pollfd, 3> waiting = {pollfd{to_write ? pipes_[kInput] : -1, POLLOUT, 0},
                                     pollfd{pipes_[kOutput], POLLIN, 0},
                                     pollfd{pipes_[kErrors], POLLIN, 0}};
    const int ready = ::poll(waiting.data(), waiting.size(),
                             static_cast<int>(std::clamp<long long>(left, 0, 1'000'000)));
    if (ready < 0 && errno != EINTR) {
      throw std::runtime_error("an engine can't be waited for: " + system_error_message(errno));
    }
    if (ready > 0) {
      if (waiting[kErrors].revents != 0) read_errors();
      if (waiting[kOutput].revents != 0) read_output();
      if (waiting[kInput].revents != 0 || waiting[kOutput].revents != 0) return true;
    }
    if (Clock::now() >= deadline) return false;
  }
}

void EngineProcess::read_output() {
  std::array<char, 65536> bytes;
  const ssize_t count = ::read(pipes_[kOutput], bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return close_pipe(kOutput);
  output_.append(bytes.data(), static_cast<std::size_t>(count));
  output_size_ += static_cast<std::size_t>(count);
  if (output_size_ > kMaxOutputLength) {
    throw PlayerFailure("an answer of more than " + std::to_string(kMaxOutputLength) +
                        " characters");
  }
}

void EngineProcess::read_errors() {
  std::array<char, 65536> bytes;
  const ssize_t count = ::read(pipes_[kErrors], bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return close_pipe(kErrors);
  errors_.append(bytes.data(), static_cast<std::size_t>(count));
  if (errors_.size() > kMaxStderrLength) errors_.erase(0, errors_.size() - kMaxStderrLength);
}

// Returns the last line of stderr.
std::string EngineProcess::stderr_tail() const {
  std::string_view text = errors_;
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  text.remove_prefix(text.rfind('\n') + 1);  // the whole text if there is no newline
  constexpr std::size_t kShown = 200;
  return to_printable_line(text.substr(0, kShown));
}

// Throws the reason why the program cannot answer any more.
void EngineProcess::throw_dead() {
  const bool ended = ends_within(kExitGrace);
  if (pipes_[kErrors] >= 0) read_errors();
  const std::string words = stderr_tail();
  const bool output_closed = pipes_[kOutput] < 0;
  const ExitStatus end = kill_group();
  std::string reason = output_closed ? "closed its output" : "closed its input";
  if (ended) {
    reason = (end.exited ? "exited with code " : "killed by signal ") + std::to_string(end.code);
  }
  if (!words.empty()) reason += " (last on stderr: " + words + ")";
  throw PlayerFailure(reason);
}

bool EngineProcess::has_ended() const {
  siginfo_t seen{};
  // WNOWAIT does not reap the process: until that is done, its group's ID cannot be reused.
  const int error = ::waitid(P_PID, static_cast<id_t>(pid_), &seen, WEXITED | WNOHANG | WNOWAIT);
  return error != 0 || seen.si_pid == pid_;
}

bool EngineProcess::ends_within(milliseconds grace) {
  const Clock::time_point deadline = Clock::now() + grace;
  while (!has_ended()) {
    if (Clock::now() >= deadline) return false;
    if (pipes_[kOutput] >= 0) read_output();  // its last output must not block it
    if (pipes_[kErrors] >= 0) read_errors();
    const timespec millisecond{.tv_sec = 0, .tv_nsec = 1'000'000};
    ::nanosleep(&millisecond, nullptr);
  }
  return true;
}

EngineProcess::ExitStatus EngineProcess::shut_down(milliseconds grace) {
  close_pipe(kInput);
  output_size_ = 0;
  bool ended = false;
  try {
    ended = ends_within(grace);
  } catch (const PlayerFailure&) {  // endless output
  }
  ExitStatus end = kill_group();
  end.ended_by_itself = ended;
  return end;
}

EngineProcess::ExitStatus EngineProcess::kill_group() {
  if (pid_ < 0) return {};
  ::kill(-pid_, SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (WIFEXITED(status))
    return {.ended_by_itself = true, .exited = true, .code = WEXITSTATUS(status)};
  return {.ended_by_itself = false, .exited = false, .code = WTERMSIG(status)};
}

}  // namespace gioul
