// A play as a person types it: in any order, checkers moved by both dice at once, hits unmarked.
// What is no legal play gets a reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// One of the two is there.
struct TypedPlay {
  std::optional<PlayLine> play;
  std::string complaint;  // one line, for the person
};

/// Finds the play meant by `text` among `plays`, all lawful plays of the decision.
TypedPlay find_typed_play(Game game, const Position& position, Dice dice,
                          const std::vector<PlayLine>& plays, std::string_view text);

}  // namespace gioul
