// Definitions of the opaque handles of gioul.h. All are immutable, so threads may share them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "engine/games/game.h"
#include "engine/games/legal_play_list.h"
#include "nn/infer/float_net.h"
#include "nn/infer/quantized_net.h"

/// The definition of the C handle gioul_net: a net with its metadata.
struct gioul_net {
  gioul::Game game;
  gioul::FloatNet float_net;          // the net in float, for gioul_evaluate()
  gioul::QuantizedNet quantized_net;  // the net, quantized for choosing plays
  int checkers;                       // checkers per side in the games of its training
  std::size_t input_count;            // length of the input vector
  std::string description;            // result of gioul_net_description()
};

/// The definition of the C handle gioul_position: a position with its text.
struct gioul_position {
  gioul::Game game;
  gioul::Position position;
  std::string text;  // result of gioul_position_text()
};

/// The definition of the C handle gioul_afterstates: the legal plays of a decision with the
/// positions after them. It is compact, unlike AfterstateList, which reserves space for 3060
/// positions although most decisions have about 20.
struct gioul_afterstates : gioul::LegalPlayList {};

namespace gioul::capi {

/// Returns the variant's name as a C string. This is valid because all names are string literals,
/// which end with a NUL.
inline const char* game_name_c_str(Game game) { return game.name().data(); }

/// Creates a position handle and formats its text.
std::unique_ptr<gioul_position> make_position(Game game, const Position& position);

}  // namespace gioul::capi
