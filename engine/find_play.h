// Finds one play that leads to a given afterstate, and the afterstate of a given play, without
// generating all plays: fast enough to record and check every decision of self-play.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <optional>

#include "engine/movegen.h"
#include "engine/plays.h"

namespace gioul {

namespace detail {

/// Returns the highest place where two sides differ; they must differ.
constexpr int highest_difference(const Side& a, const Side& b) {
  PlaceSet set = 0;
  for (std::size_t i = 0; i < 4; ++i) set |= a.planes[i] ^ b.planes[i];
  return highest_place(set);
}

/// Members shared by the classes that search for plays.
template <Rules R>
class PlaySteps {
 public:
  PlaySteps(const Position& position, Dice dice)
      : position_(position),
        dice_(dice),
        ground_(ground_of<R>(position, dice)),
        allowance_(allowance_of(position, dice)) {}

 protected:
  static CheckerMove step(const Mover& before, const Mover& after, int from, int die) {
    return {from, destination(from, die), before.hits != after.hits};
  }

  Position afterstate(const Mover& mover, std::size_t used) const {
    Position next;
    write_afterstate<R>(frame_after<R>(position_, dice_, static_cast<int>(used)), ground_, mover,
                        next);
    return next;
  }

  bool goes_on(const Mover& mover) const { return ending_of<R>(ground_, mover) == Ending::kNone; }

  const Position& position_;
  Dice dice_;
  Ground ground_;
  Allowance allowance_;
};

template <Rules R>
class AfterstateSearch : PlaySteps<R> {
 public:
  AfterstateSearch(const Position& position, Dice dice, const Position& next, bool mover_acts_next)
      : PlaySteps<R>(position, dice), next_(next), goal_(mover_acts_next ? next.own : next.opp) {}

  // Longer plays are tried first: a shorter sequence that bears off with a higher die may reach the
  // same board without being a legal play.
  Play run() {
    const Mover mover{this->position_.own, 0};
    if (!this->allowance_.is_one_number()) {
      const int high = this->allowance_.high;
      const int low = this->allowance_.low;
      if (two(mover, high, low) || two(mover, low, high)) return play_;
      if (last(mover, high) || last(mover, low)) return play_;
    } else if (count_origins(this->allowance_.high) && in_some_order(mover)) {
      return play_;
    }
    assert(mover.own == goal_ && arrived(mover));
    return play_;
  }

 private:
  bool arrived(const Mover& mover) const { return this->afterstate(mover, play_.size) == next_; }

  bool two(const Mover& mover, int die, int other) {
    for (PlaceSet rest = origins<R>(this->ground_, mover.own, die); rest != 0;) {
      const int from = highest_place(rest);
      rest ^= place_bit(from);
      const Mover next = moved<R>(this->ground_, mover, from, die);
      if (!this->goes_on(next)) continue;
      play_.moves[play_.size++] = this->step(mover, next, from, die);
      if (last(next, other)) return true;
      --play_.size;
    }
    return false;
  }

  // A checker move changes nothing above its origin, so the origin is the highest difference.
  bool last(const Mover& mover, int die) {
    if (mover.own == goal_) return false;
    const int from = highest_difference(mover.own, goal_);
    if ((origins<R>(this->ground_, mover.own, die) & place_bit(from)) == 0) return false;
    const Mover next = moved<R>(this->ground_, mover, from, die);
    if (!(next.own == goal_) || !this->goes_on(next)) return false;
    play_.moves[play_.size++] = this->step(mover, next, from, die);
    if (arrived(next)) return true;
    --play_.size;
    return false;
  }

  // For one number, the boards before and after fix how often each place is an origin: the checkers
  // that were there or arrived, less those still there. Returns false if that is impossible.
  bool count_origins(int die) {
    int total = 0;
    for (int place = kBar; place > kOff; --place) {
      const auto p = static_cast<std::size_t>(place);
      const int came = place + die <= kBar ? left_[p + static_cast<std::size_t>(die)] : 0;
      left_[p] = this->position_.own.count(place) + came - goal_.count(place);
      if (left_[p] < 0) return false;
      total += left_[p];
    }
    moves_ = static_cast<std::size_t>(total);
    return total > 0 && total <= this->allowance_.moves;
  }

  bool in_some_order(const Mover& mover) {
    if (play_.size == moves_) return mover.own == goal_ && arrived(mover);
    const int die = this->allowance_.high;
    for (PlaceSet rest = origins<R>(this->ground_, mover.own, die); rest != 0;) {
      const int from = highest_place(rest);
      rest ^= place_bit(from);
      int& left = left_[static_cast<std::size_t>(from)];
      if (left == 0) continue;
      const Mover next = moved<R>(this->ground_, mover, from, die);
      if (!this->goes_on(next)) continue;
      --left;
      play_.moves[play_.size++] = this->step(mover, next, from, die);
      if (in_some_order(next)) return true;
      --play_.size;
      ++left;
    }
    return false;
  }

  const Position& next_;
  const Side& goal_;  // the mover's half of `next_`
  Play play_;
  std::array<int, kPlaces> left_{};  // moves of the number still to be made from each place
  std::size_t moves_ = 0;
};

template <Rules R>
class EndingSearch : PlaySteps<R> {
 public:
  EndingSearch(const Position& position, Dice dice, Ending ending)
      : PlaySteps<R>(position, dice), ending_(ending) {}

