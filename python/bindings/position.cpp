#include "python/bindings/position.h"

#include "base/error.h"
#include "engine/text/notation.h"

namespace gioul::python {

std::string text_of(const GamePosition& at) { return format_position(at.game, at.position); }

void require_game(const GamePosition& at, Game game) {
  if (at.game == game) return;
  throw InputError("a position of " + std::string(at.game.name()) + " (expected one of " +
                   std::string(game.name()) + ")");
}

}  // namespace gioul::python
