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
  if (error != 0) throw PlayerFailure("cannot be run: " + system_error_message(error));
  pipe_fds_ = {in.take_to_write(), out.take_to_read(), errors.take_to_read()};
  for (const int ours : pipe_fds_) set_nonblocking(ours);
  log_name_ = std::string(player) + "[" + std::to_string(pid_) + "]";
}

EngineProcess::~EngineProcess() {
  for (const Pipe pipe : {kStdin, kStdout, kStderr}) close_pipe(pipe);
  kill_group();
}

void EngineProcess::close_pipe(Pipe pipe) {
  if (pipe_fds_[pipe] >= 0) ::close(pipe_fds_[pipe]);
  pipe_fds_[pipe] = -1;
}

bool EngineProcess::send(std::string_view text, Clock::time_point deadline) {
  log_engine_lines(log_name_, LogDirection::kToEngine, text);
  while (!text.empty()) {
    const ssize_t written = write_without_sigpipe(pipe_fds_[kStdin], text);
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // its input is full: it may be waiting for us to read
      if (!wait_for_pipes(true, deadline)) return false;
    } else if (errno != EINTR) {
      throw_exit_failure();
    }
  }
  return true;
}

std::optional<std::string> EngineProcess::next_line(Clock::time_point deadline) {
  for (;;) {
    if (std::optional<std::string> line = pop_line()) return line;
    if (pipe_fds_[kStdout] < 0) throw_exit_failure();
    if (!wait_for_pipes(false, deadline)) return std::nullopt;
  }
}

std::optional<std::string> EngineProcess::pop_line() {
  const std::size_t end = stdout_text_.find('\n', returned_length_ + searched_length_);
  const std::size_t length =
      (end == std::string::npos ? stdout_text_.size() : end) - returned_length_;
  if (length > kMaxLineLength) {
    throw PlayerFailure("a line of more than " + std::to_string(kMaxLineLength) + " characters");
  }
  if (end == std::string::npos) {
    stdout_text_.erase(0, returned_length_);
    returned_length_ = 0;
    searched_length_ = stdout_text_.size();
    return std::nullopt;
  }
  std::string line = stdout_text_.substr(returned_length_, length);
  returned_length_ = end + 1;
  searched_length_ = 0;
  if (line.ends_with('\r')) line.pop_back();
  log_engine_lines(log_name_, LogDirection::kFromEngine, line + "\n");
  return line;
}

bool EngineProcess::wait_for_pipes(bool to_write, Clock::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    std::array<pollfd, 3> waiting = {pollfd{to_write ? pipe_fds_[kStdin] : -1, POLLOUT, 0},
                                     pollfd{pipe_fds_[kStdout], POLLIN, 0},
                                     pollfd{pipe_fds_[kStderr], POLLIN, 0}};
    const int ready = ::poll(waiting.data(), waiting.size(),
                             static_cast<int>(std::clamp<long long>(left, 0, 1'000'000)));
    if (ready < 0 && errno != EINTR) {
      throw std::runtime_error("an engine cannot be waited for: " + system_error_message(errno));
    }
    if (ready > 0) {
      if (waiting[kStderr].revents != 0) read_pipe(kStderr);
      if (waiting[kStdout].revents != 0) read_pipe(kStdout);
      if (waiting[kStdin].revents != 0 || waiting[kStdout].revents != 0) return true;
    }
    if (Clock::now() >= deadline) return false;
  }
}

void EngineProcess::read_pipe(Pipe pipe) {
  std::array<char, 65536> bytes;
  const ssize_t count = ::read(pipe_fds_[pipe], bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return close_pipe(pipe);
  const std::string_view text(bytes.data(), static_cast<std::size_t>(count));
  if (pipe == kStderr) {
    stderr_text_ += text;
    if (stderr_text_.size() > kMaxStderrLength)
      stderr_text_.erase(0, stderr_text_.size() - kMaxStderrLength);
    return;
  }
  stdout_text_ += text;
  output_since_reset_ += text.size();
  if (output_since_reset_ > kMaxOutputLength) {
    throw PlayerFailure("an answer of more than " + std::to_string(kMaxOutputLength) +
                        " characters");
  }
}

std::string EngineProcess::stderr_tail() const {
  std::string_view text = stderr_text_;
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  text.remove_prefix(text.rfind('\n') + 1);  // the whole text if there is no newline
  constexpr std::size_t kShown = 200;
  return to_printable_line(text.substr(0, kShown));
}

void EngineProcess::throw_exit_failure() {
  const bool ended = wait_for_exit(kExitGrace);
  if (pipe_fds_[kStderr] >= 0) read_pipe(kStderr);
  const std::string words = stderr_tail();
  const bool output_closed = pipe_fds_[kStdout] < 0;
  const ExitStatus end = kill_group();
  std::string reason = output_closed ? "closed its output" : "closed its input";
  if (ended) {
    reason = (end.exited_normally ? "exited with code " : "killed by signal ") +
             std::to_string(end.code_or_signal);
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

bool EngineProcess::wait_for_exit(milliseconds grace) {
  const Clock::time_point deadline = Clock::now() + grace;
  while (!has_ended()) {
    if (Clock::now() >= deadline) return false;
    // Its last output must not block it.
    if (pipe_fds_[kStdout] >= 0) read_pipe(kStdout);
    if (pipe_fds_[kStderr] >= 0) read_pipe(kStderr);
    const timespec millisecond{.tv_sec = 0, .tv_nsec = 1'000'000};
    ::nanosleep(&millisecond, nullptr);
  }
  return true;
}

EngineProcess::ExitStatus EngineProcess::shut_down(milliseconds grace) {
  close_pipe(kStdin);
  output_since_reset_ = 0;
  bool ended = false;
  try {
    ended = wait_for_exit(grace);
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
  if (WIFEXITED(status)) return {.exited_normally = true, .code_or_signal = WEXITSTATUS(status)};
  return {.code_or_signal = WTERMSIG(status)};
}

}  // namespace gioul
