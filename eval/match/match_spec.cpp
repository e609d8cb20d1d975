#include "eval/match/match_spec.h"

#include <algorithm>
#include <array>

#include "base/did_you_mean.h"
#include "base/error.h"
#include "engine/games/game.h"

namespace gioul {

namespace {

struct Cycle {
  std::string_view name;
  std::array<std::string_view, 3> games;  // the last one may be empty
};

constexpr std::array<Cycle, 2> kCycles = {
    {{"tavli", {"portes", "plakoto", "fevga"}}, {"tapa-gul-bara", {"gul-bara", "plakoto", {}}}}};

struct NamedPart {
  std::size_t game = 0;
  std::size_t length = 0;  // of "GAME="
};

// Finds the game whose "GAME=" the text begins with; the index is games.size() if there is none.
NamedPart part_at(std::string_view text, const std::vector<Game>& games) {
  for (std::size_t game = 0; game < games.size(); ++game) {
    for (const std::string_view name : {games[game].name(), games[game].variant().alias}) {
      if (name.empty() || !text.starts_with(name)) continue;
      if (text.substr(name.size()).starts_with('=')) return {game, name.size() + 1};
    }
  }
  return {games.size(), 0};
}

}  // namespace

std::vector<Game> parse_game_cycle(std::string_view name) {
  const auto* const cycle = std::ranges::find(kCycles, name, &Cycle::name);
  if (cycle == kCycles.end()) {
    throw InputError("unknown cycle '" + std::string(name) +
                     "': known are tavli (portes, plakoto, fevga) and tapa-gul-bara (gul-bara, "
                     "plakoto)" +
                     did_you_mean(name, {"tavli", "tapa-gul-bara"}));
  }
  std::vector<Game> games;
  for (const std::string_view game : cycle->games) {
    if (!game.empty()) games.push_back(find_game(game));
  }
  return games;
}

std::vector<std::string> parse_players_by_game(std::string_view text,
                                               const std::vector<Game>& games) {
  const std::string what = "player '" + std::string(text) + "': ";
  const auto name_of = [&](std::size_t game) { return std::string(games[game].name()); };
  std::vector<std::string> players(games.size());
  if (part_at(text, games).game == games.size()) {
    std::ranges::fill(players, text);
    return players;
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto [game, length] = part_at(rest, games);
    // A command or a file name may contain semicolons: one ends a part only if a game follows.
    std::size_t end = rest.find(';', length);
    while (end != std::string_view::npos && end + 1 < rest.size() &&
           part_at(rest.substr(end + 1), games).game == games.size()) {
      end = rest.find(';', end + 1);
    }
    const std::string_view player = rest.substr(length, std::min(end, rest.size()) - length);
    if (player.empty()) throw InputError(what + "expected a player after '" + name_of(game) + "='");
    if (!players[game].empty()) throw InputError(what + name_of(game) + " is given twice");
    players[game] = player;
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  for (std::size_t game = 0; game < games.size(); ++game) {
    if (players[game].empty()) throw InputError(what + "expected a player for " + name_of(game));
  }
  return players;
}

}  // namespace gioul
