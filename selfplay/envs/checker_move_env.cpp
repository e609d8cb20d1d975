#include "selfplay/envs/checker_move_env.h"

#include <algorithm>
#include <bit>

#include "engine/decision_rules.h"
#include "engine/games/dispatch.h"
#include "engine/games/legal_play_list.h"

namespace gioul {

// Legal checker moves in the middle of a decision, and their effect. Play lengths follow
// engine/movegen.h: plays must have the maximum length, but one that ends the game is always legal.
template <typename R>
struct MoveGame::Steps {
  const Position& position;
  Dice dice;
  Ground ground;
  Allowance allowance;

  explicit Steps(const MoveGame& game)
      : position(game.turn_.position()),
        dice(game.turn_.dice()),
        ground(ground_of<R>(position, dice)),
        allowance(allowance_of(position, dice)) {
    if constexpr (R::kOrderMatters) game.game_.generate(position, dice, working_list());
  }

  Position afterstate(const Mover& mover, int used) const {
    Position next;
    write_afterstate<R>(frame_after<R>(position, dice, used), ground, mover, next);
    return next;
  }

  // Returns true if a play may end after `used` moves. Only games with special rules restrict it.
  bool accepts(const Mover& mover, int used) const {
    if constexpr (!R::kOrderMatters) return true;
    const auto positions = working_list().positions();
    return std::ranges::find(positions, afterstate(mover, used)) != positions.end();
  }

  template <typename F>
  bool any_move(const Mover& mover, PlaceSet from, int die, const F& f) const {
    for (; from != 0;) {
      const int origin = highest_place(from);
      from ^= place_bit(origin);
      if (f(moved<R>(ground, mover, origin, die), origin)) return true;
    }
    return false;
  }

  bool ends(const Mover& mover) const { return ending_of<R>(ground, mover) != Ending::kNone; }

  static PlaceSet up_to(int origin) {
    return R::kOrderMatters ? ~PlaceSet{0} : (place_bit(origin) << 1) - 1;
  }

  // Returns true if `left` more moves of one number are possible. The last may end the game.
  bool has_length(const Mover& mover, int left, PlaceSet limit) const {
    if (left == 0) return true;
    const PlaceSet from = origins<R>(ground, mover.own, allowance.high) & limit;
    return any_move(mover, from, allowance.high, [&](const Mover& next, int origin) {
      return ends(next) ? left == 1 : has_length(next, left - 1, up_to(origin));
    });
  }

  // Returns true if the moves so far can be completed to a legal play or to the end of the game.
  bool goes_on(const Mover& mover, int left, int needed, PlaceSet limit) const {
    if (left == 0) return accepts(mover, needed);
    const PlaceSet from = origins<R>(ground, mover.own, allowance.high) & limit;
    return any_move(mover, from, allowance.high, [&](const Mover& next, int origin) {
      return ends(next) || goes_on(next, left - 1, needed, up_to(origin));
    });
  }

  int length(const Mover& mover) const {
    if (allowance.is_one_number()) {
      int needed = allowance.moves;
      while (needed > 0 && !has_length(mover, needed, ~PlaceSet{0})) --needed;
      return needed;
    }
    bool one = false;
    for (const int die : {allowance.high, allowance.low}) {
      const int other = allowance.high + allowance.low - die;
      const PlaceSet from = origins<R>(ground, mover.own, die);
      one = one || from != 0;
      const bool both = any_move(mover, from, die, [&](const Mover& next, int) {
        return !ends(next) && origins<R>(ground, next.own, other) != 0;
      });
      if (both) return 2;
    }
    return one ? 1 : 0;
  }

  // Returns the legal origins of `die` if `other` is played next. `other` is 0 if there is none.
  PlaceSet first_of_two(const Mover& mover, int needed, int die, int other) const {
    PlaceSet lawful = 0;
    const bool stops = needed == 1 && (die == allowance.high ||
                                       origins<R>(ground, mover.own, allowance.high) == 0);
    (void)any_move(mover, origins<R>(ground, mover.own, die), die,
                   [&](const Mover& next, int origin) {
                     bool is_lawful = ends(next) || (stops && accepts(next, 1));
                     if (!is_lawful && needed == 2) {
                       const PlaceSet then = origins<R>(ground, next.own, other);
                       is_lawful = any_move(next, then, other, [&](const Mover& last, int) {
                         return ends(last) || accepts(last, 2);
                       });
                     }
                     if (is_lawful) lawful |= place_bit(origin);
                     return false;
                   });
    return lawful;
  }

