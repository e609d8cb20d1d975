// The list that move generation fills: the distinct afterstates (positions after a play) of one
// decision. The caller owns and reuses it. Of plays that end the game, it stores only the set of
// results.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// Upper bound on the afterstates of one decision: the ways to distribute the four moves of a
/// doublet over 15 checkers, C(18, 4) = 3060. A roll of two different numbers has fewer: at most 15
/// * 15 pairs of checkers, and 15 more if the order of the dice matters for one checker.
inline constexpr std::size_t kMaxAfterstates = 3060;
static_assert(kMaxCheckers == 15 && kDoubletMoves == 4, "the bound is for these");

/// All distinct afterstates of a decision, in an order that depends on the decision alone. Indices
/// from 0 to size() - 1 count the positions first, then one entry for each way in which a play ends
/// the game.
class AfterstateList {
 public:
  AfterstateList() {}  // not "= default": std::make_unique would zero 130 KB

  /// The afterstates that do not end the game, from the viewpoint of the next player to move. They
  /// all have the same next player (mover_acts_next()) and the same Position::owed_moves.
  std::span<const Position> positions() const { return {positions_.data(), position_count_}; }

  /// Number of afterstates, at least 1. Plays that end the game in the same way count as one.
  std::size_t size() const {
    // At most three endings. std::popcount would be a function call without a hardware instruction.
    return position_count_ + (ending_bits_ >> 1 & 1u) + (ending_bits_ >> 2 & 1u) +
           (ending_bits_ >> 3 & 1u);
  }

  /// Returns the way in which the afterstate `index` ends the game; kNone if the game continues.
  Ending ending(std::size_t index) const {
    if (index < position_count_) return Ending::kNone;
    std::uint32_t remaining_endings = ending_bits_;
    for (std::size_t skip = index - position_count_; skip > 0; --skip)
      remaining_endings &= remaining_endings - 1;
    return static_cast<Ending>(std::countr_zero(remaining_endings));
  }

  /// Returns the index of the entry for plays that end the game by `ending`, or nullopt if no play
  /// does.
  std::optional<std::size_t> find_ending(Ending ending) const {
    for (std::size_t index = position_count_; index < size(); ++index) {
      if (this->ending(index) == ending) return index;
    }
    return std::nullopt;
  }

  /// Returns true if the player who decided also makes the next decision: within a chain, or after
  /// playing the forfeited moves of the opponent.
  bool mover_acts_next() const { return mover_acts_next_; }

  /// The roll of the decision; nullopt if moves of a chain were owed.
  std::optional<Dice> dice() const { return dice_; }

  /// Empties the list, for a decision with the roll `dice`.
  void clear(std::optional<Dice> dice) {
    dice_ = dice;
    position_count_ = 0;
    ending_bits_ = 0;
    mover_acts_next_ = false;
  }
  /// Removes all positions, but keeps the ways in which plays end the game.
  void drop_positions() { position_count_ = 0; }
  /// Appends an uninitialized position and returns it; the caller must fill it.
  Position& append_uninitialized_position() { return positions_[position_count_++]; }
  /// Removes the last position.
  void remove_last_position() { --position_count_; }
  /// Returns the address at which the next position is to be written. To append several, write them
  /// from there on and pass the end to set_positions_end().
  Position* positions_end() { return positions_.data() + position_count_; }
  /// Sets the end of the list of positions, after some were written from positions_end() on.
  void set_positions_end(const Position* end) {
    position_count_ = static_cast<std::size_t>(end - positions_.data());
  }
  /// Records that some play ends the game by `ending`.
  void add_ending(Ending ending) { ending_bits_ |= 1u << static_cast<int>(ending); }
  /// Removes the positions for which predicate(position) is true. If that would leave neither a
  /// position nor an ending in the list, removes none.
  template <typename Predicate>
  void remove_unless_all_match(Predicate predicate) {
    const auto end = positions_.begin() + static_cast<std::ptrdiff_t>(position_count_);
    const bool all = std::all_of(positions_.begin(), end, predicate);
    if (all && ending_bits_ == 0) return;
    position_count_ = static_cast<std::size_t>(std::remove_if(positions_.begin(), end, predicate) -
                                               positions_.begin());
  }
  /// Sets whether the player who decided also makes the next decision.
  void set_mover_acts_next(bool acts) { mover_acts_next_ = acts; }

 private:
  // The first position_count_ elements are in use.
  std::array<Position, kMaxAfterstates> positions_;
  std::size_t position_count_ = 0;  // number of positions
  std::uint32_t ending_bits_ = 0;   // bit e is set if some play ends the game by Ending e
  std::optional<Dice> dice_;        // roll of the decision
  bool mover_acts_next_ = false;    // see mover_acts_next()
};

}  // namespace gioul
