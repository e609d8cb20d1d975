#include "engine/games/game.h"

#include "engine/find_play.h"
#include "engine/games/variants.h"
#include "engine/movegen.h"
#include "engine/perft.h"

namespace gioul {

AnyGame any_game(std::string_view name) {
  AnyGame game{};
  visit_variant(name, [&]<Rules R>(std::type_identity<R>) {
    game = {.axes = &R::kAxes,
            .generate = &generate_afterstates<R>,
            .plays = &list_plays<R>,
            .line_of_play = &line_of_play<R>,
            .perft = [](const Position& position, int depth) { return Perft<R>(depth)(position); }};
  });
  return game;
}

}  // namespace gioul
