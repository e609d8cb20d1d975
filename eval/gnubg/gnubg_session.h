// A conversation with GNU Backgammon over its own socket interface: a process of its own, asked for
// one play after the other. Whether what it answers is lawful is not its business.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/dice.h"
#include "engine/position.h"
#include "eval/gnubg/gnubg_files.h"
#include "eval/gnubg/line_socket.h"
#include "eval/gnubg/shared_core.h"
#include "eval/ubgi/engine_process.h"

namespace gioul {

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

  /// What it thinks of a position to roll, `plies` rolls ahead, nothing dropped on the way.
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
