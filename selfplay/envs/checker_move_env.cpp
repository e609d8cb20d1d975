#include "selfplay/envs/checker_move_env.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "engine/decision_rules.h"
#include "engine/games/dispatch.h"
#include "engine/games/legal_play_list.h"

namespace gioul {

// Legal checker moves in the middle of a decision, and their effect. Play lengths follow
// engine/movegen.h: plays must have the maximum length, but one that ends the game is always legal.
template <typename R>
struct CheckerMoveEnv::LegalMoves {
  const Position& position;
  std::optional<Dice> dice;
  MoveContext context;
  AvailableDice available;

  explicit LegalMoves(const CheckerMoveEnv& game)
      : position(game.state_.position()),
        dice(game.state_.dice()),
        context(make_move_context<R>(position, dice)),
        available(available_dice(position, dice)) {
    if constexpr (R::kDiceOrderMatters)
      game.game_.generate_afterstates(position, dice, scratch_afterstates());
  }

  Position afterstate(const MoverState& mover, int used) const {
    Position next;
    write_afterstate<R>(make_afterstate_skeleton<R>(position, dice, used), context, mover, next);
    return next;
  }

  // Returns true if a play may end after `used` moves. Only games with special rules restrict it.
  bool accepts(const MoverState& mover, int used) const {
    if constexpr (!R::kDiceOrderMatters) return true;
    const auto positions = scratch_afterstates().positions();
    return std::ranges::find(positions, afterstate(mover, used)) != positions.end();
  }

  template <typename F>
  bool any_move(const MoverState& mover, PlaceSet from, int die, const F& f) const {
    for (; from != 0;) {
      const int origin = highest_place(from);
      from ^= place_bit(origin);
      if (f(after_move<R>(context, mover, origin, die), origin)) return true;
    }
    return false;
  }

  bool ends(const MoverState& mover) const {
    return ending_after<R>(context, mover) != Ending::kNone;
  }

  static PlaceSet up_to(int origin) {
    return R::kDiceOrderMatters ? ~PlaceSet{0} : (place_bit(origin) << 1) - 1;
  }

  // Returns true if `left` more moves of one number are possible. The last may end the game.
  bool has_length(const MoverState& mover, int left, PlaceSet limit) const {
    if (left == 0) return true;
    const PlaceSet from = legal_origins<R>(context, mover.own, available.high) & limit;
    return any_move(mover, from, available.high, [&](const MoverState& next, int origin) {
      return ends(next) ? left == 1 : has_length(next, left - 1, up_to(origin));
    });
  }

  // Returns true if the moves so far can be completed to a legal play or to the end of the game.
  bool can_complete(const MoverState& mover, int left, int play_length, PlaceSet limit) const {
    if (left == 0) return accepts(mover, play_length);
    const PlaceSet from = legal_origins<R>(context, mover.own, available.high) & limit;
    return any_move(mover, from, available.high, [&](const MoverState& next, int origin) {
      return ends(next) || can_complete(next, left - 1, play_length, up_to(origin));
    });
  }

  int length(const MoverState& mover) const {
    if (available.is_single_number()) {
      int play_length = available.max_moves;
      while (play_length > 0 && !has_length(mover, play_length, ~PlaceSet{0})) --play_length;
      return play_length;
    }
    bool one = false;
    for (const int die : {available.high, available.low}) {
      const int other = available.high + available.low - die;
      const PlaceSet from = legal_origins<R>(context, mover.own, die);
      one = one || from != 0;
      const bool both = any_move(mover, from, die, [&](const MoverState& next, int) {
        return !ends(next) && legal_origins<R>(context, next.own, other) != 0;
      });
      if (both) return 2;
    }
    return one ? 1 : 0;
  }

  // Returns the origins of `die` whose move leads to a state that is_legal() accepts.
  template <typename F>
  PlaceSet origins_where(const MoverState& mover, int die, const F& is_legal) const {
    PlaceSet legal = 0;
    (void)any_move(mover, legal_origins<R>(context, mover.own, die), die,
                   [&](const MoverState& next, int origin) {
                     if (is_legal(next)) legal |= place_bit(origin);
                     return false;
                   });
    return legal;
  }

  // Returns the legal origins of `die` if `other` is played next. `other` is 0 if there is none.
  PlaceSet first_moves(const MoverState& mover, int play_length, int die, int other) const {
    const bool stops =
        play_length == 1 &&
        (die == available.high || legal_origins<R>(context, mover.own, available.high) == 0);
    return origins_where(mover, die, [&](const MoverState& next) {
      if (ends(next) || (stops && accepts(next, 1))) return true;
      return play_length == 2 &&
             any_move(next, legal_origins<R>(context, next.own, other), other,
                      [&](const MoverState& last, int) { return ends(last) || accepts(last, 2); });
    });
  }

  PlaceSet last_moves(const MoverState& mover, int die) const {
    return origins_where(mover, die,
                         [&](const MoverState& next) { return ends(next) || accepts(next, 2); });
  }

