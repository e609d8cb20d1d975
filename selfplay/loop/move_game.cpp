#include "selfplay/loop/move_game.h"

#include <algorithm>
#include <bit>
#include <string>

#include "base/error.h"
#include "base/parallel.h"
#include "engine/frame.h"
#include "engine/games/visit.h"
#include "engine/outcome.h"

namespace gioul {

namespace {

constexpr std::size_t kBlock = 16;  // seats that one thread handles at a time

AfterstateList& working_list() {
  thread_local const auto list = std::make_unique_for_overwrite<AfterstateList>();
  return *list;
}

// An observation without dice as the other player sees it.
void turn(std::span<std::int8_t, kMoveInputs> numbers) {
  constexpr std::size_t kPointsSeen = kPlaces - 2;
  const auto pinned = numbers.begin() + 2 * kPlaces;
  std::swap_ranges(numbers.begin(), numbers.begin() + kPlaces, numbers.begin() + kPlaces);
  std::swap_ranges(pinned, pinned + kPointsSeen, pinned + kPointsSeen);
  std::swap(numbers[kMoveInputs - 2], numbers[kMoveInputs - 1]);
}

}  // namespace

// What can be played in the middle of a decision, and what comes of it. Lengths of plays are those
// of engine/movegen.h: the longest play of any kind, but one that ends the game is always lawful.
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

  // Whether a play may stop here after `used` moves; a question in games with hooks alone.
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

  // Whether `left` more moves of one number can be played, the last of which may end the game.
  bool has_length(const Mover& mover, int left, PlaceSet limit) const {
    if (left == 0) return true;
    const PlaceSet from = origins<R>(ground, mover.own, allowance.high) & limit;
    return any_move(mover, from, allowance.high, [&](const Mover& next, int origin) {
      return ends(next) ? left == 1 : has_length(next, left - 1, up_to(origin));
    });
  }

  // Whether a lawful play goes on from here, to its end or the game's.
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
    for (const auto& [die, other] :
         {std::pair(allowance.high, allowance.low), std::pair(allowance.low, allowance.high)}) {
      const PlaceSet from = origins<R>(ground, mover.own, die);
      one = one || from != 0;
      const bool both = any_move(mover, from, die, [&](const Mover& next, int) {
        return !ends(next) && origins<R>(ground, next.own, other) != 0;
      });
      if (both) return 2;
    }
    return one ? 1 : 0;
  }

  // Lawful origins of `die` with `other` to follow, if there is another.
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

  // True if that ended the decision.
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

bool MoveGame::play(int action) {
  const bool passes = action == kPassAction;
  const int number = passes ? 0 : action / kMoveOrigins + 1;
  const int origin = passes ? 0 : action % kMoveOrigins + 1;
  bool is_over_now = false;
  visit_game(game_, [&]<typename R>(std::type_identity<R>) {
    is_over_now = Steps<R>::play(*this, number, origin);
  });
  if (!is_over_now) return false;
  is_deciding_ = false;
  lawful_ = {};
  if (!is_over()) begin_if_pending();
  return true;
}

void MoveGame::play(Player& player, AfterstateList& list, CounterRng& lots) {
  const Decision decision = turn_.decision();
  game_.generate(decision.position, decision.dice, list);
  if (!turn_.play(list, player.choose(decision.position, list, lots))) {
    const Play last = game_.find_ending_play(decision.position, decision.dice, turn_.ending());
    for (const CheckerMove& move : std::span(last.moves).first(last.size)) {
      own_ = own_.with_move(place_bit(move.from), place_bit(move.to));
      if (move.hits) hits_ |= place_bit(move.to);
    }
  }
  is_deciding_ = false;
  lawful_ = {};
  if (!is_over()) begin_if_pending();
}

MoveBatch::MoveBatch(const MoveBatchOptions& options)
    : options_(options),
      seed_(options.seed),
      start_(options.game.start(options.checkers)),
      lots_(options.seed, 0, Stream::kShuffle) {
  const std::size_t seats = options.seats;
  observations.resize(seats * kMoveInputs);
  masks.resize(seats * kMoveActions);
  final_observations.resize(seats * kMoveInputs);
  rewards.resize(seats);
  done.resize(seats);
  actors.resize(seats);
  if (options.opponent) {
    for (std::size_t i = 0; i < (seats + kBlock - 1) / kBlock; ++i) {
      opponents_.push_back(options.opponent());
    }
  }
  reset(options.seed);
}

