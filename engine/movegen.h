// Move generation: all distinct afterstates of a decision, each once. It uses the fastest of three
// methods that fits the decision:
// - One number played several times: non-increasing origins give every afterstate once.
// - A roll of two numbers in the middle game: masks exclude pairs of moves that lead to the same
//   afterstate as another pair.
// - Everything else (bearing off or pinning the mother by two numbers, rules in which the order of
//   the dice matters): all orders, with a test for afterstates that are already in the list.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "engine/afterstates.h"
#include "engine/checker_moves.h"
#include "engine/decision_rules.h"
#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "engine/side_hash_set.h"

namespace gioul {

namespace detail {

/// A Bloom filter of boards: a board that is not in the filter is certainly new; any other must be
/// looked up in the list of afterstates. With sixty boards in the 1,024 bits, one new board in
/// twenty is looked up needlessly.
class BloomFilter {
 public:
  /// Inserts a board. Returns true if it was certainly absent, false if it may have been present.
  bool insert_if_new(const MoverState& mover) {
    std::array<std::uint64_t, 2> words;
    std::memcpy(words.data(), &mover.own, sizeof(Side));
    const std::uint64_t hash =
        ((words[0] ^ mover.hit_points) * 0x9E3779B97F4A7C15u ^ words[1]) * 0xD6E8FEB86659FD93u;
    std::uint64_t& word = bits_[hash >> 60];
    const std::uint64_t bit = std::uint64_t{1} << (hash >> 54 & 63u);
    const bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }

 private:
  std::array<std::uint64_t, 16> bits_{};
};

/// Generates the afterstates of one decision into `list`.
template <GameRules R>
class AfterstateGenerator {
 public:
  AfterstateGenerator(const Position& position, std::optional<Dice> dice, AfterstateList& list)
      : position_(position),
        dice_(dice),
        list_(list),
        context_(make_move_context<R>(position, dice)) {}

  /// Fills the list. Each afterstate is in it once.
  void run() {
    list_.clear(position_.is_pending() ? std::nullopt : dice_);
    const AvailableDice available = available_dice(position_, dice_);
    const MoverState mover{position_.own, 0};
    if constexpr (R::kDiceOrderMatters) {
      search_all_orders(mover, available);
      drop_forbidden_afterstates();
    } else if (available.is_single_number()) {
      if (cannot_bear_off_in_four_moves(mover.own) && !is_mother_in_reach(available)) {
        generate_single_number_plays<BearOff::kImpossible>(mover, available);
      } else {
        generate_single_number_plays<BearOff::kPossible>(mover, available);
        if (longest_ending_length_ > play_length_) list_.drop_positions();
      }
    } else if (may_bear_off_in_two_moves(mover.own) || is_mother_in_reach(available)) {
      search_all_orders(mover, available);
    } else {
      generate_two_dice(mover, available.high, available.low);
    }
  }

 private:
  // --- Output of afterstates ------------------------------------------------------------------

  // Prepares append_afterstate() and append_last_moves() for plays of `used` checker moves.
  void set_moves_used(int used) {
    skeleton_ = make_afterstate_skeleton<R>(position_, dice_, used);
    list_.set_mover_acts_next(!skeleton_.opponent_acts_next);
  }

  // Appends the afterstate in which the mover has the checkers `mover` to the list.
  void append_afterstate(const MoverState& mover) {
    write_afterstate<R>(skeleton_, context_, mover, list_.append_uninitialized_position());
  }

