// The list of games, and the one place where a run-time name becomes a type. Adding a game is its
// header, one line in `AllGames`, a perft file and a config (CONTRIBUTING, "Add a game").
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "engine/games/fevga.h"
#include "engine/games/gioul.h"
#include "engine/games/gul_bara.h"
#include "engine/games/plakoto.h"
#include "engine/games/portes.h"
#include "engine/rules.h"

namespace gioul {

using AllGames =
    std::tuple<Gioul, GulBara, GulBaraLost, Plakoto, PlakotoNoMother, Fevga, Moultezim, Portes>;

namespace detail {
template <typename F, std::size_t... I>
bool visit_first_match(std::string_view name, F& f, std::index_sequence<I...>) {
  const auto visit = [&]<Rules R>(std::type_identity<R> game) {
    if (name != R::kAxes.name && (R::kAxes.alias.empty() || name != R::kAxes.alias)) return false;
    f(game);
    return true;
  };
  return (visit(std::type_identity<std::tuple_element_t<I, AllGames>>{}) || ...);
}
}  // namespace detail

/// The names of all games, in the order of the list.
inline std::vector<std::string_view> game_names() {
  return std::apply([](auto... games) { return std::vector{decltype(games)::kAxes.name...}; },
                    AllGames{});
}

/// Calls f(std::type_identity<R>{}) for the game called `name` (or its alias). Once a command:
/// everything behind it is compiled for the game. Throws InputError for an unknown name.
template <typename F>
void visit_variant(std::string_view name, F&& f) {
  constexpr auto kIndices = std::make_index_sequence<std::tuple_size_v<AllGames>>{};
  if (detail::visit_first_match(name, f, kIndices)) return;
  std::string known;
  for (const std::string_view game : game_names()) {
    if (!known.empty()) known += ", ";
    known += game;
  }
  throw InputError("unknown variant '" + std::string(name) + "': known are " + known);
}

}  // namespace gioul
