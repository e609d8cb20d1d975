#include "eval/endgame/bearoff.h"

#include "engine/games/gioul.h"
#include "engine/games/variants.h"

namespace gioul {

// Gioul's rules are used for all games: see the comment in bearoff.h.
SideGraph home_moves(const SideIndex& sides, int checkers) {
  return SideGraph::make<Gioul>(sides, checkers);
}

}  // namespace gioul
