// Solves pending positions, at which moves owed from a chain or forfeited by the opponent are
// played before the next roll. The value of a pending position is the value after the best way to
// play these moves, computed from the values of positions to roll.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/solve/exact_table.h"

namespace gioul {

/// Computes the values of pending positions (with owed or forfeited moves), and caches them. Not
/// thread-safe.
class PendingSolver {
 public:
  explicit PendingSolver(Game game) : game_(game) {}

  /// Returns the value of `position`, pending or not, for the player to move. to_roll(p) must
  /// return the value of a position to roll `p`, for the player to roll.
  template <typename ToRoll>
  Value value(const Position& position, const ToRoll& to_roll) {
    if (cache_.size() > kMaxCachedValues) cache_.clear();
    return value_at(position, to_roll, 0);
  }

 private:
  static constexpr std::size_t kMaxCachedValues = 1 << 16;  // number of positions; some 6 MB

  // Implements value(); `depth` is the depth of the recursion.
  template <typename ToRoll>
  Value value_at(const Position& position, const ToRoll& to_roll, std::size_t depth) {
    if (!position.is_pending()) return to_roll(position);
    const auto known = cache_.find(position);
    if (known != cache_.end()) return known->second;
    if (afterstate_lists_.size() <= depth)
      afterstate_lists_.push_back(std::make_unique<AfterstateList>());
    AfterstateList& list = *afterstate_lists_[depth];
    game_.generate_afterstates(position, std::nullopt, list);
    Value best{};
    double best_equity = -3.0;
    const auto update_best = [&](const Value& value) {
      if (equity(value) <= best_equity) return;
      best_equity = equity(value);
      best = value;
    };
    for (const Position& next : list.positions()) {
      const Value value = value_at(next, to_roll, depth + 1);
      update_best(list.mover_acts_next() ? value : flipped(value));
    }
    for (std::size_t index = list.positions().size(); index < list.size(); ++index) {
      update_best(one_hot_value(outcome_of(list.ending(index))));
    }
    cache_.emplace(position, best);
    return best;
  }

  Game game_;
  std::unordered_map<Position, Value, PositionHash> cache_;        // values of pending positions
  std::vector<std::unique_ptr<AfterstateList>> afterstate_lists_;  // one per recursion depth
};

}  // namespace gioul