MoveBatch::Seat MoveBatch::seat_of(std::uint64_t number) const {
  return {.game = MoveGame(options_.game, start_),
          .number = number,
          .dice = CounterRng(seed_, number, Stream::kDice),
          .opponents_lots = CounterRng(seed_, number, Stream::kSecondSeat)};
}

bool MoveBatch::is_asked(const Seat& seat) const {
  return opponents_.empty() || seat.game.actor() == (seat.number + seed_) % 2;
}

void MoveBatch::reset(std::uint64_t seed) {
  seed_ = seed;
  lots_ = CounterRng(seed, 0, Stream::kShuffle);
  seats_.clear();
  for (std::size_t i = 0; i < options_.seats; ++i) seats_.push_back(seat_of(i));
  std::ranges::fill(rewards, 0.0f);
  std::ranges::fill(done, std::uint8_t{0});
  parallel_for(options_.threads, (seats_.size() + kBlock - 1) / kBlock, [&](std::size_t block) {
    const std::size_t end = std::min(seats_.size(), (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i) {
      if (!opponents_.empty()) opponents_[block]->begin_game();
      while (!seats_[i].game.is_over() && (seats_[i].game.needs_roll() || !is_asked(seats_[i]))) {
        go_on(seats_[i]);
      }
      show(i);
    }
  });
}

// Dice, or a decision of the opponent.
void MoveBatch::go_on(Seat& seat) {
  if (seat.game.needs_roll()) {
    seat.game.roll(seat.dice.roll());
  } else {
    const auto number = static_cast<std::size_t>(&seat - seats_.data());
    seat.game.play(*opponents_[number / kBlock], working_list(), seat.opponents_lots);
  }
}

void MoveBatch::show(std::size_t i) {
  const MoveGame& game = seats_[i].game;
  actors[i] = static_cast<std::uint8_t>(game.actor());
  game.write_mask(
      std::span<std::int8_t, kMoveActions>(masks.data() + i * kMoveActions, kMoveActions));
  game.write_observation(
      std::span<std::int8_t, kMoveInputs>(observations.data() + i * kMoveInputs, kMoveInputs));
}

void MoveBatch::step(std::span<const std::int64_t> actions) {
  if (actions.size() != seats_.size()) {
    throw InputError(std::to_string(actions.size()) + " actions (expected one for each of the " +
                     std::to_string(seats_.size()) + " games)");
  }
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (seats_[i].game.is_over() || seats_[i].game.is_lawful(actions[i])) continue;
    throw InputError("action " + std::to_string(actions[i]) + " of game " + std::to_string(i) +
                     ": is not lawful there (the action mask has those that are)");
  }
  parallel_for(options_.threads, (seats_.size() + kBlock - 1) / kBlock, [&](std::size_t block) {
    const std::size_t end = std::min(seats_.size(), (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i) {
      Seat& seat = seats_[i];
      rewards[i] = 0.0f;
      done[i] = 0;
      if (seat.game.is_over()) continue;
      const std::size_t actor = seat.game.actor();
      (void)seat.game.play(static_cast<int>(actions[i]));
      const auto settle = [&] {
        while (!seat.game.is_over() && (seat.game.needs_roll() || !is_asked(seat))) go_on(seat);
      };
      settle();
      if (seat.game.is_over()) {
        done[i] = 1;
        const int points = seat.game.points();
        rewards[i] = static_cast<float>(actor == 0 ? points : -points);
        const std::span<std::int8_t, kMoveInputs> last(final_observations.data() + i * kMoveInputs,
                                                       kMoveInputs);
        seat.game.write_observation(last);
        if (seat.game.actor() != actor) turn(last);
        if (options_.auto_reset) {
          seat = seat_of(seat.number + seats_.size());
          if (!opponents_.empty()) opponents_[block]->begin_game();
          settle();
        }
      }
      show(i);
    }
  });
}

void MoveBatch::sample(std::span<std::int64_t> actions) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    actions[i] = seats_[i].game.is_over() ? 0 : seats_[i].game.sample(lots_);
  }
}

}  // namespace gioul
