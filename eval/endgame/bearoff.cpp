#include "eval/endgame/bearoff.h"

#include "engine/games/gioul.h"

namespace gioul {

// Gioul's rules are used for all games: see the comment in bearoff.h.
SideGraph make_home_side_graph(const SideIndex& sides, int checkers) {
  return SideGraph::make<Gioul>(sides, checkers);
}

}  // namespace gioul
