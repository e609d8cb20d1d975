#include "engine/games/game.h"

#include <array>
#include <string>

#include "base/did_you_mean.h"
#include "base/error.h"
#include "base/text.h"
#include "engine/find_play.h"
#include "engine/games/variants.h"
#include "engine/movegen.h"
#include "engine/perft.h"
#include "engine/text/notation.h"

namespace gioul {

std::span<const Game::FunctionTable> Game::all_function_tables() {
  static constexpr auto kFunctions = std::apply(
      []<GameRules... R>(R...) {
        return std::array{FunctionTable{.variant = &R::kVariant,
                                        .generate_afterstates = &gioul::generate_afterstates<R>,
                                        .legal_plays = &generate_plays<R>,
                                        .find_afterstate_index = &gioul::find_afterstate_index<R>,
                                        .find_play_meanings = &gioul::find_play_meanings<R>,
                                        .find_play_to = &gioul::find_play_to<R>,
                                        .find_play_to_ending = &gioul::find_play_to_ending<R>,
                                        .perft = [](const Position& position, int depth) {
                                          return Perft<R>(depth)(position);
                                        }}...};
      },
      AllGames{});
  return kFunctions;
}

Game::Game() : Game(all_function_tables().data()) {}

std::size_t Game::index() const {
  return static_cast<std::size_t>(function_table_ - all_function_tables().data());
}

Position Game::start(int checkers) const { return start_position(variant(), checkers); }

std::vector<Game> all_games() {
  std::vector<Game> games;
  for (const Game::FunctionTable& functions : Game::all_function_tables())
    games.push_back(Game(&functions));
  return games;
}

std::vector<std::string_view> game_names() {
  std::vector<std::string_view> names;
  for (const Game game : all_games()) names.push_back(game.name());
  return names;
}

std::string format_game_names() {
  std::string list;
  for (const std::string_view name : game_names()) {
    if (!list.empty()) list += ", ";
    list += name;
  }
  return list;
}

Game find_game(std::string_view name) {
  std::vector<std::string> names;
  for (const Game game : all_games()) {
    const std::string_view alias = game.variant().alias;
    if (name == game.name() || (!alias.empty() && name == alias)) return game;
    names.emplace_back(game.name());
    if (!alias.empty()) names.emplace_back(alias);
  }
  throw InputError("unknown variant " + quote(name) + ": known are " + format_game_names() +
                   did_you_mean(name, names));
}

}  // namespace gioul
