// Finds one play that leads to a given afterstate, and the afterstate of a given play, without
// generating all plays: fast enough to record and check every decision of self-play.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/movegen.h"
#include "engine/plays.h"

namespace gioul {

namespace detail {

/// Returns the highest place on which the two sides have different numbers of checkers. The sides
/// must differ.
constexpr int highest_differing_place(const Side& a, const Side& b) {
  PlaceSet set = 0;
  for (std::size_t i = 0; i < 4; ++i) set |= a.planes[i] ^ b.planes[i];
  return highest_place(set);
}

/// Searches for a play that leads from `position` to the afterstate `next`.
template <GameRules R>
class PlayToAfterstateSearch : PlaySearchBase<R> {
 public:
  /// Prepares the search. `mover_acts_next` tells whether the player who decides is also the one to
  /// move in `next`.
  PlayToAfterstateSearch(const Position& position, std::optional<Dice> dice, const Position& next,
                         bool mover_acts_next)
      : PlaySearchBase<R>(position, dice),
        goal_position_(next),
        goal_side_(mover_acts_next ? next.own : next.opp) {}

  /// Returns the play, which must exist. Longer plays are tried first: a shorter sequence that
  /// bears off with a higher die may reach the same board without being a legal play.
  Play run() {
    const MoverState mover{this->position_.own, 0};
    if (!this->available_dice_.is_single_number()) {
      const int high = this->available_dice_.high;
      const int low = this->available_dice_.low;
      if (try_two_dice(mover, high, low) || try_two_dice(mover, low, high)) return play_;
      if (try_last_move(mover, high) || try_last_move(mover, low)) return play_;
    } else if (count_moves_by_origin(this->available_dice_.high) && try_all_orders(mover)) {
      return play_;
    }
    assert(mover.own == goal_side_ && is_at_goal(mover));
    return play_;
  }

 private:
  // Returns true if the checker moves in `play_` lead to the wanted afterstate.
  bool is_at_goal(const MoverState& mover) const {
    return this->make_afterstate(mover, play_.size) == goal_position_;
  }

  // Tries to reach the wanted afterstate by a move by `die` and then one by `other`.
  bool try_two_dice(const MoverState& mover, int die, int other) {
    for (PlaceSet rest = legal_origins<R>(this->context_, mover.own, die); rest != 0;) {
      const int from = highest_place(rest);
      rest ^= place_bit(from);
      const MoverState next = after_move<R>(this->context_, mover, from, die);
      if (!this->game_continues(next)) continue;
      play_.moves[play_.size++] = this->make_checker_move(mover, next, from, die);
      if (try_last_move(next, other)) return true;
      --play_.size;
    }
    return false;
  }

  // Tries to reach the wanted afterstate by one checker move by `die`. A move changes nothing above
  // its origin, so the origin is the highest place at which the boards differ.
  bool try_last_move(const MoverState& mover, int die) {
    if (mover.own == goal_side_) return false;
    const int from = highest_differing_place(mover.own, goal_side_);
    if ((legal_origins<R>(this->context_, mover.own, die) & place_bit(from)) == 0) return false;
    const MoverState next = after_move<R>(this->context_, mover, from, die);
    if (!(next.own == goal_side_) || !this->game_continues(next)) return false;
    play_.moves[play_.size++] = this->make_checker_move(mover, next, from, die);
    if (is_at_goal(next)) return true;
    --play_.size;
    return false;
  }

  // For plays of one number: computes how many checker moves must start on each place
  // (moves_left_from_), which is the number of checkers that were there or arrive, less those that
  // are there in the end. Returns false if no play can do that.
  bool count_moves_by_origin(int die) {
    int total = 0;
    for (int place = kBar; place > kOff; --place) {
      const auto p = static_cast<std::size_t>(place);
      const int came =
          place + die <= kBar ? moves_left_from_[p + static_cast<std::size_t>(die)] : 0;
      moves_left_from_[p] = this->position_.own.count(place) + came - goal_side_.count(place);
      if (moves_left_from_[p] < 0) return false;
      total += moves_left_from_[p];
    }
    play_length_ = static_cast<std::size_t>(total);
    return total > 0 && total <= this->available_dice_.max_moves;
  }

  // Tries the moves counted by count_moves_by_origin() in all orders until one is legal.
  bool try_all_orders(const MoverState& mover) {
    if (play_.size == play_length_) return mover.own == goal_side_ && is_at_goal(mover);
    const int die = this->available_dice_.high;
    for (PlaceSet rest = legal_origins<R>(this->context_, mover.own, die); rest != 0;) {
      const int from = highest_place(rest);
      rest ^= place_bit(from);
      int& left = moves_left_from_[static_cast<std::size_t>(from)];
      if (left == 0) continue;
      const MoverState next = after_move<R>(this->context_, mover, from, die);
      if (!this->game_continues(next)) continue;
      --left;
      play_.moves[play_.size++] = this->make_checker_move(mover, next, from, die);
      if (try_all_orders(next)) return true;
      --play_.size;
      ++left;
    }
    return false;
  }

