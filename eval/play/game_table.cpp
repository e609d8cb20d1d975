#include "eval/play/game_table.h"

#include "engine/games/variants.h"
#include "engine/text/notation.h"

namespace gioul {

GameTable::GameTable(std::string_view variant, int checkers)
    : list_(std::make_unique<AfterstateList>()) {
  visit_variant(variant, [&]<Rules R>(std::type_identity<R>) {
    start_ = start_position(R::kAxes, checkers);
    play_ = [](Player& first, Player& second, const Position& start, const GameRandom& random,
               AfterstateList& list, std::vector<NotedDecision>* notes) {
      return play_game<R>(start, {&first, &second}, random, list, Timing::kNone, notes);
    };
  });
}

}  // namespace gioul
