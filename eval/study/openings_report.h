// What a study of all opening rolls, and of replies to their best plays, has found out, and how it
// is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/part.h"
#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/study/openings.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// The replies to the best play of an opening roll.
struct OpeningReplies {
  std::size_t opening = 0;  // its place in OpeningsReport::openings
  std::vector<RolledOutRoll> rolls;
};

struct OpeningsReport {
  Game game = {};
  std::string net;  // who plays the rollouts
  std::int64_t trials = 0;
  std::int64_t reply_trials = 0;
  std::uint64_t seed = 0;
  std::vector<RolledOutRoll> openings;  // in the order of kRolls
  std::vector<OpeningReplies> replies;
};

/// How far a study is.
struct OpeningsProgress {
  std::string what;         // "opening 6-5", "reply to 6-5, 3-1"
  std::size_t rolls = 0;    // studied before this one, replies included
  RolloutProgress rollout;  // of this one
};

class OpeningsStudy {
 public:
  struct Options {
    Game game;
    Position start{};
    std::string name;  // of who plays the rollouts
    RollStudyOptions openings;
    RollStudyOptions replies;
    RollMemo* memo = nullptr;  // remembers rolls, if there is one
  };
  using Progress = std::function<void(const OpeningsProgress&)>;

  /// As for RollStudy. `progress` is called now and then, from one thread at a time.
  OpeningsStudy(Options options, EvaluatorFactory judge, EvaluatorFactory fast,
                PlayerFactory player = {}, Progress progress = {});

  /// Begins with the opening rolls: all, or one part of them. Rolls of other parts are in the
  /// report without any plays.
  void study_openings(const Part& part = {});

  /// Whether a roll of the opponent follows the best play of an opening, by its place.
  bool has_replies(std::size_t opening) const;

  /// Then come the replies to one of them, which has some.
  void study_replies(std::size_t opening);

  const OpeningsReport& report() const { return report_; }

 private:
  std::vector<RolledOutRoll> all_rolls(const RollStudyOptions& options, const Position& position,
                                       const std::string& what, std::size_t first_number,
                                       const Part& part = {});

  Options options_;
  EvaluatorFactory judge_;
  EvaluatorFactory fast_;
  PlayerFactory player_;
  Progress progress_;
  std::size_t studied_ = 0;
  OpeningsReport report_;
};

/// How a roll is played: "24/18 24/19"; of a chain "5's: 24/19(4) 6's: 19/13(2), forfeits 2".
std::string play_text(Game game, const RolledOutRoll& roll, const RolledOutPlay& play);

/// Whether the roll begins a chain.
bool is_chain(Game game, const RolledOutRoll& roll);

/// JSON; docs/analysis.md has its fields.
std::string openings_json(const OpeningsReport& report);

}  // namespace gioul
