// The loop that plays a game by itself; where others choose, they step a Turn.
#pragma once

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/turn.h"

namespace gioul {

/// Plays on to the end of the game, or until observe() says no, which is asked before each
/// decision: roll() gives the dice where some are due, choose() the line of `list`, which then has
/// the decision's afterstates.
template <typename Roll, typename Choose, typename Observe>
void play_out(Game game, Turn& turn, AfterstateList& list, const Roll& roll, const Choose& choose,
              const Observe& observe) {
  while (observe()) {
    turn.roll(roll);
    game.generate(turn.position(), turn.dice(), list);
    if (!turn.play(list, choose())) return;
  }
}

/// The same, to the end in any case.
template <typename Roll, typename Choose>
void play_out(Game game, Turn& turn, AfterstateList& list, const Roll& roll, const Choose& choose) {
  play_out(game, turn, list, roll, choose, [] { return true; });
}

}  // namespace gioul
