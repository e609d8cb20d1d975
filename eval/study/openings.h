// Rolled-out study of rolls: for a position and its dice the best plays of a search, whole chains
// where doublets begin them, all played out with the same dice until it is certain which is best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/part.h"
#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/play/rollout.h"
#include "eval/search/search.h"
#include "eval/study/analysis.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// One way to play a roll.
struct RolledOutPlay {
  std::vector<Play> plays;  // of one decision, or of a chain number by number
  RolloutStart start;       // where it leads
  double search_equity = 0.0;
  RolloutResult result;
};

/// A roll and how to play it.
struct RolledOutRoll {
  Position position{};
  Dice dice{};
  std::vector<RolledOutPlay> plays;  // those that were rolled out, best first; at least one

  const RolledOutPlay& best() const { return plays.front(); }
};

struct RollStudyOptions {
  SearchOptions search = default_search(1);
  std::size_t plays = 5;  // rolled out at most
  RolloutOptions rollout = {.game = find_game("gioul"), .trials = 51840, .certainty = 3.3};
};

/// What the two rollouts of a roll came to, which with the roll's candidates make a RolledOutRoll.
struct RollRollouts {
  std::vector<RolloutResult> plays;  // of each candidate, in the search's order
  RolloutResult best;                // of the best of them again
};

/// Rolls that somebody remembers, so that they are not rolled out again.
class RollMemo {
 public:
  virtual ~RollMemo() = default;

  /// Of the roll with this number, if it is known; to the last bit.
  virtual std::optional<RollRollouts> recall(std::uint64_t number) = 0;
  /// Is told of a roll that was rolled out just now.
  virtual void keep(std::uint64_t number, const RollRollouts& rollouts) = 0;
};

/// Rolls out the plays of rolls; the results depend on the options and what is asked alone.
class RollStudy {
 public:
  /// `player` chooses the plays of the rollouts; empty: `evaluator` does, by which the search goes.
  RollStudy(Game game, RollStudyOptions options, EvaluatorFactory evaluator,
            PlayerFactory player = {});

  /// Rolls that are studied with different numbers have independent dice. Differences are from
  /// rollouts of all plays with the same dice, in which those surely worse are dropped; the equity
  /// of the best is from a second rollout with other dice, so that the choice does not bias it.
  /// What `memo` knows is not rolled out, and it is told of what is; it changes no result. Throws
  /// InputError if it knows something else than rollouts of this roll.
  RolledOutRoll study(const Position& position, Dice dice, std::uint64_t number,
                      const std::function<void(const RolloutProgress&)>& progress = {},
                      RollMemo* memo = nullptr) const;

 private:
  RollRollouts roll_out(const std::vector<RolledOutPlay>& plays, std::uint64_t number,
                        const std::function<void(const RolloutProgress&)>& progress) const;
  std::vector<RolledOutPlay> candidates(const Position& position, Dice dice) const;

  Game game_;
  RollStudyOptions options_;
  EvaluatorFactory evaluator_;
  PlayerFactory player_;
};

/// The seed of rollout `number` of a study.
constexpr std::uint64_t rollout_seed(std::uint64_t seed, std::uint64_t number) {
  return 1'000'000 * seed + number;
}

/// The mean over rolls, at least one, that were studied with different numbers: with all 21 the
/// value of the position before the dice.
Estimate mean_equity(std::span<const RolledOutRoll> rolls);

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
  OpeningsStudy(Options options, EvaluatorFactory evaluator, PlayerFactory player = {},
                Progress progress = {});

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
  EvaluatorFactory evaluator_;
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