  const Position& goal_position_;  // the wanted afterstate
  const Side& goal_side_;          // the mover's side in `goal_position_`
  Play play_;                      // the checker moves so far
  // By place: how many checker moves from there the play still has to make.
  std::array<int, kPlaceCount> moves_left_from_{};
  std::size_t play_length_ = 0;  // sum of moves_left_from_ at the start: the length of the play
};

/// Searches for a play that ends the game by `ending`.
template <GameRules R>
class PlayToEndingSearch : PlaySearchBase<R> {
 public:
  PlayToEndingSearch(const Position& position, std::optional<Dice> dice, Ending ending)
      : PlaySearchBase<R>(position, dice), ending_(ending) {}

  /// Returns the play, which must exist.
  Play run() {
    [[maybe_unused]] const bool found = this->try_dice_orders([this](std::span<const int> dice) {
      return try_moves({this->position_.own, 0}, dice, ~PlaceSet{0});
    });
    assert(found);
    return play_;
  }

 private:
  // Tries to end the game by moves of the `dice` in order. `limit` holds the places that may be the
  // next origin.
  bool try_moves(const MoverState& mover, std::span<const int> dice, PlaceSet limit) {
    if (dice.empty()) return false;
    PlaceSet rest = legal_origins<R>(this->context_, mover.own, dice.front()) & limit;
    while (rest != 0) {
      const int from = highest_place(rest);
      rest ^= place_bit(from);
      const MoverState next = after_move<R>(this->context_, mover, from, dice.front());
      play_.moves[play_.size++] = this->make_checker_move(mover, next, from, dice.front());
      const Ending ending = ending_after<R>(this->context_, next);
      if (ending == ending_ ||
          (ending == Ending::kNone && try_moves(next, dice.subspan(1), this->next_origins(from)))) {
        return true;
      }
      --play_.size;
    }
    return false;
  }

  Ending ending_;  // the wanted way to end the game
  Play play_;      // the checker moves so far
};

}  // namespace detail

/// Returns a legal play that leads to the afterstate `next`, which is from the viewpoint of its
/// player to move: the player who decides now if `mover_acts_next`, else the opponent. Such a play
/// must exist.
template <GameRules R>
Play find_play_to(const Position& position, std::optional<Dice> dice, const Position& next,
                  bool mover_acts_next) {
  return detail::PlayToAfterstateSearch<R>(position, dice, next, mover_acts_next).run();
}

/// Returns a legal play that ends the game by `ending`. Such a play must exist.
template <GameRules R>
Play find_play_to_ending(const Position& position, std::optional<Dice> dice, Ending ending) {
  return detail::PlayToEndingSearch<R>(position, dice, ending).run();
}

namespace detail {

/// Base of the classes that look up the afterstate of a given play in `list`.
template <GameRules R>
class PlayLookup : protected PlaySearchBase<R> {
 public:
  PlayLookup(const Position& position, std::optional<Dice> dice, const AfterstateList& list,
             const Play& play)
      : PlaySearchBase<R>(position, dice), list_(list), play_(play) {}

 protected:
  // Returns the index in `list_` of the afterstate reached by `used` checker moves, after which the
  // mover's checkers are as in `mover`; nullopt if these checker moves are not a legal play.
  std::optional<std::size_t> find_reached_afterstate_index(const MoverState& mover,
                                                           std::size_t used) const {
    const Position next = this->make_afterstate(mover, used);
    const auto positions = list_.positions();
    const auto found = std::find(positions.begin(), positions.end(), next);
    if (found == positions.end()) return std::nullopt;
    // A shorter sequence may reach the same board; only the length of a legal play counts.
    const Play play = find_play_to<R>(this->position_, this->dice_, next, list_.mover_acts_next());
    if (play.size != used) return std::nullopt;
    return static_cast<std::size_t>(found - positions.begin());
  }

  const AfterstateList& list_;  // the afterstates of the decision
  const Play& play_;            // the play to look up
};

/// Looks up a play whose checker moves are written in order, with hits.
template <GameRules R>
class PlayMatcher : PlayLookup<R> {
 public:
  using PlayLookup<R>::PlayLookup;

  /// Returns the index in `list` of the play's afterstate, or nullopt if the play is illegal.
  std::optional<std::size_t> run() {
    std::optional<std::size_t> index;
    this->try_dice_orders([&](std::span<const int> dice) {
      index = match_moves_from({this->position_.own, 0}, 0, dice);
      return index.has_value();
    });
    return index;
  }

