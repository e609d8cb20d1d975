// Plays a game to its end in a loop, with callbacks for rolls and plays. Interactive code steps a
// GameState itself.
#pragma once

#include <type_traits>

#include "engine/afterstates.h"
#include "engine/game_state.h"
#include "engine/games/game.h"

namespace gioul {

/// Plays until the game ends or observe() returns false; observe() is called before each decision,
/// and by default always returns true. roll() is called if a roll is due and returns the dice.
/// choose() is called when `list` holds the afterstates of the decision, and returns the index of
/// the chosen one.
template <typename Roll, typename Choose, typename Observe = std::true_type>
void play_out(Game game, GameState& state, AfterstateList& list, const Roll& roll,
              const Choose& choose, const Observe& observe = {}) {
  while (observe()) {
    state.roll(roll);
    game.generate_afterstates(state.position(), state.dice(), list);
    if (!state.apply(list, choose())) return;
  }
}

}  // namespace gioul
