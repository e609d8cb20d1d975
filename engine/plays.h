// Plays in backgammon notation: the checker moves in order, with hits. Listing all plays is slower
// than generating afterstates, so it is used only for input and output: printing, reading plays,
// UBGI.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/movegen.h"

namespace gioul {

/// A move of one checker between two places in the mover's numbering: points, kBar or kOff.
struct CheckerMove {
  int from = 0;       // place that the checker leaves
  int to = 0;         // place where it lands; kOff if it is borne off
  bool hits = false;  // a checker of the opponent is hit on `to`
  bool operator==(const CheckerMove&) const = default;
};

/// The checker moves of a play, in the order in which they are made.
struct Play {
  std::array<CheckerMove, kDoubletMoves> moves{};
  std::size_t size = 0;  // number of checker moves
};

/// A legal play and the index of the afterstate it leads to.
struct LegalPlay {
  Play play;
  std::size_t afterstate_index = 0;  // index in the decision's AfterstateList
};

/// An afterstate that a play in a loose spelling (parse_loose_play()) can mean.
struct LoosePlayMeaning {
  std::size_t afterstate_index = 0;  // index in the decision's AfterstateList
  bool has_unstated_hit = false;     // reached only by a hit on a point that the text leaves out
};

/// Formats a play as "24/21(2) 18/14*", or as "-" if it has no checker move (notation, section 2).
std::string format_play(const Play& play);

/// Parses the text of a play, such as "24/21(2) 18/14*". A star marks a hit (CheckerMove::hits).
/// Throws InputError with the column. Does not check whether the play is legal;
/// find_afterstate_index() does.
Play parse_play(std::string_view text);

/// Parses a play in any common spelling: "bar" (in any case) or 25; "off" (in any case) or 0; '/',
/// '-' or a blank between the places of a move; joined moves of one checker (24/14); repeats
/// (13/9(4)); and "-", "pass", "none", "cannot move" or nothing if there is no move. Stars are
/// optional. Throws InputError with the column. Does not check whether the play is legal;
/// find_loose_play_afterstate_indices() (engine/games/loose_play.h) does.
Play parse_loose_play(std::string_view text);

namespace detail {

/// Base of the classes that search for plays of one decision.
template <GameRules R>
class PlaySearchBase {
 public:
  /// Prepares the search for plays of the decision at `position`, which must outlive this object.
  PlaySearchBase(const Position& position, std::optional<Dice> dice)
      : position_(position),
        dice_(dice),
        context_(make_move_context<R>(position, dice)),
        available_dice_(available_dice(position, dice)) {}

 protected:
  // Calls try_order(dice) for each order in which the dice may be played, until a call returns
  // true. Returns true if one did.
  template <typename TryOrder>
  bool try_dice_orders(const TryOrder& try_order) const {
    const auto [high, low, max_moves] = available_dice_;
    if (available_dice_.is_single_number()) {
      std::array<int, kDoubletMoves> dice;
      dice.fill(high);
      return try_order(std::span<const int>(dice).first(static_cast<std::size_t>(max_moves)));
    }
    return try_order(std::array{high, low}) || try_order(std::array{low, high});
  }

  // Returns the places from which the next checker may move after one from `from`. Moves of the
  // same number are tried in one order only, from the highest origin down, unless the order
  // matters.
  PlaceSet next_origins(int from) const {
    const bool any = R::kDiceOrderMatters || !available_dice_.is_single_number();
    return any ? ~PlaceSet{0} : (place_bit(from) << 1) - 1;
  }

  // Returns the move of a checker from `from` by `die` pips, marked as a hit if the hits of
  // `before` and `after` differ.
  static CheckerMove make_checker_move(const MoverState& before, const MoverState& after, int from,
                                       int die) {
    return {from, destination(from, die), before.hit_points != after.hit_points};
  }

  // Returns the position after `used` checker moves, for the next player to move.
  Position make_afterstate(const MoverState& mover, std::size_t used) const {
    Position next;
    write_afterstate<R>(make_afterstate_skeleton<R>(position_, dice_, static_cast<int>(used)),
                        context_, mover, next);
    return next;
  }

