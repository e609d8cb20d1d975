// Definitions of the opaque handles of gioul.h. All are immutable, so threads may share them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/games/legal_play_list.h"
#include "nn/infer/float_net.h"
#include "nn/infer/quantized_net.h"

/// The definition of the C handle gioul_net: a net with its metadata.
struct gioul_net {
  gioul::Game game;
  gioul::FloatNet floats;         // for gioul_evaluate()
  gioul::QuantizedNet evaluator;  // for plays
  int checkers;
  std::size_t inputs;
  std::string description;
};

/// The definition of the C handle gioul_position: a position with its text.
struct gioul_position {
  gioul::Game game;
  gioul::Position position;
  std::string text;
};

/// A compact copy of an AfterstateList, which reserves space for 3060 positions although most
/// decisions have about 20.
struct gioul_afterstates : gioul::LegalPlayList {};

namespace gioul::capi {

/// Returns the name as a C string: all names are literals, so a NUL follows.
inline const char* name_of(Game game) { return game.name().data(); }

/// Creates a handle; its text is formatted here.
std::unique_ptr<gioul_position> make_position(Game game, const Position& position);

}  // namespace gioul::capi