  PlaceSet last_of_two(const Mover& mover, int die) const {
    PlaceSet lawful = 0;
    (void)any_move(mover, origins<R>(ground, mover.own, die), die,
                   [&](const Mover& next, int origin) {
                     if (ends(next) || accepts(next, 2)) lawful |= place_bit(origin);
                     return false;
                   });
    return lawful;
  }

  PlaceSet one_number(const Mover& mover, int left, int needed) const {
    PlaceSet lawful = 0;
    (void)any_move(mover, origins<R>(ground, mover.own, allowance.high), allowance.high,
                   [&](const Mover& next, int origin) {
                     const bool is_lawful =
                         ends(next) || goes_on(next, left - 1, needed, ~PlaceSet{0});
                     if (is_lawful) lawful |= place_bit(origin);
                     return false;
                   });
    return lawful;
  }

  static void find_lawful(MoveGame& game) {
    const Steps steps(game);
    const Mover mover{game.own_, game.hits_};
    game.lawful_ = {};
    if (game.made_ == 0) game.needed_ = steps.length(mover);
    const int left = game.needed_ - game.made_;
    if (game.needed_ == 0) return;
    const Allowance& allowance = steps.allowance;
    const auto set = [&](int die, PlaceSet origins) {
      game.lawful_[static_cast<std::size_t>(die)] = origins;
    };
    if (allowance.is_one_number()) {
      set(allowance.high, steps.one_number(mover, left, game.needed_));
    } else if (game.made_ == 0) {
      set(allowance.high, steps.first_of_two(mover, game.needed_, allowance.high, allowance.low));
      set(allowance.low, steps.first_of_two(mover, game.needed_, allowance.low, allowance.high));
    } else {
      set(game.die_, steps.last_of_two(mover, game.die_));
    }
  }

  // Returns true if that completed the decision.
  static bool play(MoveGame& game, int number, int origin) {
    const Ground ground = ground_of<R>(game.turn_.position(), game.turn_.dice());
    const Allowance allowance = allowance_of(game.turn_.position(), game.turn_.dice());
    Mover mover{game.own_, game.hits_};
    if (number != 0) {
      mover = moved<R>(ground, mover, origin, number);
      ++game.made_;
      game.die_ = allowance.is_one_number() ? number : allowance.high + allowance.low - number;
      game.own_ = mover.own;
      game.hits_ = mover.hits;
      const Ending ending = ending_of<R>(ground, mover);
      if (ending != Ending::kNone) {
        (void)game.turn_.play(ending, {}, false);
        return true;
      }
      if (game.made_ < game.needed_) {
        find_lawful(game);
        return false;
      }
    }
    const Frame frame = frame_after<R>(game.turn_.position(), game.turn_.dice(), game.made_);
    Position next;
    write_afterstate<R>(frame, ground, mover, next);
    (void)game.turn_.play(Ending::kNone, next, !frame.passes);
    return true;
  }