  PlaceSet single_number_moves(const MoverState& mover, int left, int play_length) const {
    return origins_where(mover, available.high, [&](const MoverState& next) {
      return ends(next) || can_complete(next, left - 1, play_length, ~PlaceSet{0});
    });
  }

  static void find_legal(CheckerMoveEnv& game) {
    const LegalMoves moves(game);
    const MoverState mover{game.own_side_, game.hit_points_};
    game.legal_origins_by_die_ = {};
    if (game.move_count_ == 0) game.play_length_ = moves.length(mover);
    const int left = game.play_length_ - game.move_count_;
    if (game.play_length_ == 0) return;
    const AvailableDice& available = moves.available;
    const auto set = [&](int die, PlaceSet origins) {
      game.legal_origins_by_die_[static_cast<std::size_t>(die)] = origins;
    };
    if (available.is_single_number()) {
      set(available.high, moves.single_number_moves(mover, left, game.play_length_));
    } else if (game.move_count_ == 0) {
      set(available.high,
          moves.first_moves(mover, game.play_length_, available.high, available.low));
      set(available.low,
          moves.first_moves(mover, game.play_length_, available.low, available.high));
    } else {
      set(game.remaining_die_, moves.last_moves(mover, game.remaining_die_));
    }
  }

  // Plays an action; `number` is 0 to pass. Returns true if it completed the decision.
  static bool play(CheckerMoveEnv& game, int number, int origin) {
    const MoveContext context = make_move_context<R>(game.state_.position(), game.state_.dice());
    const AvailableDice available = available_dice(game.state_.position(), game.state_.dice());
    MoverState mover{game.own_side_, game.hit_points_};
    if (number != 0) {
      mover = after_move<R>(context, mover, origin, number);
      game.played_actions_[static_cast<std::size_t>(game.move_count_++)] =
          static_cast<std::uint8_t>((number - 1) * kOriginCount + origin - 1);
      game.remaining_die_ =
          available.is_single_number() ? number : available.high + available.low - number;
      game.own_side_ = mover.own;
      game.hit_points_ = mover.hit_points;
      const Ending ending = ending_after<R>(context, mover);
      if (ending != Ending::kNone) {
        (void)game.state_.apply(ending, {}, false);
        return true;
      }
      if (game.move_count_ < game.play_length_) {
        find_legal(game);
        return false;
      }
    }
    const AfterstateSkeleton skeleton =
        make_afterstate_skeleton<R>(game.state_.position(), game.state_.dice(), game.move_count_);
    Position next;
    write_afterstate<R>(skeleton, context, mover, next);
    (void)game.state_.apply(Ending::kNone, next, !skeleton.opponent_acts_next);
    return true;
  }

