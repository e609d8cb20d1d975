// The names of players, the same in every command and config:
//
//   random, blocker                     chance; as many points held as possible
//   net:FILE[,plies=N][,filter=N][,margin=X][,beam=N][,inner-beam=N][,replies=N]
//           [,tables=on|off][,precision=int16]
//   table:FILE                          perfect, of `gioul solve`
//
// `net:FILE,plies=2,filter=8,beam=16` looks two plies ahead (eval/search.h). Players that look
// ahead take the values of endgame tables where there are any, others if `tables=on`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "eval/search.h"
#include "nn/evaluator.h"

namespace gioul {

struct PlayerSpec {
  enum class Kind : std::uint8_t { kRandom, kBlocker, kNet, kTable };

  Kind kind = Kind::kRandom;
  std::string file;
  Precision precision = Precision::kFloat;
  SearchOptions search;
  bool tables = false;  // endgame tables where they apply (eval/endgame_files.h)
};

/// Throws InputError for a name that is none.
PlayerSpec parse_player(std::string_view name);

/// The same where how far a net looks ahead is asked for elsewhere: `plies`, if there are any,
/// stand for those of the name. Other players don't look ahead and stay as they are.
PlayerSpec parse_player(std::string_view name, std::optional<int> plies);

}  // namespace gioul
