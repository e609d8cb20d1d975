// Communicates with a GNU Backgammon process over its socket interface: sends positions, receives
// plays and evaluations. Does not check that plays are legal.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/dice.h"
#include "engine/position.h"
#include "eval/engines/engine_process.h"
#include "eval/engines/gnubg_files.h"

namespace gioul {

/// The CPU cores that this process may run on. Each can be reserved for one engine process and the
/// thread that uses it. Thread-safe.
class CpuPool {
 public:
  /// Finds the cores that this process may run on.
  CpuPool();

  /// Reserves a core and returns its number: the core that the caller runs on or, if that is
  /// reserved already, another one. Returns -1 if all are reserved.
  int acquire();
  /// Makes a reserved core available again.
  void release(int cpu);

 private:
  std::mutex mutex_;
  std::set<int> free_cpus_;  // numbers of the cores that are not reserved
};

/// Pins an engine process to one core of the pool, if one is free, for the lifetime of the object.
/// An engine and its caller wait for each other in turn. They are fastest on the same core, since
/// no sleeping core has to be woken.
class CpuPin {
 public:
  /// Pins the process with this ID; has no effect if that fails.
  CpuPin(CpuPool& pool, pid_t process);
  ~CpuPin();
  CpuPin(const CpuPin&) = delete;
  CpuPin& operator=(const CpuPin&) = delete;

  /// Pins the calling thread to the core of `pin` (the engine's core) for the lifetime of this
  /// object; does nothing if `pin` is null. Used while the thread waits for the engine, not while
  /// it computes.
  class ScopedAffinity {
   public:
    explicit ScopedAffinity(const CpuPin* pin);
    ~ScopedAffinity();
    ScopedAffinity(const ScopedAffinity&) = delete;
    ScopedAffinity& operator=(const ScopedAffinity&) = delete;

   private:
    bool changed_ = false;           // true if the thread was pinned
    cpu_set_t previous_affinity_{};  // restored by the destructor
  };

 private:
  CpuPool& pool_;
  int cpu_;  // the reserved core; -1 if there is none
};

/// Exchanges lines with a server over a socket. All calls return in time, whatever the server does.
/// Not thread-safe.
class LineSocket {
 public:
  using Clock = std::chrono::steady_clock;

  /// Maximum length of a received line, in characters.
  static constexpr std::size_t kMaxLineLength = 4096;

  /// Connects to the server at `address`: "127.0.0.1:PORT", or the path of a Unix socket. `player`
  /// is the player's name in the log (eval/engines/engine_log.h). Throws PlayerFailure if no server
  /// listens there.
  LineSocket(const std::string& address, std::string player);
  ~LineSocket();
  LineSocket(const LineSocket&) = delete;
  LineSocket& operator=(const LineSocket&) = delete;

  /// Sends `text`. Returns false if the server has closed the connection or accepts no more data.
  /// Lines that the server sent before can still be read by next_line().
  bool send(std::string_view text);

  /// Returns text that the server has sent without a request, or "". Does not wait.
  std::string read_unsolicited();

  /// Returns the next line without its newline, or nullopt if none arrives before the deadline.
  /// Throws PlayerFailure if the line is too long.
  std::optional<std::string> next_line(Clock::time_point deadline);

  /// Returns true once the server has closed the connection.
  bool is_closed() const { return closed_; }

 private:
  void connect_to_path(const std::string& path);
  void connect_to_port(int port);
  // Adds the text that has arrived to received_text_, without waiting.
  void read_more();

  int socket_ = -1;            // file descriptor
  bool is_tcp_ = false;        // true for a port, false for the path of a Unix socket
  std::string player_name_;    // name in the log
  std::string received_text_;  // text received but not returned yet
  bool closed_ = false;        // the server has closed the connection
};

/// Formats a position of Portes as a board of FIBS servers, which gnubg reads, for the player to
/// move. Without dice, the player is to roll. The score is 0-0 in a match to 2 points, for which
/// the match equity table of GnubgTempFolder makes a gammon worth as much as in Portes.
std::string format_fibs_board(const Position& position, std::optional<Dice> dice);

/// A running GNU Backgammon process that answers requests. All functions throw PlayerFailure if
/// gnubg fails or exceeds a time limit; the session must not be used after that. They throw
/// std::runtime_error, which ends the run, if gnubg reads a board other than the one sent. The
/// destructor ends the process and removes its folder. Not thread-safe.
class GnubgSession {
 public:
  /// Starts gnubg and tests that it values outcomes as Portes does. If `cpus` is not null, gnubg
  /// shares a core of that pool with the calling thread.
  GnubgSession(const GnubgSpec& spec, std::shared_ptr<CpuPool> cpus);

  /// Returns the play that gnubg chooses for a roll, in its notation, such as "8/5 6/5 ".
  std::string choose_play(const Position& position, Dice dice);

  /// Returns gnubg's equity of a position, in points of Portes for the player to roll, by a search
  /// of `plies` plies.
  double evaluate(const Position& position, int plies);

 private:
  using Deadline = EngineProcess::Clock::time_point;

  // Waits until gnubg listens for a connection. Returns its address, as for LineSocket.
  std::string wait_for_server_address(Deadline deadline);
  // Sends a question and returns the answer. If `board`, the position in the question, is not null,
  // checks that gnubg read it correctly. `seconds` is the time limit.
  std::string request_answer(const std::string& question, double seconds, const Position* board);
  // Returns the six numbers of gnubg's evaluation of a position: the probabilities of a win, of a
  // gammon and of a backgammon won, of both lost, and its match winning chance (MWC).
  std::array<double, 6> request_evaluation(const Position& position, int plies);
  // Throws std::runtime_error if `position_id`, which gnubg repeated, is not that of `board`.
  void check_board(const Position& board, std::string_view position_id) const;
  // Waits for gnubg's next line. Throws PlayerFailure at `deadline`; `seconds`, the time limit, is
  // only for the message.
  std::string read_answer(Deadline deadline, double seconds);
  // Discards gnubg's standard output, so that gnubg never blocks.
  void discard_output();
  // Throws PlayerFailure with the reason for a lost connection, which is probably that gnubg died.
  [[noreturn]] void throw_connection_lost();

  GnubgSpec spec_;
  std::shared_ptr<CpuPool> cpu_pool_;
  GnubgTempFolder temp_folder_;
  EngineProcess process_;
  std::optional<CpuPin> cpu_pin_;
  std::optional<LineSocket> socket_;
};

}  // namespace gioul
