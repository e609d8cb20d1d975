// Move generation: all distinct afterstates of a decision, each once. It uses the fastest of three
// methods that fits the decision:
// - One number played several times: non-increasing origins give every afterstate once.
// - A roll of two numbers in the middle game: masks exclude pairs that lead to the same one.
// - All else (bearing off, a mother decided by two numbers, rules in which the order of the dice
//   matters): all orders, with a test for afterstates that are already in the list.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/afterstates.h"
#include "engine/checker_moves.h"
#include "engine/decision_rules.h"
#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "engine/side_set.h"

namespace gioul {

namespace detail {

/// A Bloom filter of boards: a board that is not in it is surely new; any other must be looked up
/// in the list. With sixty boards in 1,024 bits, one lookup in twenty is unnecessary.
class SeenFilter {
 public:
  /// Inserts a board. Returns true if it was certainly absent.
  bool surely_new(const Mover& mover) {
    std::array<std::uint64_t, 2> words;
    std::memcpy(words.data(), &mover.own, sizeof(Side));
    const std::uint64_t hash =
        ((words[0] ^ mover.hits) * 0x9E3779B97F4A7C15u ^ words[1]) * 0xD6E8FEB86659FD93u;
    std::uint64_t& word = bits_[hash >> 60];
    const std::uint64_t bit = std::uint64_t{1} << (hash >> 54 & 63u);
    const bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }

 private:
  std::array<std::uint64_t, 16> bits_{};
};

template <Rules R>
class Generator {
 public:
  Generator(const Position& position, Dice dice, AfterstateList& list)
      : position_(position), dice_(dice), list_(list), ground_(ground_of<R>(position, dice)) {}

  void run() {
    list_.clear(dice_);
    const Allowance allowance = allowance_of(position_, dice_);
    const Mover mover{position_.own, 0};
    if constexpr (R::kOrderMatters) {
      search_all_orders(mover, allowance);
      drop_objectionable();
    } else if (allowance.is_one_number()) {
      if (surely_no_ending_in_four(mover.own) && !mother_in_reach(allowance)) {
        one_number_of<Phase::kMiddle>(mover, allowance);
      } else {
        one_number_of<Phase::kAny>(mover, allowance);
        if (longest_ending_ > longest_) list_.drop_positions();
      }
    } else if (can_bear_off_soon(mover.own) || mother_in_reach(allowance)) {
      search_all_orders(mover, allowance);
    } else {
      ordinary(mover, allowance.high, allowance.low);
    }
  }

 private:
  // --- Output of afterstates ------------------------------------------------------------------

  void frame_for(int used) {
    frame_ = frame_after<R>(position_, dice_, used);
    list_.set_mover_acts_next(!frame_.passes);
  }

  void emit(const Mover& mover) { write_afterstate<R>(frame_, ground_, mover, list_.push()); }

  // Appends one afterstate for each origin in `from`; nothing is borne off. Always inline: most
  // calls have one or two origins, and the call overhead is 6 % of perft.
  [[gnu::always_inline]] inline void emit_each(const Mover& mover, PlaceSet from, int die) {
    Position* next = list_.end();
    // Local copies tell the compiler that writing to the list does not change them.
    Frame frame = frame_;
    const Mover before = mover;
    const auto for_each = [&](PlaceSet origins, const auto& write) {
      for (; origins != 0; origins &= origins - 1) {
        const PlaceSet origin = origins & (~origins + 1);
        write(Mover{before.own.with_move(origin, origin >> die), before.hits}, origin >> die);
      }
    };
    const auto write_own = [&](const Mover& after, PlaceSet) {
      *next = frame.position;
      (frame.passes ? next->opp : next->own) = after.own;
      ++next;
    };
    if constexpr (R::kAxes.contact == Contact::kBlock) {
      for_each(from, write_own);
    } else if constexpr (R::kAxes.contact == Contact::kHit) {
      // Earlier hits are the same for all; few moves hit again.
      settle_contact<R>(ground_, before, frame.passes, frame.position);
      const PlaceSet hitting = from & ((ground_.blots & ~before.hits) << die);
      for_each(from & ~hitting, write_own);
      for_each(hitting, [&](const Mover& after, PlaceSet to) {
        write_own(after, to);
        settle_contact<R>(ground_, {after.own, to}, frame.passes, next[-1]);
      });
    } else {
      // Most moves neither pin nor release a checker.
      settle_contact<R>(ground_, before, frame.passes, frame.position);
      const PlaceSet pins = pins_of(before.own);
      for_each(from, [&](const Mover& after, PlaceSet to) {
        write_own(after, to);
        if (pins_of(after.own) != pins) settle_contact<R>(ground_, after, frame.passes, next[-1]);
      });
    }
    list_.set_end(next);
  }

