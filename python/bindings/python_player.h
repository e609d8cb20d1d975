// Players that are Python's functions: many games are played at once, each on a thread of its own,
// and whoever finds that all of them wait asks the function about all their decisions together.
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

/// Who plays: by names of docs/players.md, and of the others by the names that they get here.
struct Players {
  std::vector<std::string> names;
  std::map<std::string, PlayerFactory> functions;

  /// He who is called names[i].
  PlayerFactory factory(std::size_t i, Game game) const;
  /// Games to play at once: enough for a function to be asked for many together.
  int threads(std::optional<int> asked) const;
};

/// A name, a function of Decisions, something with a method `choose` such as a Net, or (name, such
/// a function). Throws TypeError for anything else, FileError for a name whose file isn't there.
void add_player(Players& players, const py::handle& player, Game game);

/// A sequence of them.
Players players_argument(const PlayersLike& players, Game game);

}  // namespace gioul::python