  // Returns true if the checker moves that led to `mover` do not end the game.
  bool game_continues(const MoverState& mover) const {
    return ending_after<R>(context_, mover) == Ending::kNone;
  }

  const Position& position_;  // position of the decision
  std::optional<Dice> dice_;
  MoveContext context_;
  AvailableDice available_dice_;  // dice that may be played
};

/// Lists all legal plays of a decision: tries all orders of the checker moves and collects those
/// that lead to an afterstate of `list`.
template <GameRules R>
class LegalPlayGenerator : PlaySearchBase<R> {
 public:
  LegalPlayGenerator(const Position& position, std::optional<Dice> dice, const AfterstateList& list)
      : PlaySearchBase<R>(position, dice), list_(list) {}

  /// Returns all legal plays with the indices of their afterstates in `list`.
  std::vector<LegalPlay> run() {
    this->try_dice_orders([this](std::span<const int> dice) {
      search({this->position_.own, 0}, dice, ~PlaceSet{0}, {});
      return false;
    });
    remove_shorter_plays();
    return std::move(plays_);
  }

 private:
  using PlaySearchBase<R>::context_;

  // Extends `play` by moves of the `dice` in order, and adds the complete plays to the result.
  // `limit` holds the places that may be the next origin.
  void search(const MoverState& mover, std::span<const int> dice, PlaceSet limit,
              const Play& play) {
    const PlaceSet from = dice.empty() ? 0 : legal_origins<R>(context_, mover.own, dice.front());
    if (from == 0) return add_if_listed(mover, play);
    for (PlaceSet rest = from & limit; rest != 0;) {
      const int origin = highest_place(rest);
      rest ^= place_bit(origin);
      const MoverState next = after_move<R>(context_, mover, origin, dice.front());
      Play longer = play;
      longer.moves[longer.size++] = this->make_checker_move(mover, next, origin, dice.front());
      if (!record_ending(next, longer))
        search(next, dice.subspan(1), this->next_origins(origin), longer);
    }
  }

  // Adds the play to the result if it ends the game. Returns true if it does.
  bool record_ending(const MoverState& mover, const Play& play) {
    const Ending ending = ending_after<R>(context_, mover);
    if (ending == Ending::kNone) return false;
    if (const auto index = list_.find_ending(ending)) plays_.push_back({play, *index});
    return true;
  }

  // Adds the play to the result if it leads to an afterstate in the list.
  void add_if_listed(const MoverState& mover, const Play& play) {
    const Position next = this->make_afterstate(mover, play.size);
    const auto positions = list_.positions();
    const auto found = std::find(positions.begin(), positions.end(), next);
    if (found == positions.end()) return;
    plays_.push_back({play, static_cast<std::size_t>(found - positions.begin())});
  }

  // Removes plays that are too short to be legal: a shorter sequence may reach the board of an
  // afterstate by bearing off with a higher die.
  void remove_shorter_plays() {
    std::size_t max_size = 0;
    for (const LegalPlay& found : plays_) max_size = std::max(max_size, found.play.size);
    std::erase_if(plays_, [&](const LegalPlay& found) {
      return found.afterstate_index < list_.positions().size() && found.play.size < max_size;
    });
  }

  const AfterstateList& list_;    // afterstates of the decision
  std::vector<LegalPlay> plays_;  // the result
};

}  // namespace detail

/// Returns every legal play of a decision with the index of its afterstate in `list`, which must
/// hold the decision's afterstates. Each afterstate has at least one play. Moves of the same number
/// are listed in one order only, from the highest origin down, unless the order matters in the
/// game.
template <GameRules R>
std::vector<LegalPlay> generate_plays(const Position& position, std::optional<Dice> dice,
                                      const AfterstateList& list) {
  return detail::LegalPlayGenerator<R>(position, dice, list).run();
}

}  // namespace gioul
