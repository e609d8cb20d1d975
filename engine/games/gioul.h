// Gioul (rules, section 3): contrary movement, 15 checkers on the 24-point, one checker blocks a
// point, no hitting and no pinning. A doublet n starts a chain: four each of n, n+1, ..., 6. Moves
// that the roller cannot make are forfeited: the opponent plays them in ascending order as far as
// possible, then rolls.
#pragma once

#include "engine/rules.h"

namespace gioul {

/// The rules of Gioul.
struct Gioul : DefaultRules {
  static constexpr Variant kVariant = {.name = "gioul", .doublets = DoubletRule::kChain};
};

}  // namespace gioul
