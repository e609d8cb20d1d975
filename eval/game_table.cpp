#include "eval/game_table.h"

#include "engine/notation.h"
#include "engine/variants.h"

namespace gioul {

GameTable::GameTable(std::string_view variant, int checkers)
    : list_(std::make_unique<AfterstateList>()) {
  visit_variant(variant, [&]<Rules R>(std::type_identity<R>) {
    start_ = start_position(R::kAxes, checkers);
    play_ = &play_game<R>;
  });
}

}  // namespace gioul