  // For each origin in `from`: appends the afterstate that the checkers `mover` reach by one more
  // checker move from there by `die`. No such move may bear off. Always inline: most calls have one
  // or two origins, and the call overhead is 6 % of perft.
  [[gnu::always_inline]] inline void append_last_moves(const MoverState& mover, PlaceSet from,
                                                       int die) {
    Position* next = list_.positions_end();
    // Local copies tell the compiler that writing to the list does not change them.
    AfterstateSkeleton skeleton = skeleton_;
    const MoverState before = mover;
    const auto for_each = [&](PlaceSet origins, const auto& write) {
      for (; origins != 0; origins &= origins - 1) {
        const PlaceSet origin = origins & (~origins + 1);
        write(MoverState{before.own.with_move(origin, origin >> die), before.hit_points},
              origin >> die);
      }
    };
    const auto write_own = [&](const MoverState& after, PlaceSet) {
      *next = skeleton.position;
      (skeleton.opponent_acts_next ? next->opp : next->own) = after.own;
      ++next;
    };
    if constexpr (R::kVariant.contact == ContactRule::kBlock) {
      for_each(from, write_own);
    } else if constexpr (R::kVariant.contact == ContactRule::kHit) {
      // Earlier hits are the same for all; few moves hit again.
      apply_hits_and_pins<R>(context_, before, skeleton.opponent_acts_next, skeleton.position);
      const PlaceSet hitting = from & ((context_.opp_blots & ~before.hit_points) << die);
      for_each(from & ~hitting, write_own);
      for_each(hitting, [&](const MoverState& after, PlaceSet to) {
        write_own(after, to);
        apply_hits_and_pins<R>(context_, {after.own, to}, skeleton.opponent_acts_next, next[-1]);
      });
    } else {
      // Most moves neither pin nor release a checker.
      apply_hits_and_pins<R>(context_, before, skeleton.opponent_acts_next, skeleton.position);
      const PlaceSet pins = points_pinned_by(before.own);
      for_each(from, [&](const MoverState& after, PlaceSet to) {
        write_own(after, to);
        if (points_pinned_by(after.own) != pins)
          apply_hits_and_pins<R>(context_, after, skeleton.opponent_acts_next, next[-1]);
      });
    }
    list_.set_positions_end(next);
  }

  // Returns the points where the mover's checkers pin one of the opponent.
  PlaceSet points_pinned_by(const Side& own) const { return own.occupied() & context_.opp_points; }

  // If a play of `used` checker moves that led to `mover` ends the game, adds the ending to the
  // list and returns true. Else returns false.
  bool record_ending(const MoverState& mover, int used) {
    const Ending ending = ending_after<R>(context_, mover);
    if (ending == Ending::kNone) return false;
    list_.add_ending(ending);
    longest_ending_length_ = std::max(longest_ending_length_, used);
    return true;
  }

  // Returns true if a checker of the mover is on the opponent's mother or can get there in this
  // decision.
  bool is_mother_in_reach(AvailableDice available) const {
    if constexpr (R::kVariant.mother == MotherRule::kNone) return false;
    if (context_.exposed_mother == 0) return false;
    const int pips = available.is_single_number() ? available.max_moves * available.high
                                                  : available.high + available.low;
    const std::uint64_t in_reach = (std::uint64_t{context_.exposed_mother} << (pips + 1)) - 1;
    return (position_.own.occupied() & kOnBoardOrBar & in_reach) != 0;
  }

  // --- One number, up to four times -----------------------------------------------------------

  // Tells whether a checker may be borne off in this decision. If not (kImpossible), the game
  // cannot end either.
  enum class BearOff { kImpossible, kPossible };

  // Returns true if four checker moves cannot bear off a checker: four points outside home are
  // occupied, or one of them by four checkers, so they cannot all enter home first.
  static bool cannot_bear_off_in_four_moves(const Side& own) {
    PlaceSet outside = own.occupied() & kOutsideHome;
    if (((own.planes[2] | own.planes[3]) & outside) != 0) return true;
    for (int i = 0; i < 3; ++i) outside &= outside - 1;
    return outside != 0;
  }

