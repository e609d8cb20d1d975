// A conversation with GNU Backgammon over its own socket interface: a process of its own, asked for
// one play after the other. Whether what it answers is lawful is not its business.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/dice.h"
#include "engine/position.h"
#include "eval/gnubg/gnubg_files.h"
#include "eval/ubgi/engine_process.h"

namespace gioul {

/// The cores that this process may use, each lent to one pair at a time. Used by all threads.
class CorePool {
 public:
  CorePool();

  /// The core on which the caller runs, or if that is lent, another; -1 if all are.
  int take();
  void give_back(int core);

 private:
  struct Core {
    int number;
    bool lent;
  };

  std::mutex mutex_;
  std::vector<Core> cores_;
};

/// Keeps a process on one core of the pool, for as long as it lives, if one is to be had. Two
/// threads that take turns, each waiting for the other, are fastest there: the one that waits need
/// not be woken on a core that sleeps.
class SharedCore {
 public:
  SharedCore(CorePool& pool, pid_t process);
  ~SharedCore();
  SharedCore(const SharedCore&) = delete;
  SharedCore& operator=(const SharedCore&) = delete;

  /// The calling thread is on that core too for as long as one of these lives: while it waits, and
  /// not while it works.
  class Visit {
   public:
    explicit Visit(const SharedCore* core);
    ~Visit();
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    bool moved_ = false;
    cpu_set_t before_{};
  };

 private:
  CorePool& pool_;
  int core_;
};

/// Lines over a Unix socket with somebody else's server: calls end in time, whatever it does. Used
/// by one thread at a time.
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

/// Chances of the player to roll, each as gnubg says it, and the points that follow.
struct GnubgOutlook {
  double win;
  double win_gammon;
  double lose_gammon;
  double points;  // by its match equity table: 2 win - 1 + win_gammon - lose_gammon
};

/// Used by one thread at a time. Everything throws PlayerFailure if gnubg does not do what it must
/// in time; the session is of no use then. It ends with its process and its folder.
class GnubgSession {
 public:
  /// Starts gnubg and sees that it prices games as Portes does. Beside a pool of cores it shares
  /// one with whoever asks.
  GnubgSession(const GnubgSpec& spec, std::shared_ptr<CorePool> cores);

  /// What it would play, as it says it: "8/5 6/5 ".
  std::string play(const Position& position, Dice dice);

  /// What it thinks of a position to roll, `plies` rolls ahead.
  GnubgOutlook outlook(const Position& position, int plies);

 private:
  using Deadline = EngineProcess::Clock::time_point;

  void wait_for_server(Deadline deadline);
  std::string ask(const std::string& question, double seconds);
  std::string answer(Deadline deadline, double seconds);
  void pass_over_output();
  [[noreturn]] void fail_closed();

  GnubgSpec spec_;
  std::shared_ptr<CorePool> pool_;
  GnubgFolder folder_;
  EngineProcess process_;
  std::optional<SharedCore> core_;
  std::optional<LineSocket> socket_;
};

}  // namespace gioul
