// The value of a pending position: the best that can be made of what is owed or forfeited, when the
// values of positions to roll are known.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/solve/exact_table.h"

namespace gioul {

/// Used by one thread at a time. A chain's ends are found decision by decision; the boards in
/// between are few and remembered.
class PendingValues {
 public:
  explicit PendingValues(Game game) : game_(game) {}

  /// The value for the player to act; to_roll(position) is that of one with nothing pending.
  template <typename ToRoll>
  Value value(const Position& position, const ToRoll& to_roll) {
    if (memo_.size() > kMemoLimit) memo_.clear();
    return value_at(position, to_roll, 0);
  }

 private:
  static constexpr std::size_t kMemoLimit = 1 << 16;  // pending positions remembered, some 6 MB

  template <typename ToRoll>
  Value value_at(const Position& position, const ToRoll& to_roll, std::size_t depth) {
    if (!position.is_pending()) return to_roll(position);
    const auto known = memo_.find(position);
    if (known != memo_.end()) return known->second;
    if (lists_.size() <= depth) lists_.push_back(std::make_unique<AfterstateList>());
    AfterstateList& list = *lists_[depth];
    game_.generate(position, kNoDice, list);
    Value best{};
    double best_equity = -3.0;
    const auto consider = [&](const Value& value) {
      if (equity(value) <= best_equity) return;
      best_equity = equity(value);
      best = value;
    };
    for (const Position& next : list.positions()) {
      const Value value = value_at(next, to_roll, depth + 1);
      consider(list.mover_acts_next() ? value : flipped(value));
    }
    for (std::size_t line = list.positions().size(); line < list.lines(); ++line) {
      consider(certain_value(outcome_of(list.ending(line))));
    }
    memo_.emplace(position, best);
    return best;
  }

  Game game_;
  std::unordered_map<Position, Value, PositionHash> memo_;
  std::vector<std::unique_ptr<AfterstateList>> lists_;  // one a depth
};

}  // namespace gioul