  // Generates the plays that continue from `mover` by up to `Left` moves of one number, with
  // origins in non-increasing order; `limit` holds the places up to the last origin. Any legal set
  // of such moves is legal in this order, because a move never needs an earlier move from a lower
  // place. The origins determine the afterstate, so each afterstate is generated once. `Left` is a
  // template argument so that each level is specialized.
  template <BearOff P, int Left>
  void extend_single_number_plays(const MoverState& mover, PlaceSet limit) {
    PlaceSet from = single_number_origins<P>(mover);
    if (from == 0) return append_incomplete_play(mover, max_moves_ - Left);
    from &= limit;  // if none remains: more moves are possible, but not in this order
    if constexpr (Left == 1) {
      if (from != 0) generate_last_move<P>(mover, from);
    } else {
      for (; from != 0; from &= from - 1) {
        const int origin = lowest_place(from);
        const MoverState next = after_move<R>(context_, mover, origin, die_);
        if (P == BearOff::kPossible && record_ending(next, max_moves_ - Left + 1)) continue;
        extend_single_number_plays<P, Left - 1>(next, (place_bit(origin) << 1) - 1);
      }
    }
  }

  // Generates the plays of one number, played up to available.max_moves times.
  template <BearOff P>
  void generate_single_number_plays(const MoverState& mover, AvailableDice available) {
    max_moves_ = available.max_moves;
    die_ = available.high;
    constexpr PlaceSet kAnywhere = ~PlaceSet{0};
    switch (available.max_moves) {
      case 1:
        return extend_single_number_plays<P, 1>(mover, kAnywhere);
      case 2:
        return extend_single_number_plays<P, 2>(mover, kAnywhere);
      case 3:
        return extend_single_number_plays<P, 3>(mover, kAnywhere);
      default:
        static_assert(kDoubletMoves == 4, "a case for each number of moves");
        return extend_single_number_plays<P, kDoubletMoves>(mover, kAnywhere);
    }
  }

  // Appends the afterstates of the last move that the dice allow, one for each origin in `from`.
  template <BearOff P>
  void generate_last_move(const MoverState& mover, PlaceSet from) {
    if (play_length_ < max_moves_) restart_with_longer_plays(max_moves_);
    if constexpr (P == BearOff::kImpossible) {
      append_last_moves(mover, from, die_);
    } else {
      for (; from != 0; from &= from - 1) {
        const MoverState next = after_move<R>(context_, mover, lowest_place(from), die_);
        if (!record_ending(next, max_moves_)) append_afterstate(next);
      }
    }
  }

  // Returns the legal origins of the next checker move by the number to be played.
  template <BearOff P>
  PlaceSet single_number_origins(const MoverState& mover) const {
    if constexpr (P == BearOff::kPossible || R::kVariant.contact == ContactRule::kHit) {
      return legal_origins<R>(context_, mover.own, die_);
    } else {
      return mover.own.occupied() & (context_.open_points << die_) & ~context_.own_pinned;
    }
  }

  // Appends the afterstate of a play that cannot go on after `used` checker moves, unless the list
  // holds longer plays.
  void append_incomplete_play(const MoverState& mover, int used) {
    if (used < play_length_) return;
    if (used > play_length_) restart_with_longer_plays(used);
    append_afterstate(mover);
  }

  // Discards the plays found so far, which are illegal because a longer play of `used` checker
  // moves is possible.
  void restart_with_longer_plays(int used) {
    list_.drop_positions();
    play_length_ = used;
    set_moves_used(used);
  }

  // --- Two numbers in the middle game ---------------------------------------------------------

  // Returns true if a roll of two numbers may bear off a checker: at most one checker is outside
  // home.
  static bool may_bear_off_in_two_moves(const Side& own) {
    const PlaceSet outside = own.occupied() & kOutsideHome;
    return (outside & (outside - 1)) == 0 && (outside & own.multi_checker_places()) == 0;
  }

