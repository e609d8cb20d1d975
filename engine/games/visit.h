// From a game at run time to its rules as a type, and back: for the few places that are compiled
// once for each game.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/rules.h"

namespace gioul {

/// Calls f(std::type_identity<R>{}) for the rules of `game`: everything behind it is compiled once
/// for each game, so it is for hot paths only.
template <typename F>
void visit_game(Game game, F&& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (void)((I == game.index() &&
            (f(std::type_identity<std::tuple_element_t<I, AllGames>>{}), true)) ||
           ...);
  }(std::make_index_sequence<std::tuple_size_v<AllGames>>{});
}

/// The game of these rules.
template <Rules R>
Game game_of() {
  constexpr std::size_t kIndex = []<typename... Listed>(std::type_identity<std::tuple<Listed...>>) {
    std::size_t index = 0;
    (void)((std::is_same_v<R, Listed> || (++index, false)) || ...);
    return index;
  }(std::type_identity<AllGames>{});
  static_assert(kIndex < std::tuple_size_v<AllGames>, "a game of the list");
  return all_games()[kIndex];
}

}  // namespace gioul