  PlaceSet pins_of(const Side& own) const { return own.occupied() & ground_.opp_points; }

  bool ends(const Mover& mover, int used) {
    const Ending ending = ending_of<R>(ground_, mover);
    if (ending == Ending::kNone) return false;
    list_.add_ending(ending);
    longest_ending_ = std::max(longest_ending_, used);
    return true;
  }

  // Returns true if a checker of the mover is on the opponent's lone mother or can get there.
  bool mother_in_reach(Allowance allowance) const {
    if constexpr (R::kAxes.mother == Mother::kNone) return false;
    if (ground_.target == 0) return false;
    const int pips = allowance.is_one_number() ? allowance.moves * allowance.high
                                               : allowance.high + allowance.low;
    const std::uint64_t in_reach = (std::uint64_t{ground_.target} << (pips + 1)) - 1;
    return (position_.own.occupied() & kOnBoardOrBar & in_reach) != 0;
  }

  // --- One number, up to four times -----------------------------------------------------------

  // kImpossible: within this decision no checker can be borne off, and the game cannot end.
  enum class Phase { kMiddle, kAny };

  // Four points outside home, or four checkers on one of them: they cannot all enter home.
  static bool surely_no_ending_in_four(const Side& own) {
    PlaceSet outside = own.occupied() & kOutside;
    if (((own.planes[2] | own.planes[3]) & outside) != 0) return true;
    for (int i = 0; i < 3; ++i) outside &= outside - 1;
    return outside != 0;
  }

  // Any legal multiset of moves of one number is legal in non-increasing order of origins, because
  // the move from further back never needs the other one. It fixes the afterstate, so each is
  // generated once. `limit` holds the origins up to the last one. `Left` is the number of moves
  // still to be made, a template argument so that each level is specialized.
  template <Phase P, int Left>
  void one_number(const Mover& mover, PlaceSet limit) {
    PlaceSet from = origins_in<P>(mover);
    if (from == 0) return emit_short(mover, moves_ - Left);
    from &= limit;  // if none remains: more moves are possible, but not in this order
    if constexpr (Left == 1) {
      if (from != 0) last_of_number<P>(mover, from);
    } else {
      for (; from != 0; from &= from - 1) {
        const int origin = lowest_place(from);
        const Mover next = moved<R>(ground_, mover, origin, die_);
        if (P == Phase::kAny && ends(next, moves_ - Left + 1)) continue;
        one_number<P, Left - 1>(next, (place_bit(origin) << 1) - 1);
      }
    }
  }

  template <Phase P>
  void one_number_of(const Mover& mover, Allowance allowance) {
    moves_ = allowance.moves;
    die_ = allowance.high;
    constexpr PlaceSet kAnywhere = ~PlaceSet{0};
    switch (allowance.moves) {
      case 1:
        return one_number<P, 1>(mover, kAnywhere);
      case 2:
        return one_number<P, 2>(mover, kAnywhere);
      case 3:
        return one_number<P, 3>(mover, kAnywhere);
      default:
        static_assert(kDoubletMoves == 4, "a case for each number of moves");
        return one_number<P, kDoubletMoves>(mover, kAnywhere);
    }
  }

