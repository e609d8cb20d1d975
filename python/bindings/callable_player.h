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

/// The players that a Python caller passes: names (docs/players.md), and Python callables under
/// names that are made up for them.
struct PlayerArguments {
  std::vector<std::string> names;
  std::map<std::string, PlayerFactory> custom_players;

  /// Returns the factory that creates player names[i].
  PlayerFactory factory(std::size_t i, Game game) const;
  /// Returns the number of threads, by default one per core. With callables it is at least 64, so
  /// that each call gets a large batch of decisions.
  int threads(std::optional<int> asked) const;
};

/// Converts one Python argument to a player and adds it: a name, a callable that takes Decisions,
/// an object with a method `choose` such as a Net, or (name, callable). Throws TypeError for other
/// types, FileError for a name whose file is missing.
void add_player(PlayerArguments& players, const py::handle& player, Game game);

/// Converts a Python sequence of players: names, callables, nets or (name, callable).
PlayerArguments players_argument(const PlayersLike& players, Game game);

}  // namespace gioul::python