  static Position observed(const CheckerMoveEnv& game) {
    Position position = game.state_.position();
    if (!game.is_decision_pending_ && !game.is_over()) return position;
    position.own = game.own_side_;
    const MoveContext context = make_move_context<R>(game.state_.position(), game.state_.dice());
    apply_hits_and_pins<R>(context, {game.own_side_, game.hit_points_}, false, position);
    return position;
  }
};

void CheckerMoveEnv::begin_decision(std::optional<Dice> dice) {
  state_.roll([&] { return *dice; });
  is_decision_pending_ = true;
  own_side_ = state_.position().own;
  hit_points_ = 0;
  move_count_ = 0;
  remaining_die_ = 0;
  dispatch_game(game_,
                [&]<typename R>(std::type_identity<R>) { LegalMoves<R>::find_legal(*this); });
}

bool CheckerMoveEnv::is_legal(std::int64_t action) const {
  if (!is_decision_pending_ || action < 0 || action > kPassAction) return false;
  if (action == kPassAction) return play_length_ == 0;
  const auto number = static_cast<std::size_t>(action / kOriginCount + 1);
  return (legal_origins_by_die_[number] & place_bit(static_cast<int>(action % kOriginCount) + 1)) !=
         0;
}

void CheckerMoveEnv::write_action_mask(std::span<std::int8_t, kActionCount> mask) const {
  std::ranges::fill(mask, std::int8_t{0});
  if (!is_decision_pending_) return;
  mask[kPassAction] = play_length_ == 0 ? 1 : 0;
  for (std::size_t number = 1; number < legal_origins_by_die_.size(); ++number) {
    for (PlaceSet rest = legal_origins_by_die_[number]; rest != 0; rest &= rest - 1) {
      mask[(number - 1) * kOriginCount + static_cast<std::size_t>(lowest_place(rest)) - 1] = 1;
    }
  }
}

int CheckerMoveEnv::sample_action(CounterRng& rng) const {
  int count = 0;
  for (const PlaceSet set : legal_origins_by_die_) count += std::popcount(set);
  if (!is_decision_pending_ || count == 0) return kPassAction;
  auto skip = static_cast<int>(rng.uniform_below(static_cast<std::uint64_t>(count)));
  for (int number = 1;; ++number) {
    PlaceSet rest = legal_origins_by_die_[static_cast<std::size_t>(number)];
    const int here = std::popcount(rest);
    if (skip >= here) {
      skip -= here;
      continue;
    }
    for (; skip > 0; --skip) rest &= rest - 1;
    return (number - 1) * kOriginCount + lowest_place(rest) - 1;
  }
}

void CheckerMoveEnv::write_observation(std::span<std::int8_t, kObservationSize> numbers) const {
  Position position{};
  dispatch_game(
      game_, [&]<typename R>(std::type_identity<R>) { position = LegalMoves<R>::observed(*this); });
  std::int8_t* next = numbers.data();
  for (const Side* const side : {&position.own, &position.opp}) {
    for (int place = 0; place < kPlaceCount; ++place) {
      *next++ = static_cast<std::int8_t>(side->count(place));
    }
  }
  for (const PlaceSet pinned : {position.own_pinned, position.opp_pinned}) {
    for (int place = 1; place < kBar; ++place) *next++ = (pinned >> place & 1u) != 0 ? 1 : 0;
  }
  std::fill_n(next, 6, std::int8_t{0});
  if (is_decision_pending_) {
    const AvailableDice available = available_dice(state_.position(), state_.dice());
    if (available.is_single_number()) {
      next[available.high - 1] = static_cast<std::int8_t>(available.max_moves - move_count_);
    } else if (move_count_ > 0) {
      next[remaining_die_ - 1] = 1;
    } else {
      next[available.high - 1] = next[available.low - 1] = 1;
    }
  }
  next += 6;
  *next++ = static_cast<std::int8_t>(position.owed_moves);
  *next++ = static_cast<std::int8_t>(position.is_forfeited);
  *next++ = static_cast<std::int8_t>(position.own_roll_count);
  *next++ = static_cast<std::int8_t>(position.opp_roll_count);
}

void CheckerMoveEnv::end_decision() {
  is_decision_pending_ = false;
  legal_origins_by_die_ = {};
  if (!is_over()) begin_decision_if_pending();
}

bool CheckerMoveEnv::play(int action) {
  const bool passes = action == kPassAction;
  const int number = passes ? 0 : action / kOriginCount + 1;
  const int origin = passes ? 0 : action % kOriginCount + 1;
  bool is_complete = false;  // the decision
  dispatch_game(game_, [&]<typename R>(std::type_identity<R>) {
    is_complete = LegalMoves<R>::play(*this, number, origin);
  });
  if (is_complete) end_decision();
  return is_complete;
}

void CheckerMoveEnv::play(Player& player, CounterRng& rng) {
  const Decision decision = state_.decision();
  AfterstateList& list = scratch_afterstates();
  game_.generate_afterstates(decision.position, decision.dice, list);
  const std::size_t index = player.choose(decision.position, list, rng);
  if (list.ending(index) != Ending::kNone) return end_game(list.ending(index));
  (void)state_.apply(list, index);
  end_decision();
}

void CheckerMoveEnv::end_game(Ending ending) {
  const Decision decision = state_.decision();
  const Play last = game_.find_play_to_ending(decision.position, decision.dice, ending);
  for (const CheckerMove& move : std::span(last.moves).first(last.size)) {
    own_side_ = own_side_.with_move(place_bit(move.from), place_bit(move.to));
    if (move.hits) hit_points_ |= place_bit(move.to);
  }
  (void)state_.apply(ending, {}, false);
  end_decision();
}

CheckerMoveCheckpoint CheckerMoveEnv::checkpoint() const {
  CheckerMoveCheckpoint state{.decision = {state_.position(), std::nullopt},
                              .player_to_move = player_to_move(),
                              .is_decision_pending = is_decision_pending_,
                              .played_actions = {},
                              .ending = state_.ending()};
  if (needs_roll()) return state;
  state.decision.dice = state_.dice();
  state.played_actions.assign(played_actions_.begin(), played_actions_.begin() + move_count_);
  return state;
}

CheckerMoveEnv::CheckerMoveEnv(Game game, const CheckerMoveCheckpoint& state)
    : game_(game), state_(state.decision.position, state.player_to_move) {
  begin_decision_if_pending();
  const bool has_rolled = state.is_decision_pending || state.ending != Ending::kNone;
  if (needs_roll() && has_rolled) roll(state.decision.dice.value());
  const auto check = [](bool is_possible) {
    if (!is_possible) throw InputError("the state of a game that is impossible");
  };
  for (const std::uint8_t action : state.played_actions) {
    check(action != kPassAction && is_legal(action));
    (void)play(action);
  }
  if (state.ending != Ending::kNone && state.played_actions.empty()) {
    AfterstateList& list = scratch_afterstates();
    game_.generate_afterstates(state_.position(), state_.dice(), list);
    check(list.find_ending(state.ending).has_value());
    end_game(state.ending);
  }
  check(checkpoint() == state);
}

}  // namespace gioul
