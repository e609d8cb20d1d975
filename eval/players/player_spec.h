// The names of players, the same in every command and config:
//
//   random, blocker                     chance; as many points held as possible
//   net:FILE[,plies=N][,filter=N][,margin=X][,beam=N][,tables=on|off]
//           [,precision=int16]
//   net[,...]                           the net of the game that comes with the program
//   rollout:FILE[,trials=N][,truncate=N][,plays=N][,plies=N][,tables=on|off], rollout[,...]
//                                       plays the best plays of a search out (rollout_player.h)
//   table:FILE                          perfect, of `gioul solve`
//   ubgi:COMMAND[,time=SECONDS][,...]   somebody else's engine (eval/ubgi/engine_spec.h)
//
// `net:FILE,plies=2,filter=8,beam=16` looks two plies ahead (eval/search/search.h). Players that
// look ahead take the values of endgame tables where there are any, others if `tables=on`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "eval/players/rollout_player.h"
#include "eval/search/search.h"
#include "eval/ubgi/engine_spec.h"
#include "nn/infer/compiled_net.h"

namespace gioul {

struct PlayerSpec {
  enum class Kind : std::uint8_t { kRandom, kBlocker, kNet, kRollout, kTable, kEngine };

  Kind kind = Kind::kRandom;
  std::string file;  // empty: the shipped net, or a player without one (file_of)
  Precision precision = Precision::kFloat;
  SearchOptions search;
  RolloutPlayerOptions rollout;  // of kRollout
  EngineSpec engine;
  bool tables = false;  // endgame tables where they apply (eval/tables/endgame_files.h)
};

/// Throws InputError for a name that is none.
PlayerSpec parse_player(std::string_view name);

/// The same where how far a net looks ahead is asked for elsewhere: `plies`, if there are any,
/// stand for those of the name. Other players don't look ahead and stay as they are.
PlayerSpec parse_player(std::string_view name, std::optional<int> plies);

/// The file that the player needs: the one that is named, or the shipped net of this game; empty if
/// he needs none. Throws InputError if no net of the game is shipped.
std::filesystem::path file_of(const PlayerSpec& spec, Game game);

/// The name of a player of single games, who has time: "net" or "net:FILE" that plays his chains on
/// to their ends, which costs milliseconds and is worth 0.2 points a game at 0 plies.
std::string patient(const std::string& net);

/// Who plays a single game if nobody is named: the shipped net, or "random" in games without one.
std::string default_player(Game game);

}  // namespace gioul
