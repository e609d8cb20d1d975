// Rolled-out study of rolls: for a position and its dice the best plays of a search, whole chains
// where doublets begin them, all played out with the same dice until it is certain which is best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

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
  /// `player` chooses the plays of the rollouts; empty: the evaluator `fast` does. The search goes
  /// by `judge`.
  RollStudy(Game game, RollStudyOptions options, EvaluatorFactory judge, EvaluatorFactory fast,
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
  EvaluatorFactory judge_;
  EvaluatorFactory fast_;
  PlayerFactory player_;
};

/// The seed of rollout `number` of a study.
constexpr std::uint64_t rollout_seed(std::uint64_t seed, std::uint64_t number) {
  return 1'000'000 * seed + number;
}

/// The mean over rolls, at least one, that were studied with different numbers: with all 21 the
/// value of the position before the dice.
Estimate mean_equity(std::span<const RolledOutRoll> rolls);

}  // namespace gioul
