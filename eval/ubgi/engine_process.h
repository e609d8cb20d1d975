// A program of somebody else's at the other end of three pipes. It may say nothing, too much or
// rubbish, hang, or die: whatever it does, a call here ends in time and leaves no process behind.
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

/// Used by one thread at a time. The program leads a process group of its own, all of which is
/// killed with it. Functions that talk to it throw PlayerFailure (eval/play/player.h) once it has
/// died, closed its ends, or said more than is allowed.
class EngineProcess {
 public:
  using Clock = std::chrono::steady_clock;

  static Clock::time_point after(double seconds) {  // from now on
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  static constexpr std::size_t kLongestLine = 65536;      // characters
  static constexpr std::size_t kLongestAnswer = 4 << 20;  // characters since begin_question()

  /// Starts words[0], looked up in PATH, with the other words as its arguments. Throws
  /// PlayerFailure if there is no such program.
  explicit EngineProcess(const std::vector<std::string>& words);
  /// Kills what is still there.
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  /// The process, which is the group's leader; -1 once it is gone.
  pid_t id() const { return pid_; }

  /// Forgets how much it has said so far.
  void begin_question() { answer_size_ = 0; }

  /// Writes all of `text`. False if the deadline passed before it was taken.
  bool send(std::string_view text, Clock::time_point deadline);

  /// The next line, without its end ("\n" or "\r\n"). Nothing if none comes before the deadline;
  /// one that is there already is returned whatever the deadline.
  std::optional<std::string> next_line(Clock::time_point deadline);

  /// How it ended, by itself or otherwise.
  struct End {
    bool by_itself = false;  // within the grace
    bool exited = false;     // and not by a signal
    int code = 0;            // exit code, or the signal
  };

  /// Closes its input and gives it `grace` to end; then kills it. May be called once, as the last.
  End finish(std::chrono::milliseconds grace);

 private:
  enum Pipe : std::size_t { kInput, kOutput, kErrors };  // as the program calls them

  bool wait_for_pipes(bool to_write, Clock::time_point deadline);
  void read_output();
  void read_errors();
  std::optional<std::string> take_line();
  bool has_ended() const;
  bool ends_within(std::chrono::milliseconds grace);
  End kill_group();
  [[noreturn]] void fail_dead();
  std::string last_words() const;
  void close_pipe(Pipe pipe);

  pid_t pid_ = -1;
  std::array<int, 3> pipes_{-1, -1, -1};  // our ends, by Pipe
  std::string output_;                    // read, from at_ on not yet handed out
  std::size_t at_ = 0;
  std::size_t searched_ = 0;  // of what follows at_: there is no line end in it
  std::size_t answer_size_ = 0;
  std::string errors_;  // the end of what it wrote to stderr
};

/// Starts of an engine that failed, one after the other: each loses a game, until there are so many
/// that whoever runs the games should know before all of them are lost.
class FailedStarts {
 public:
  static constexpr int kMost = 10;

  /// The engine has started.
  void forget() { count_ = 0; }

  /// It has not: throws PlayerFailure with the reason, or std::runtime_error if `engine`, which has
  /// been started before, is no opponent any more.
  [[noreturn]] void add(const std::string& engine, const PlayerFailure& failure) {
    const std::string reason = std::string("at the start: ") + failure.what();
    if (++count_ < kMost) throw PlayerFailure(reason);
    throw std::runtime_error("engine '" + engine + "' failed " + std::to_string(count_) +
                             " times in a row " + reason);
  }

  /// What a user is told whose engine can't be started even once.
  static InputError refusal(const std::string& engine, const PlayerFailure& failure) {
    return InputError("engine '" + engine + "' failed to start: " + failure.what());
  }

 private:
  int count_ = 0;  // in a row
};

}  // namespace gioul
