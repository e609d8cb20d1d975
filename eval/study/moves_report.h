// The lawful plays of a decision for other programs: each afterstate with all the ways there,
// checker move by checker move, so that who shows a board needs to know no rules.
#pragma once

#include <string>

#include "engine/games/game.h"

namespace gioul {

/// One object of JSON on a line of its own; docs/serve.md has its fields. Dice of a pending
/// position have no meaning.
std::string moves_json(Game game, const Position& position, Dice dice);

}  // namespace gioul
