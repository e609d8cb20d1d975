// Converts between a game at run time and its rules as a type, for code compiled once per game.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/rules.h"

namespace gioul {

/// Calls f(std::type_identity<R>{}) with the type R that holds the rules of `game`. The code behind
/// f is compiled once for each game, so use it for hot paths only.
template <typename F>
void dispatch_game(Game game, F&& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (void)((I == game.index() &&
            (f(std::type_identity<std::tuple_element_t<I, AllGames>>{}), true)) ||
           ...);
  }(std::make_index_sequence<std::tuple_size_v<AllGames>>{});
}

/// Returns the Game (engine/games/game.h) with the rules R.
template <GameRules R>
Game game_with_rules() {
  constexpr std::size_t kIndex = []<typename... Listed>(std::type_identity<std::tuple<Listed...>>) {
    std::size_t index = 0;
    (void)((std::is_same_v<R, Listed> || (++index, false)) || ...);
    return index;
  }(std::type_identity<AllGames>{});
  static_assert(kIndex < std::tuple_size_v<AllGames>, "a game of the list");
  return all_games()[kIndex];
}

}  // namespace gioul