  // Generates the plays of a roll of two numbers as pairs of moves (x by high, y by low), each
  // afterstate once. Playing high first finds all pairs in which x can move at once.
  // One checker that moves x -> x - high -> x - high - low reaches the same afterstate as (y - low
  // by high, y by low) with y = x; if y - low is occupied too, this twin is skipped. Playing low
  // first adds the pairs in which x can move only then: the same checker again, if its other way is
  // blocked or hits something else, or any checker after the last one has entered from the bar.
  void generate_two_dice(const MoverState& mover, int high, int low) {
    set_moves_used(2);
    const PlaceSet from_high = legal_origins<R>(context_, mover.own, high);
    const PlaceSet from_low = legal_origins<R>(context_, mover.own, low);
    const PlaceSet free_by_high = from_high & ~(context_.opp_blots << high);
    for (PlaceSet rest = from_high; rest != 0; rest &= rest - 1) {
      const int x = lowest_place(rest);
      const MoverState next = after_move<R>(context_, mover, x, high);
      const PlaceSet twin = (place_bit(x) << low) & free_by_high;
      append_second_moves(next, legal_origins<R>(context_, next.own, low) & ~twin, low);
    }
    const PlaceSet on_bar = mover.own.occupied() & place_bit(kBar);
    const PlaceSet twice = from_high & ~(context_.opp_blots << low) & ~(context_.opp_blots << high);
    const PlaceSet landing =
        (context_.open_points << (high + low)) & ~(mover.own.occupied() << low);
    PlaceSet rest = from_low;
    if (on_bar == 0) rest &= landing & ~twice;
    for (; rest != 0; rest &= rest - 1) {
      const int y = lowest_place(rest);
      const MoverState next = after_move<R>(context_, mover, y, low);
      PlaceSet added = legal_origins<R>(context_, next.own, high) & ~from_high;
      if ((place_bit(y) & twice) != 0) added &= ~(place_bit(y) >> low);
      append_second_moves(next, added, high);
    }
    if (list_.positions().empty()) append_one_die_plays(mover, from_high, from_low, high, low);
  }

  // Appends the afterstates of the second move of a play, from each of the origins in `from`.
  void append_second_moves(const MoverState& mover, PlaceSet from, int die) {
    append_last_moves(mover, from, die);
  }

  // Appends the plays of a roll of which only one die can be played: the higher one if possible.
  void append_one_die_plays(const MoverState& mover, PlaceSet from_high, PlaceSet from_low,
                            int high, int low) {
    if (from_high != 0) {
      append_second_moves(mover, from_high, high);
    } else if (from_low != 0) {
      append_second_moves(mover, from_low, low);
    } else {
      append_afterstate(mover);
    }
  }

  // --- All orders -----------------------------------------------------------------------------

  // Searches for the plays in all orders of the checker moves. Only plays as long as the longest
  // one are legal, also if that one ends the game (rules, section 2.6).
  void search_all_orders(const MoverState& mover, AvailableDice available) {
    if (available.is_single_number()) {
      search_one_number_all_orders(mover, available);
    } else {
      search_two_dice_all_orders(mover, available);
    }
  }

  // Searches the plays of a roll of two numbers, in both orders.
  void search_two_dice_all_orders(const MoverState& mover, AvailableDice available) {
    const int high = available.high;
    const int low = available.low;
    const PlaceSet from_high = legal_origins<R>(context_, mover.own, high);
    const PlaceSet from_low = legal_origins<R>(context_, mover.own, low);
    set_moves_used(2);
    for (const bool high_first : {true, false}) {
      const int first_die = high_first ? high : low;
      const int second_die = high_first ? low : high;
      for (PlaceSet rest = high_first ? from_high : from_low; rest != 0; rest &= rest - 1) {
        const MoverState next = after_move<R>(context_, mover, lowest_place(rest), first_die);
        if (record_ending(next, 1)) continue;
        PlaceSet then = legal_origins<R>(context_, next.own, second_die);
        for (; then != 0; then &= then - 1) {
          append_if_new(after_move<R>(context_, next, lowest_place(then), second_die), 2);
        }
      }
    }
    if (!list_.positions().empty() || longest_ending_length_ == 2) return;
    // At most one die can be played: the higher one if possible.
    set_moves_used(1);
    const PlaceSet from = from_high != 0 ? from_high : from_low;
    const int die = from_high != 0 ? high : low;
    for (PlaceSet rest = from; rest != 0; rest &= rest - 1) {
      const MoverState next = after_move<R>(context_, mover, lowest_place(rest), die);
      if (ending_after<R>(context_, next) == Ending::kNone) append_if_new(next, 1);
    }
    if (list_.size() == 0) {
      set_moves_used(0);
      append_afterstate(mover);
    }
  }

