// Plays in backgammon notation: the checker moves in order, with hits. Slower than move generation;
// used only for input and output: printing, reading plays, UBGI.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/movegen.h"

namespace gioul {

struct CheckerMove {
  int from = 0;
  int to = 0;
  bool hits = false;
  bool operator==(const CheckerMove&) const = default;
};

/// The checker moves of a play, in the order played; at most those of a doublet.
struct Play {
  std::array<CheckerMove, kDoubletMoves> moves{};
  std::size_t size = 0;
};

/// A legal play and the index of the afterstate it leads to.
struct PlayLine {
  Play play;
  std::size_t line = 0;
};

/// Formats as "24/21(2) 18/14*"; "-" if there is no checker move (notation, section 2).
std::string format_play(const Play& play);

/// Parses play text. A star sets `hits`. Throws InputError with the column. Does not check whether
/// the play is legal; see find_afterstate().
Play parse_play(std::string_view text);

namespace detail {

/// Tries all orders of the checker moves and collects those that end in an afterstate of `list`.
template <Rules R>
class PlayFinder {
 public:
  PlayFinder(const Position& position, Dice dice, const AfterstateList& list)
      : position_(position),
        dice_(dice),
        list_(list),
        ground_(ground_of<R>(position, dice)),
        allowance_(allowance_of(position, dice)) {}

  std::vector<PlayLine> run() {
    const Mover mover{position_.own, 0};
    if (allowance_.is_one_number()) {
      walk_one_number(mover, ~PlaceSet{0}, {});
    } else {
      walk_two_dice(mover, allowance_.high, allowance_.low, {});
      walk_two_dice(mover, allowance_.low, allowance_.high, {});
    }
    drop_shorter_plays();
    return std::move(found_);
  }

 private:
  static constexpr bool kAnyOrder = R::kOrderMatters;

  Play extended(const Play& play, const Mover& before, const Mover& after, int from,
                int die) const {
    Play longer = play;
    longer.moves[longer.size++] = {from, destination(from, die), before.hits != after.hits};
    return longer;
  }

  void walk_one_number(const Mover& mover, PlaceSet limit, const Play& play) {
    const int die = allowance_.high;
    const PlaceSet from = origins<R>(ground_, mover.own, die);
    if (from == 0 || static_cast<int>(play.size) == allowance_.moves) return record(mover, play);
    for (PlaceSet rest = from & limit; rest != 0;) {
      const int origin = highest_place(rest);
      rest ^= place_bit(origin);
      const Mover next = moved<R>(ground_, mover, origin, die);
      const Play longer = extended(play, mover, next, origin, die);
      if (record_ending(next, longer)) continue;
      walk_one_number(next, kAnyOrder ? ~PlaceSet{0} : (place_bit(origin) << 1) - 1, longer);
    }
  }

  void walk_two_dice(const Mover& mover, int die, int other, const Play& play) {
    const PlaceSet from = die == 0 ? 0 : origins<R>(ground_, mover.own, die);
    if (from == 0) return record(mover, play);
    for (PlaceSet rest = from; rest != 0;) {
      const int origin = highest_place(rest);
      rest ^= place_bit(origin);
      const Mover next = moved<R>(ground_, mover, origin, die);
      const Play longer = extended(play, mover, next, origin, die);
      if (!record_ending(next, longer)) walk_two_dice(next, other, 0, longer);
    }
  }

  bool record_ending(const Mover& mover, const Play& play) {
    const Ending ending = ending_of<R>(ground_, mover);
    if (ending == Ending::kNone) return false;
    for (std::size_t line = list_.positions().size(); line < list_.lines(); ++line) {
      if (list_.ending(line) == ending) found_.push_back({play, line});
    }
    return true;
  }

  void record(const Mover& mover, const Play& play) {
    const Frame frame = frame_after<R>(position_, dice_, static_cast<int>(play.size));
    Position next;
    write_afterstate<R>(frame, ground_, mover, next);
    const auto positions = list_.positions();
    const auto found = std::find(positions.begin(), positions.end(), next);
    if (found == positions.end()) return;
    found_.push_back({play, static_cast<std::size_t>(found - positions.begin())});
  }

  // A shorter sequence may reach a board of the list by bearing off with a higher die; it is not a
  // legal play.
  void drop_shorter_plays() {
    std::size_t longest = 0;
    for (const PlayLine& found : found_) longest = std::max(longest, found.play.size);
    std::erase_if(found_, [&](const PlayLine& found) {
      return found.line < list_.positions().size() && found.play.size < longest;
    });
  }

  const Position& position_;
  Dice dice_;
  const AfterstateList& list_;
  Ground ground_;
  Allowance allowance_;
  std::vector<PlayLine> found_;
};

}  // namespace detail

/// Returns every legal play of a decision with its index in `list`, which must hold the decision's
/// afterstates. Each afterstate has at least one play. Moves of the same number are listed in one
/// order only, from the highest origin down.
template <Rules R>
std::vector<PlayLine> list_plays(const Position& position, Dice dice, const AfterstateList& list) {
  return detail::PlayFinder<R>(position, dice, list).run();
}

}  // namespace gioul