 private:
  // Makes the moves of the play from index `at` on, move i by dice[i]. Returns the index of the
  // afterstate, or nullopt if a move is illegal.
  std::optional<std::size_t> match_moves_from(const MoverState& mover, std::size_t at,
                                              std::span<const int> dice) const {
    if (at == this->play_.size) return this->find_reached_afterstate_index(mover, at);
    if (at == dice.size()) return std::nullopt;
    const int die = dice[at];
    const CheckerMove& move = this->play_.moves[at];
    if (move.from <= kOff || move.from > kBar) return std::nullopt;
    if ((legal_origins<R>(this->context_, mover.own, die) & place_bit(move.from)) == 0)
      return std::nullopt;
    const MoverState next = after_move<R>(this->context_, mover, move.from, die);
    if (!(this->make_checker_move(mover, next, move.from, die) == move)) return std::nullopt;
    const Ending ending = ending_after<R>(this->context_, next);
    if (ending == Ending::kNone) return match_moves_from(next, at + 1, dice);
    return at + 1 < this->play_.size ? std::nullopt : this->list_.find_ending(ending);
  }
};

/// Looks up a play whose moves are written in any order. A written move may join several moves of
/// one checker.
template <GameRules R>
class LoosePlayMatcher : PlayLookup<R> {
 public:
  using PlayLookup<R>::PlayLookup;

  /// Returns all afterstates that the play can mean, each once. If some ways make all written
  /// moves, those that leave out moves after the end of the game do not count.
  std::vector<LoosePlayMeaning> run() {
    this->try_dice_orders([this](std::span<const int> dice) {
      search_orders({this->position_.own, 0}, this->play_, 0, dice, false);
      return false;
    });
    return std::move(meanings_.empty() ? meanings_cut_by_end_ : meanings_);
  }

 private:
  // Tries all orders of the checker moves that make up the written moves, and adds the afterstates
  // reached to the result. `mover` has the mover's checkers after the `used` checker moves so far.
  // Checker move i is by dice[i]. `left` has the written moves, each with `from` set to the place
  // where its checker is now; a move with from == to is complete. `hits_unseen` is true if a
  // checker was hit on a point that the play does not mention.
  void search_orders(const MoverState& mover, const Play& left, std::size_t used,
                     std::span<const int> dice, bool hits_unseen) {
    const auto moves = std::span(left.moves).first(left.size);
    if (is_complete(left)) {
      add_meaning(meanings_, this->find_reached_afterstate_index(mover, used), hits_unseen);
      return;
    }
    if (used == dice.size()) return;
    const int die = dice[used];
    const PlaceSet origins = legal_origins<R>(this->context_, mover.own, die);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto [from, to, star] = moves[i];
      if (from == to || (origins & place_bit(from)) == 0) continue;
      const int stop = destination(from, die);
      if (stop < to) continue;
      const MoverState next = after_move<R>(this->context_, mover, from, die);
      const bool unseen = hits_unseen || (stop != to && next.hit_points != mover.hit_points);
      Play rest = left;
      rest.moves[i].from = stop;
      const Ending ending = ending_after<R>(this->context_, next);
      if (ending != Ending::kNone) {
        add_meaning(is_complete(rest) ? meanings_ : meanings_cut_by_end_,
                    this->list_.find_ending(ending), unseen);
        continue;
      }
      search_orders(next, rest, used + 1, dice, unseen);
    }
  }

  // Returns true if all written moves are made.
  static bool is_complete(const Play& left) {
    return std::ranges::all_of(std::span(left.moves).first(left.size),
                               [](const CheckerMove& m) { return m.from == m.to; });
  }

  // Adds the afterstate `index`, if any, to `meanings`. `hits_unseen` tells whether this way to
  // reach it has an unstated hit. LoosePlayMeaning::has_unstated_hit is true only if all ways have.
  static void add_meaning(std::vector<LoosePlayMeaning>& meanings, std::optional<std::size_t> index,
                          bool hits_unseen) {
    if (!index) return;
    const auto known = std::ranges::find(meanings, *index, &LoosePlayMeaning::afterstate_index);
    if (known == meanings.end()) {
      meanings.push_back({*index, hits_unseen});
    } else {
      known->has_unstated_hit = known->has_unstated_hit && hits_unseen;
    }
  }

  // The afterstates reached, each once: by all written moves, and by moves up to the game's end.
  std::vector<LoosePlayMeaning> meanings_;
  std::vector<LoosePlayMeaning> meanings_cut_by_end_;
};

}  // namespace detail

/// Returns the index in `list` of the afterstate that a play leads to, or nullopt if the play is
/// illegal. The play's moves must be written in the order in which they are made, with hits. `list`
/// must hold the decision's afterstates.
template <GameRules R>
std::optional<std::size_t> find_afterstate_index(const Position& position, std::optional<Dice> dice,
                                                 const AfterstateList& list, const Play& play) {
  return detail::PlayMatcher<R>(position, dice, list, play).run();
}

/// Returns the afterstates in `list` that a play in a loose spelling (parse_loose_play()) can mean;
/// none if it is illegal. `list` must hold the decision's afterstates.
template <GameRules R>
std::vector<LoosePlayMeaning> find_play_meanings(const Position& position, std::optional<Dice> dice,
                                                 const AfterstateList& list, const Play& play) {
  return detail::LoosePlayMatcher<R>(position, dice, list, play).run();
}

}  // namespace gioul