  // Searches the plays of one number, in all orders, breadth first: the distinct boards after one
  // checker move, after two, and so on.
  void search_one_number_all_orders(const MoverState& mover, AvailableDice available) {
    std::array<SideHashSet, 2> levels;
    levels[0].insert(mover.own);
    int used = 0;
    while (used < available.max_moves) {
      const SideHashSet& now = levels[static_cast<std::size_t>(used % 2)];
      SideHashSet& next = levels[static_cast<std::size_t>((used + 1) % 2)];
      next.clear();
      for (const Side& own : now.items()) {
        const PlaceSet from = legal_origins<R>(context_, own, available.high);
        for (PlaceSet rest = from; rest != 0; rest &= rest - 1) {
          const MoverState after =
              after_move<R>(context_, {own, 0}, lowest_place(rest), available.high);
          if (!record_ending(after, used + 1)) next.insert(after.own);
        }
      }
      if (next.items().empty()) break;
      ++used;
    }
    if (longest_ending_length_ > used) return;
    set_moves_used(used);
    for (const Side& own : levels[static_cast<std::size_t>(used % 2)].items())
      append_afterstate({own, 0});
  }

  // Appends the afterstate of a play of `used` checker moves, unless the list already has it or the
  // play ends the game. For most new afterstates the filter avoids the linear search through the
  // list, which is fast enough for the others.
  void append_if_new(const MoverState& mover, int used) {
    if (record_ending(mover, used)) return;
    append_afterstate(mover);
    if (bloom_filter_.insert_if_new(mover)) return;
    const auto all = list_.positions();
    const auto others = all.first(all.size() - 1);
    if (std::find(others.begin(), others.end(), all.back()) != others.end())
      list_.remove_last_position();
  }

  // Removes afterstates that a rule forbids if they can be avoided (R::forbidden_if_avoidable),
  // unless all are of that kind. An example is Fevga's third rule (engine/games/fevga.h).
  void drop_forbidden_afterstates() {
    const auto is_forbidden = [&](const Position& next) {
      return skeleton_.opponent_acts_next ? R::forbidden_if_avoidable(next.opp, next.own)
                                          : R::forbidden_if_avoidable(next.own, next.opp);
    };
    list_.remove_unless_all_match(is_forbidden);
  }

  const Position& position_;  // position of the decision
  std::optional<Dice> dice_;
  AfterstateList& list_;  // the result
  MoveContext context_;
  AfterstateSkeleton skeleton_;     // for plays of the length given to set_moves_used()
  BloomFilter bloom_filter_;        // contains the boards that append_if_new() has appended
  int max_moves_ = 0;               // maximum number of moves of the number to be played
  int die_ = 0;                     // the number to be played
  int play_length_ = -1;            // number of checker moves of each play in the list
  int longest_ending_length_ = -1;  // maximum number of checker moves of plays that end the game
};

}  // namespace detail

/// Fills `list` with the afterstates of a decision in the game with the rules R. `dice` is the
/// roll; it is ignored if moves of a chain are owed (Position::is_pending()). The game must not be
/// over.
template <GameRules R>
void generate_afterstates(const Position& position, std::optional<Dice> dice,
                          AfterstateList& list) {
  detail::AfterstateGenerator<R>(position, dice, list).run();
  assert(list.size() > 0);
}

}  // namespace gioul
