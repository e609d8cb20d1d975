// What happens in a game, in words: rolls, chains, forfeits, results. For a person who knows the
// board but not yet the rules of the family.
#pragma once

#include <cstddef>
#include <string>

#include "engine/games/game.h"

namespace gioul {

enum class Actor { kPerson, kOpponent };
enum class Tense { kPast, kPresent };

/// The beginning of a decision: "You roll 3-1.", "You roll 3-3: a chain of 16 checker moves: ...",
/// "You go on with the 4's.", ...
std::string decision_text(Game game, const Position& position, Dice dice, Actor actor);

/// What the `used` checker moves of a decision left unplayed and what becomes of it; empty if
/// nothing is left. Not for plays that end the game.
std::string shortfall_text(Game game, const Position& position, Dice dice, std::size_t used,
                           Actor actor, Tense tense = Tense::kPast);

/// How the game ended at a play of `actor`: "You win a gammon: 2 points." `borne_off` tells an
/// ordinary end from one by a mother.
std::string ending_text(Ending ending, bool borne_off, Actor actor);

/// A play in the other player's numbering: "1/5 1/3".
std::string mirrored_play(Game game, const Play& play);

}  // namespace gioul