  template <Phase P>
  void last_of_number(const Mover& mover, PlaceSet from) {
    if (longest_ < moves_) begin_length(moves_);
    if constexpr (P == Phase::kMiddle) {
      emit_each(mover, from, die_);
    } else {
      for (; from != 0; from &= from - 1) {
        const Mover next = moved<R>(ground_, mover, lowest_place(from), die_);
        if (!ends(next, moves_)) emit(next);
      }
    }
  }

  template <Phase P>
  PlaceSet origins_in(const Mover& mover) const {
    if constexpr (P == Phase::kAny || R::kAxes.contact == Contact::kHit) {
      return origins<R>(ground_, mover.own, die_);
    } else {
      return mover.own.occupied() & (ground_.open << die_) & ~ground_.pinned;
    }
  }

  // Emits a play without a further move after `used` moves. It counts if no other play is longer.
  void emit_short(const Mover& mover, int used) {
    if (used < longest_) return;
    if (used > longest_) begin_length(used);
    emit(mover);
  }

  void begin_length(int used) {
    list_.drop_positions();
    longest_ = used;
    frame_for(used);
  }

  // --- Two numbers in the middle game ---------------------------------------------------------

  // With two or more checkers outside home, none can be borne off in this decision.
  static bool can_bear_off_soon(const Side& own) {
    const PlaceSet outside = own.occupied() & kOutside;
    return (outside & (outside - 1)) == 0 && (outside & own.two_or_more()) == 0;
  }

  // Pairs (x by high, y by low). Playing high first finds all pairs in which x can move at once.
  // One checker that moves x -> x - high -> x - high - low reaches the same afterstate as (y - low
  // by high, y by low) with y = x; if y - low is occupied too, this twin is skipped. Playing low
  // first adds the pairs in which x can move only then: the same checker again, if its other way is
  // blocked or hits something else, or any checker after the last one has entered from the bar.
  void ordinary(const Mover& mover, int high, int low) {
    frame_for(2);
    const PlaceSet from_high = origins<R>(ground_, mover.own, high);
    const PlaceSet from_low = origins<R>(ground_, mover.own, low);
    const PlaceSet free_by_high = from_high & ~(ground_.blots << high);
    for (PlaceSet rest = from_high; rest != 0; rest &= rest - 1) {
      const int x = lowest_place(rest);
      const Mover next = moved<R>(ground_, mover, x, high);
      const PlaceSet twin = (place_bit(x) << low) & free_by_high;
      second(next, origins<R>(ground_, next.own, low) & ~twin, low);
    }
    const PlaceSet on_bar = mover.own.occupied() & place_bit(kBar);
    const PlaceSet twice = from_high & ~(ground_.blots << low) & ~(ground_.blots << high);
    const PlaceSet landing = (ground_.open << (high + low)) & ~(mover.own.occupied() << low);
    PlaceSet rest = from_low;
    if (on_bar == 0) rest &= landing & ~twice;
    for (; rest != 0; rest &= rest - 1) {
      const int y = lowest_place(rest);
      const Mover next = moved<R>(ground_, mover, y, low);
      PlaceSet added = origins<R>(ground_, next.own, high) & ~from_high;
      if ((place_bit(y) & twice) != 0) added &= ~(place_bit(y) >> low);
      second(next, added, high);
    }
    if (list_.positions().empty()) one_die_only(mover, from_high, from_low, high, low);
  }

  void second(const Mover& mover, PlaceSet from, int die) { emit_each(mover, from, die); }

  void one_die_only(const Mover& mover, PlaceSet from_high, PlaceSet from_low, int high, int low) {
    if (from_high != 0) {
      second(mover, from_high, high);
    } else if (from_low != 0) {
      second(mover, from_low, low);
    } else {
      emit(mover);
    }
  }

  // --- All orders -----------------------------------------------------------------------------

  // Breadth first: the distinct boards after one checker move, after two, and so on. All plays have
  // the length of the longest play of any kind (rules, section 2.6).
  void search_all_orders(const Mover& mover, Allowance allowance) {
    if (allowance.is_one_number()) {
      search_one_number(mover, allowance);
    } else {
      search_two_dice(mover, allowance);
    }
  }

