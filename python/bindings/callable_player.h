// Players that are Python callables. Many games are played at once, each on its own thread, and
// their decisions are batched into one call.
#pragma once

#include <pybind11/pybind11.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "python/bindings/arguments.h"

namespace gioul::python {

namespace py = pybind11;

/// The players of an argument: names of docs/players.md, and callables with the names that they get
/// here.
struct PlayerArguments {
  std::vector<std::string> names;
  std::map<std::string, PlayerFactory> custom_players;

  /// Returns the factory of player i.
  PlayerFactory factory(std::size_t i, Game game) const;
  /// Returns the number of threads. For callables it is large, so that batches are.
  int threads(std::optional<int> asked) const;
};

/// Adds a player: a name, a callable that takes Decisions, an object with a method `choose` such as
/// a Net, or (name, callable). Throws TypeError for other types, FileError for a name whose file is
/// missing.
void add_player(PlayerArguments& players, const py::handle& player, Game game);

/// Converts a sequence of players, each as add_player() does.
PlayerArguments players_argument(const PlayersLike& players, Game game);

}  // namespace gioul::python
