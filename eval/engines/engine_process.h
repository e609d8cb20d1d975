// Runs an external program and exchanges lines with it over pipes. The program may hang, crash or
// print too much: every call still returns in time, and no process is left behind.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "eval/play/player.h"

namespace gioul {

/// An external program in its own process group, which is killed as a whole. Not thread-safe.
/// send() and next_line() throw PlayerFailure (eval/play/player.h) once the program has died,
/// closed its pipes or exceeded the output limit.
class EngineProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Returns the time `seconds` from now, for use as a deadline.
  static Clock::time_point deadline_after(double seconds) {
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  /// Maximum length of an output line, in characters.
  static constexpr std::size_t kMaxLineLength = 65536;
  /// The output limit: the maximum number of characters since reset_output_limit(). A program that
  /// prints more is treated as failed.
  static constexpr std::size_t kMaxOutputLength = 4 << 20;

  /// Starts argv[0], looked up in PATH, with the other elements as arguments. The program inherits
  /// the environment without LD_LIBRARY_PATH and LD_PRELOAD, which are meant for this process.
  /// `player` is its name in the log (eval/engines/engine_log.h). Throws PlayerFailure if there is
  /// no such program.
  explicit EngineProcess(const std::vector<std::string>& argv, std::string_view player = {});
  /// Kills the process group if it still exists.
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  /// Returns the process ID, which is also the ID of the process group; -1 once the process has
  /// ended.
  pid_t process_id() const { return pid_; }

  /// Restarts the count of characters for the output limit. Call it before each request.
  void reset_output_limit() { output_since_reset_ = 0; }

  /// Writes all of `text` to the program. Returns false if the deadline passes first.
  bool send(std::string_view text, Clock::time_point deadline);

  /// Returns the next line of output without its line end ("\n" or "\r\n"); nullopt if none arrives
  /// before the deadline. A complete line that was received already is returned even after the
  /// deadline.
  std::optional<std::string> next_line(Clock::time_point deadline);

  /// The way in which the program ended.
  struct ExitStatus {
    bool ended_by_itself = false;  // true if it ended within the grace period, without being killed
    bool exited_normally = false;  // true if it exited, false if a signal ended it
    int code_or_signal = 0;        // exit code, or signal number
  };

  /// Closes the standard input of the program, waits at most `grace` for its exit, then kills it.
  /// Must be the last call.
  ExitStatus shut_down(std::chrono::milliseconds grace);

 private:
  enum Pipe : std::size_t { kStdin, kStdout, kStderr };  // its stdin, stdout and stderr

  // Waits until output arrives, which is then read, or, if `to_write`, until the program accepts
  // input. Returns false if the deadline passes first.
  bool wait_for_pipes(bool to_write, Clock::time_point deadline);
  // Reads what has arrived at kStdout or kStderr, without waiting.
  void read_pipe(Pipe pipe);
  // Returns the next complete line of stdout_text_; nullopt if there is none yet.
  std::optional<std::string> pop_line();
  bool has_ended() const;
  // Waits at most `grace` for the program to end. Returns true if it did.
  bool wait_for_exit(std::chrono::milliseconds grace);
  // Kills the process group, if it still exists, and returns how the program ended, without
  // ExitStatus::ended_by_itself.
  ExitStatus kill_group();
  // Throws PlayerFailure with the reason why the program cannot answer any more.
  [[noreturn]] void throw_exit_failure();
  // Returns the last line of stderr_text_.
  std::string stderr_tail() const;
  void close_pipe(Pipe pipe);

  pid_t pid_ = -1;
  std::string log_name_;                     // the player and the process ID
  std::array<int, 3> pipe_fds_{-1, -1, -1};  // this process's ends of the pipes, by Pipe
  std::string stdout_text_;                  // stdout received; its start may be returned already
  std::size_t returned_length_ = 0;     // characters of stdout_text_ that were returned as lines
  std::size_t searched_length_ = 0;     // characters after these that contain no line end
  std::size_t output_since_reset_ = 0;  // characters received since reset_output_limit()
  std::string stderr_text_;             // the end of the program's stderr
};

/// Counts consecutive failed starts of an engine. Each costs the engine one game, as PlayerFailure.
/// At kMaxFailures, an error stops the whole run, so that a broken engine does not lose all games.
class StartFailureLimiter {
 public:
  static constexpr int kMaxFailures = 10;  // consecutive failed starts that stop the run

  /// Reports a successful start: resets the count.
  void record_success() { consecutive_failures_ = 0; }

  /// Reports a failed start of `engine`. Throws PlayerFailure with the reason or, at the limit,
  /// std::runtime_error.
  [[noreturn]] void record_failure(const std::string& engine, const PlayerFailure& failure) {
    const std::string reason = std::string("at the start: ") + failure.what();
    if (++consecutive_failures_ < kMaxFailures) throw PlayerFailure(reason);
    throw std::runtime_error("engine '" + engine + "' failed " +
                             std::to_string(consecutive_failures_) + " times in a row " + reason);
  }

  /// Returns the error for an engine that fails in the test start, before any game.
  static InputError make_first_start_error(const std::string& engine,
                                           const PlayerFailure& failure) {
    return InputError("engine '" + engine + "' failed to start: " + failure.what());
  }

 private:
  int consecutive_failures_ = 0;  // failures in a row
};

}  // namespace gioul
