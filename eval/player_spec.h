// The names of players, the same in every command and config:
//
//   random, blocker                     chance; as many points held as possible
//   net:FILE[,plies=N][,filter=N][,margin=X][,beam=N][,tables=on|off]
//           [,precision=int16]
//   rollout:FILE[,trials=N][,truncate=N][,plays=N][,plies=N][,tables=on|off]
//                                       plays the best plays of a search out (rollout_player.h)
//   table:FILE                          perfect, of `gioul solve`
//   ubgi:COMMAND[,time=SECONDS][,...]   somebody else's engine (eval/engine_spec.h)
//
// `net:FILE,plies=2,filter=8,beam=16` looks two plies ahead (eval/search.h). Players that look
// ahead take the values of endgame tables where there are any, others if `tables=on`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "eval/engine_spec.h"
#include "eval/rollout_player.h"
#include "eval/search.h"
#include "nn/evaluator.h"

namespace gioul {

struct PlayerSpec {
  enum class Kind : std::uint8_t { kRandom, kBlocker, kNet, kRollout, kTable, kEngine };

  Kind kind = Kind::kRandom;
  std::string file;
  Precision precision = Precision::kFloat;
  SearchOptions search;
  RolloutPlayerOptions rollout;  // of kRollout
  EngineSpec engine;
  bool tables = false;  // endgame tables where they apply (eval/endgame_files.h)
};

/// Throws InputError for a name that is none.
PlayerSpec parse_player(std::string_view name);

/// The same where how far a net looks ahead is asked for elsewhere: `plies`, if there are any,
/// stand for those of the name. Other players don't look ahead and stay as they are.
PlayerSpec parse_player(std::string_view name, std::optional<int> plies);

}  // namespace gioul
