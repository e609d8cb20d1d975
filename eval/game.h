// One game between two players, from a position to its result.
#pragma once

#include <array>
#include <cstdint>

#include "engine/movegen.h"
#include "engine/outcome.h"
#include "eval/player.h"

namespace gioul {

struct GameResult {
  Outcome outcome = Outcome::kTie;  // for the first player
  int decisions = 0;
  int rolls = 0;
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

/// Plays to the end; players[0] makes the first decision at `position`. `list` is working memory.
template <Rules R>
GameResult play_game(Position position, std::array<Player*, 2> players, GameRandom random,
                     AfterstateList& list) {
  GameResult result;
  std::size_t actor = 0;
  for (Player* const player : players) player->begin_game();
  for (;;) {
    Dice dice{1, 1};
    if (!position.is_pending()) {
      dice = random.dice.roll();
      ++result.rolls;
    }
    generate_afterstates<R>(position, dice, list);
    const std::size_t line = players[actor]->choose(position, list, random.seats[actor]);
    ++result.decisions;
    const Ending ending = list.ending(line);
    if (ending != Ending::kNone) {
      const Outcome outcome = outcome_of(ending);
      result.outcome = actor == 0 ? outcome : flipped(outcome);
      return result;
    }
    position = list.positions()[line];
    if (!list.mover_acts_next()) actor = 1 - actor;
  }
}

}  // namespace gioul
