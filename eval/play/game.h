// One game between two players, from a position to its result.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/movegen.h"
#include "engine/outcome.h"
#include "eval/play/player.h"

namespace gioul {

/// Counts and times are those of the player who makes the first decision, then of the other.
struct GameResult {
  Outcome outcome = Outcome::kTie;  // for the first player
  std::array<int, 2> decisions{};
  int rolls = 0;
  int forfeits = 0;  // chains whose rest passed to the opponent
  bool timed = false;
  std::array<std::int64_t, 2> nanoseconds{};  // spent on decisions, if timed
  int failed = -1;                            // who could not go on, 0 or 1; -1: nobody
  std::string failure;                        // why

  int total_decisions() const { return decisions[0] + decisions[1]; }
};

/// The random numbers of one game: the dice, and a stream for each seat. The two games of a
/// mirrored pair get equal ones.
struct GameRandom {
  CounterRng dice;
  std::array<CounterRng, 2> seats;

  GameRandom(std::uint64_t seed, std::uint64_t game)
      : dice(seed, game, Stream::kDice),
        seats{CounterRng(seed, game, Stream::kFirstSeat),
              CounterRng(seed, game, Stream::kSecondSeat)} {}
};

/// Looking at the clock twice a decision costs a fast player some 5 % of his time.
enum class Timing { kNone, kDecisions };

/// How a game ends for `side` whose player can't go on: lost, by two points if nothing is off.
constexpr Outcome failed_outcome(const Side& side) {
  return side.count(kOff) == 0 ? Outcome::kLose2 : Outcome::kLose1;
}

/// A decision as it was made: the play led to `after`, or ended the game.
struct NotedDecision {
  Position before;
  Dice dice;  // without a meaning where `before` is pending
  Ending ending;
  Position after;   // if it did not end the game, seen by whoever acts next
  bool acts_again;  // and that is the same player
};

/// Plays to the end; players[0] makes the first decision at `position`. `list` is working memory.
/// Who throws PlayerFailure loses. The decisions that were made are added to `notes`, if given.
template <Rules R>
GameResult play_game(Position position, std::array<Player*, 2> players, GameRandom random,
                     AfterstateList& list, Timing timing = Timing::kNone,
                     std::vector<NotedDecision>* notes = nullptr) {
  using Clock = std::chrono::steady_clock;
  GameResult result;
  result.timed = timing == Timing::kDecisions;
  std::size_t actor = 0;
  Clock::time_point asked;
  try {
    for (actor = 0; actor < players.size(); ++actor) players[actor]->begin_game();
    actor = 0;
    for (;;) {
      Dice dice{1, 1};
      if (!position.is_pending()) {
        dice = random.dice.roll();
        ++result.rolls;
      }
      generate_afterstates<R>(position, dice, list);
      if (result.timed) asked = Clock::now();
      const std::size_t line = players[actor]->choose(position, list, random.seats[actor]);
      if (result.timed) result.nanoseconds[actor] += (Clock::now() - asked).count();
      ++result.decisions[actor];
      const Ending ending = list.ending(line);
      if (notes != nullptr) {
        notes->push_back({position, dice, ending,
                          ending == Ending::kNone ? list.positions()[line] : Position{},
                          list.mover_acts_next()});
      }
      if (ending != Ending::kNone) {
        const Outcome outcome = outcome_of(ending);
        result.outcome = actor == 0 ? outcome : flipped(outcome);
        return result;
      }
      const bool was_forfeited = position.forfeited != 0;
      position = list.positions()[line];
      if (position.forfeited != 0 && !was_forfeited) ++result.forfeits;
      if (!list.mover_acts_next()) actor = 1 - actor;
    }
  } catch (const PlayerFailure& failure) {
    const Outcome outcome = failed_outcome(position.own);
    result.outcome = actor == 0 ? outcome : flipped(outcome);
    result.failed = static_cast<int>(actor);
    result.failure = failure.what();
    return result;
  }
}

}  // namespace gioul
