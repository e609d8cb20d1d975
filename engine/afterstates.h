// The result of move generation: every distinct afterstate of one decision, once, in storage that
// the caller owns and reuses. Plays that end the game are kept as the set of their results.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// Upper bound on the afterstates of one decision. Each afterstate comes from giving each of at
/// most 15 checkers a number of steps, four in all for a doublet: C(18, 4) = 3060 ways. An ordinary
/// roll has at most 15 * 15 pairs of checkers and 15 more where the order of one checker's dice
/// matters.
inline constexpr std::size_t kMaxAfterstates = 3060;
static_assert(kMaxCheckers == 15 && kDoubletMoves == 4, "the bound is for these");

/// All afterstates of a decision. Order is a function of the decision alone.
class AfterstateList {
 public:
  AfterstateList() {}  // not "= default": std::make_unique would fill 130 KB with zeros

  /// The afterstates that don't end the game, each seen by whoever acts next. All of one decision
  /// have the same next player (see mover_acts_next) and the same `owed`.
  std::span<const Position> positions() const { return {positions_.data(), size_}; }

  /// Lines as `gioul moves` prints them: positions, then one for each different ending. At least 1.
  std::size_t lines() const {
    // Three endings at most; not std::popcount, a function call where no instruction is assumed.
    return size_ + (endings_ >> 1 & 1u) + (endings_ >> 2 & 1u) + (endings_ >> 3 & 1u);
  }

  bool has_ending(Ending ending) const { return (endings_ >> static_cast<int>(ending) & 1u) != 0; }

  /// The ending of line `line`, kNone for the lines that are positions.
  Ending ending(std::size_t line) const {
    if (line < size_) return Ending::kNone;
    std::uint32_t rest = endings_;
    for (std::size_t skip = line - size_; skip > 0; --skip) rest &= rest - 1;
    return static_cast<Ending>(std::countr_zero(rest));
  }

  /// True if the mover also makes the next decision (inside his chain, or after a forfeit).
  bool mover_acts_next() const { return mover_acts_next_; }

  /// The roll of the decision; without a meaning if it is a pending one.
  Dice dice() const { return dice_; }

  /// Begins the list of another decision.
  void clear(Dice dice) {
    dice_ = dice;
    size_ = 0;
    endings_ = 0;
    mover_acts_next_ = false;
  }
  void drop_positions() { size_ = 0; }
  /// The place of the next position, for the generator to fill.
  Position& push() { return positions_[size_++]; }
  void pop() { --size_; }
  /// The same for many: write from end() on, then say where the new end is.
  Position* end() { return positions_.data() + size_; }
  void set_end(const Position* end) { size_ = static_cast<std::size_t>(end - positions_.data()); }
  void add_ending(Ending ending) { endings_ |= 1u << static_cast<int>(ending); }
  /// Removes the positions for which `offends` holds, unless that would leave no line at all.
  template <typename Predicate>
  void drop_if_any_remains(Predicate offends) {
    const auto end = positions_.begin() + static_cast<std::ptrdiff_t>(size_);
    const bool all = std::all_of(positions_.begin(), end, offends);
    if (all && endings_ == 0) return;
    size_ = static_cast<std::size_t>(std::remove_if(positions_.begin(), end, offends) -
                                     positions_.begin());
  }
  void set_mover_acts_next(bool acts) { mover_acts_next_ = acts; }

 private:
  std::array<Position, kMaxAfterstates> positions_;
  std::size_t size_ = 0;
  std::uint32_t endings_ = 0;  // bit e for Ending e
  Dice dice_{1, 1};
  bool mover_acts_next_ = false;
};

}  // namespace gioul
