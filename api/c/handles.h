// What the opaque handles of gioul.h are. None of them changes after it was made, which is why
// threads may share them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/walk/lines.h"
#include "nn/infer/compiled_net.h"
#include "nn/infer/float_net.h"

struct gioul_net {
  gioul::Game game;
  gioul::FloatNet floats;        // for values
  gioul::CompiledNet evaluator;  // for plays
  int checkers;
  std::size_t inputs;
  std::string description;
};

struct gioul_position {
  gioul::Game game;
  gioul::Position position;
  std::string text;
};

/// The parts of a gioul::AfterstateList, which has room for 3060 positions where 20 are usual.
struct gioul_afterstates : gioul::ListedDecision {};

namespace gioul::capi {

/// A game's name as C takes it: all names are literals, so a NUL follows.
inline const char* name_of(Game game) { return game.name().data(); }

std::unique_ptr<gioul_position> make_position(Game game, const Position& position);

}  // namespace gioul::capi