  void search_two_dice(const Mover& mover, Allowance allowance) {
    const int high = allowance.high;
    const int low = allowance.low;
    const PlaceSet from_high = origins<R>(ground_, mover.own, high);
    const PlaceSet from_low = origins<R>(ground_, mover.own, low);
    frame_for(2);
    for (const bool high_first : {true, false}) {
      const int first_die = high_first ? high : low;
      const int second_die = high_first ? low : high;
      for (PlaceSet rest = high_first ? from_high : from_low; rest != 0; rest &= rest - 1) {
        const Mover next = moved<R>(ground_, mover, lowest_place(rest), first_die);
        if (ends(next, 1)) continue;
        PlaceSet then = origins<R>(ground_, next.own, second_die);
        for (; then != 0; then &= then - 1) {
          emit_if_new(moved<R>(ground_, next, lowest_place(then), second_die), 2);
        }
      }
    }
    if (!list_.positions().empty() || longest_ending_ == 2) return;
    // At most one die can be played: the higher one if possible.
    frame_for(1);
    const PlaceSet from = from_high != 0 ? from_high : from_low;
    const int die = from_high != 0 ? high : low;
    for (PlaceSet rest = from; rest != 0; rest &= rest - 1) {
      const Mover next = moved<R>(ground_, mover, lowest_place(rest), die);
      if (ending_of<R>(ground_, next) == Ending::kNone) emit_if_new(next, 1);
    }
    if (list_.lines() == 0) {
      frame_for(0);
      emit(mover);
    }
  }

  void search_one_number(const Mover& mover, Allowance allowance) {
    std::array<SideSet, 2> levels;
    levels[0].insert(mover.own);
    int used = 0;
    while (used < allowance.moves) {
      const SideSet& now = levels[static_cast<std::size_t>(used % 2)];
      SideSet& next = levels[static_cast<std::size_t>((used + 1) % 2)];
      next.clear();
      for (const Side& own : now.items()) {
        const PlaceSet from = origins<R>(ground_, own, allowance.high);
        for (PlaceSet rest = from; rest != 0; rest &= rest - 1) {
          const Mover after = moved<R>(ground_, {own, 0}, lowest_place(rest), allowance.high);
          if (!ends(after, used + 1)) next.insert(after.own);
        }
      }
      if (next.items().empty()) break;
      ++used;
    }
    if (longest_ending_ > used) return;
    frame_for(used);
    for (const Side& own : levels[static_cast<std::size_t>(used % 2)].items()) emit({own, 0});
  }

  // The filter saves most new afterstates the linear search, which is fast enough for the rest.
  void emit_if_new(const Mover& mover, int used) {
    if (ends(mover, used)) return;
    emit(mover);
    if (seen_.surely_new(mover)) return;
    const auto all = list_.positions();
    const auto others = all.first(all.size() - 1);
    if (std::find(others.begin(), others.end(), all.back()) != others.end()) list_.pop();
  }

  // For rules such as Fevga's third: a forbidden afterstate is illegal if another one is not.
  void drop_objectionable() {
    const auto offends = [&](const Position& next) {
      return frame_.passes ? R::objectionable(next.opp, next.own)
                           : R::objectionable(next.own, next.opp);
    };
    list_.drop_if_any_remains(offends);
  }

  const Position& position_;
  Dice dice_;
  AfterstateList& list_;
  Ground ground_;
  Frame frame_;
  SeenFilter seen_;
  int moves_ = 0;            // of one number, at most
  int die_ = 0;              // that number
  int longest_ = -1;         // checker moves of the plays in the list
  int longest_ending_ = -1;  // the maximum of those that end the game
};

}  // namespace detail

/// Fills `list` with the afterstates of a decision of game R. `dice` is the roll; it is ignored if
/// the position is pending (owed or forfeited moves). The game must not be over.
template <Rules R>
void generate_afterstates(const Position& position, Dice dice, AfterstateList& list) {
  detail::Generator<R>(position, dice, list).run();
  assert(list.lines() > 0);
}

}  // namespace gioul
