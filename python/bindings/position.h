// gioul.Position: a position together with its game.
#pragma once

#include <string>

#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul::python {

struct GamePosition {
  Game game = {};
  Position position{};
  bool operator==(const GamePosition&) const = default;
};

std::string text_of(const GamePosition& at);

/// Throws InputError for a position of another game.
void require_game(const GamePosition& at, Game game);

}  // namespace gioul::python
