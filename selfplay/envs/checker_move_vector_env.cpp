#include "selfplay/envs/checker_move_vector_env.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/parallel.h"

namespace gioul {

namespace {

constexpr std::size_t kBlock = 16;  // envs that a thread handles at a time

// Turns an observation without dice to the other player's view.
void turn(std::span<std::int8_t, kMoveInputs> numbers) {
  constexpr std::size_t kPointsSeen = kPlaces - 2;
  const auto pinned = numbers.begin() + 2 * kPlaces;
  std::swap_ranges(numbers.begin(), numbers.begin() + kPlaces, numbers.begin() + kPlaces);
  std::swap_ranges(pinned, pinned + kPointsSeen, pinned + kPointsSeen);
  std::swap(numbers[kMoveInputs - 2], numbers[kMoveInputs - 1]);
}

}  // namespace

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

template <typename F>
void MoveBatch::for_each_seat(const F& f) {
  parallel_for(options_.threads, (seats_.size() + kBlock - 1) / kBlock, [&](std::size_t block) {
    const std::size_t end = std::min(seats_.size(), (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i) f(i);
  });
}

void MoveBatch::reset(std::uint64_t seed) {
  seed_ = seed;
  lots_ = CounterRng(seed, 0, Stream::kShuffle);
  seats_.clear();
  for (std::size_t i = 0; i < options_.seats; ++i) seats_.push_back(seat_of(i));
  std::ranges::fill(rewards, 0.0f);
  std::ranges::fill(done, std::uint8_t{0});
  for_each_seat([&](std::size_t i) {
    begin(i, i);
    show(i);
  });
}

void MoveBatch::begin(std::size_t i, std::uint64_t number) {
  seats_[i] = seat_of(number);
  if (!opponents_.empty()) opponents_[i / kBlock]->begin_game();
  settle(i);
}

void MoveBatch::settle(std::size_t i) {
  Seat& seat = seats_[i];
  while (!seat.game.is_over()) {
    if (seat.game.needs_roll()) {
      seat.game.roll(seat.dice.roll());
    } else if (!is_asked(seat)) {
      seat.game.play(*opponents_[i / kBlock], seat.opponents_lots);
    } else {
      return;
    }
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
    throw InputError(std::to_string(actions.size()) + " actions (expected one per game, " +
                     std::to_string(seats_.size()) + " games)");
  }
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (seats_[i].game.is_over() || seats_[i].game.is_lawful(actions[i])) continue;
    throw InputError("action " + std::to_string(actions[i]) + " of game " + std::to_string(i) +
                     ": illegal action (see the action mask)");
  }
  for_each_seat([&](std::size_t i) {
    Seat& seat = seats_[i];
    rewards[i] = 0.0f;
    done[i] = 0;
    if (seat.game.is_over()) return;
    const std::size_t actor = seat.game.actor();
    (void)seat.game.play(static_cast<int>(actions[i]));
    settle(i);
    if (seat.game.is_over()) {
      done[i] = 1;
      const int points = seat.game.points();
      rewards[i] = static_cast<float>(actor == 0 ? points : -points);
      const std::span<std::int8_t, kMoveInputs> last(final_observations.data() + i * kMoveInputs,
                                                     kMoveInputs);
      seat.game.write_observation(last);
      if (seat.game.actor() != actor) turn(last);
      if (options_.auto_reset) begin(i, seat.number + seats_.size());
    }
    show(i);
  });
}

void MoveBatch::sample(std::span<std::int64_t> actions) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    actions[i] = seats_[i].game.is_over() ? 0 : seats_[i].game.sample(lots_);
  }
}

}  // namespace gioul