  Play run() {
    const Mover mover{this->position_.own, 0};
    const Allowance& allowance = this->allowance_;
    [[maybe_unused]] const bool found = allowance.is_one_number()
                                            ? one_number(mover, ~PlaceSet{0})
                                            : two(mover, allowance.high, allowance.low) ||
                                                  two(mover, allowance.low, allowance.high);
    assert(found);
    return play_;
  }

 private:
  // Makes a checker move. Returns true if it ends the game as wanted, or go_on(next) finds the
  // rest.
  template <typename GoOn>
  bool try_move(const Mover& mover, int from, int die, GoOn go_on) {
    const Mover next = moved<R>(this->ground_, mover, from, die);
    play_.moves[play_.size++] = this->step(mover, next, from, die);
    const Ending ending = ending_of<R>(this->ground_, next);
    if (ending == ending_ || (ending == Ending::kNone && go_on(next))) return true;
    --play_.size;
    return false;
  }

  bool one_number(const Mover& mover, PlaceSet limit) {
    if (static_cast<int>(play_.size) == this->allowance_.moves) return false;
    const int die = this->allowance_.high;
    for (PlaceSet rest = origins<R>(this->ground_, mover.own, die) & limit; rest != 0;) {
      const int from = highest_place(rest);
      rest ^= place_bit(from);
      const PlaceSet below = R::kOrderMatters ? ~PlaceSet{0} : (place_bit(from) << 1) - 1;
      if (try_move(mover, from, die, [&](const Mover& next) { return one_number(next, below); })) {
        return true;
      }
    }
    return false;
  }

  bool two(const Mover& mover, int die, int other) {
    if (die == 0) return false;
    for (PlaceSet rest = origins<R>(this->ground_, mover.own, die); rest != 0;) {
      const int from = highest_place(rest);
      rest ^= place_bit(from);
      if (try_move(mover, from, die, [&](const Mover& next) { return two(next, other, 0); })) {
        return true;
      }
    }
    return false;
  }

  Ending ending_;
  Play play_;
};

}  // namespace detail

/// Returns a legal play that leads to the afterstate `next`, which is from the viewpoint of the
/// player who acts there. Such a play must exist.
template <Rules R>
Play find_play(const Position& position, Dice dice, const Position& next, bool mover_acts_next) {
  return detail::AfterstateSearch<R>(position, dice, next, mover_acts_next).run();
}

/// Returns a legal play that ends the game by `ending`. Such a play must exist.
template <Rules R>
Play find_ending_play(const Position& position, Dice dice, Ending ending) {
  return detail::EndingSearch<R>(position, dice, ending).run();
}

namespace detail {

template <Rules R>
class PlayFollower : PlaySteps<R> {
 public:
  PlayFollower(const Position& position, Dice dice, const AfterstateList& list, const Play& play)
      : PlaySteps<R>(position, dice), list_(list), play_(play) {}

  std::optional<std::size_t> run() {
    const Allowance& allowance = this->allowance_;
    if (play_.size > static_cast<std::size_t>(allowance.moves)) return std::nullopt;
    const Mover mover{this->position_.own, 0};
    if (allowance.is_one_number()) return follow(mover, 0, allowance.high, allowance.high);
    const auto line = follow(mover, 0, allowance.high, allowance.low);
    return line ? line : follow(mover, 0, allowance.low, allowance.high);
  }

 private:
  std::optional<std::size_t> follow(const Mover& mover, std::size_t at, int die, int other) const {
    if (at == play_.size) return line_of(mover);
    const CheckerMove& move = play_.moves[at];
    if (move.from <= kOff || move.from > kBar) return std::nullopt;
    if ((origins<R>(this->ground_, mover.own, die) & place_bit(move.from)) == 0)
      return std::nullopt;
    const Mover next = moved<R>(this->ground_, mover, move.from, die);
    if (!(this->step(mover, next, move.from, die) == move)) return std::nullopt;
    const Ending ending = ending_of<R>(this->ground_, next);
    if (ending == Ending::kNone) return follow(next, at + 1, other, die);
    if (at + 1 < play_.size) return std::nullopt;
    for (std::size_t line = list_.positions().size(); line < list_.lines(); ++line) {
      if (list_.ending(line) == ending) return line;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> line_of(const Mover& mover) const {
    const Position next = this->afterstate(mover, play_.size);
    const auto positions = list_.positions();
    const auto found = std::find(positions.begin(), positions.end(), next);
    if (found == positions.end()) return std::nullopt;
    // A shorter sequence may reach the same board; only the length of a legal play counts.
    const Play play = find_play<R>(this->position_, this->dice_, next, list_.mover_acts_next());
    if (play.size != play_.size) return std::nullopt;
    return static_cast<std::size_t>(found - positions.begin());
  }

  const AfterstateList& list_;
  const Play& play_;
};

}  // namespace detail

/// Returns the index in `list`, the decision's afterstates, to which `play` leads with its moves in
/// the given order. Returns nullopt if it is illegal or its hits are marked wrongly.
template <Rules R>
std::optional<std::size_t> line_of_play(const Position& position, Dice dice,
                                        const AfterstateList& list, const Play& play) {
  return detail::PlayFollower<R>(position, dice, list, play).run();
}

}  // namespace gioul