  static Position seen(const MoveGame& game) {
    Position position = game.turn_.position();
    if (!game.is_deciding_ && !game.is_over()) return position;
    position.own = game.own_;
    const Ground ground = ground_of<R>(game.turn_.position(), game.turn_.dice());
    settle_contact<R>(ground, {game.own_, game.hits_}, false, position);
    return position;
  }
};

void MoveGame::roll(Dice dice) {
  turn_.roll([&] { return dice; });
  is_deciding_ = true;
  own_ = turn_.position().own;
  hits_ = 0;
  made_ = 0;
  die_ = 0;
  visit_game(game_, [&]<typename R>(std::type_identity<R>) { Steps<R>::find_lawful(*this); });
}

bool MoveGame::is_lawful(std::int64_t action) const {
  if (!is_deciding_ || action < 0 || action > kPassAction) return false;
  if (action == kPassAction) return needed_ == 0;
  const auto number = static_cast<std::size_t>(action / kMoveOrigins + 1);
  return (lawful_[number] & place_bit(static_cast<int>(action % kMoveOrigins) + 1)) != 0;
}

void MoveGame::write_mask(std::span<std::int8_t, kMoveActions> mask) const {
  std::ranges::fill(mask, std::int8_t{0});
  if (!is_deciding_) return;
  mask[kPassAction] = needed_ == 0 ? 1 : 0;
  for (std::size_t number = 1; number < lawful_.size(); ++number) {
    for (PlaceSet rest = lawful_[number]; rest != 0; rest &= rest - 1) {
      mask[(number - 1) * kMoveOrigins + static_cast<std::size_t>(lowest_place(rest)) - 1] = 1;
    }
  }
}

int MoveGame::sample(CounterRng& lots) const {
  int count = 0;
  for (const PlaceSet set : lawful_) count += std::popcount(set);
  if (!is_deciding_ || count == 0) return kPassAction;
  auto skip = static_cast<int>(lots.below(static_cast<std::uint64_t>(count)));
  for (int number = 1;; ++number) {
    PlaceSet rest = origins_of(number);
    const int here = std::popcount(rest);
    if (skip >= here) {
      skip -= here;
      continue;
    }
    for (; skip > 0; --skip) rest &= rest - 1;
    return (number - 1) * kMoveOrigins + lowest_place(rest) - 1;
  }
}

void MoveGame::write_observation(std::span<std::int8_t, kMoveInputs> numbers) const {
  Position position{};
  visit_game(game_, [&]<typename R>(std::type_identity<R>) { position = Steps<R>::seen(*this); });
  std::int8_t* next = numbers.data();
  for (const Side* const side : {&position.own, &position.opp}) {
    for (int place = 0; place < kPlaces; ++place) {
      *next++ = static_cast<std::int8_t>(side->count(place));
    }
  }
  for (const PlaceSet pinned : {position.own_pinned, position.opp_pinned}) {
    for (int place = 1; place < kBar; ++place) *next++ = (pinned >> place & 1u) != 0 ? 1 : 0;
  }
  std::fill_n(next, 6, std::int8_t{0});
  if (is_deciding_) {
    const Allowance allowance = allowance_of(turn_.position(), turn_.dice());
    if (allowance.is_one_number()) {
      next[allowance.high - 1] = static_cast<std::int8_t>(allowance.moves - made_);
    } else if (made_ > 0) {
      next[die_ - 1] = 1;
    } else {
      next[allowance.high - 1] = next[allowance.low - 1] = 1;
    }
  }
  next += 6;
  *next++ = static_cast<std::int8_t>(position.owed);
  *next++ = static_cast<std::int8_t>(position.forfeited);
  *next++ = static_cast<std::int8_t>(position.own_rolls);
  *next++ = static_cast<std::int8_t>(position.opp_rolls);
}

void MoveGame::end_decision() {
  is_deciding_ = false;
  lawful_ = {};
  if (!is_over()) begin_if_pending();
}

bool MoveGame::play(int action) {
  const bool passes = action == kPassAction;
  const int number = passes ? 0 : action / kMoveOrigins + 1;
  const int origin = passes ? 0 : action % kMoveOrigins + 1;
  bool is_over_now = false;
  visit_game(game_, [&]<typename R>(std::type_identity<R>) {
    is_over_now = Steps<R>::play(*this, number, origin);
  });
  if (!is_over_now) return false;
  end_decision();
  return true;
}

void MoveGame::play(Player& player, CounterRng& lots) {
  const Decision decision = turn_.decision();
  AfterstateList& list = working_list();
  game_.generate(decision.position, decision.dice, list);
  if (!turn_.play(list, player.choose(decision.position, list, lots))) {
    const Play last = game_.find_ending_play(decision.position, decision.dice, turn_.ending());
    for (const CheckerMove& move : std::span(last.moves).first(last.size)) {
      own_ = own_.with_move(place_bit(move.from), place_bit(move.to));
      if (move.hits) hits_ |= place_bit(move.to);
    }
  }
  end_decision();
}

}  // namespace gioul
