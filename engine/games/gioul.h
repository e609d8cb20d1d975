// Gioul (rules, section 3): contrary movement, 15 checkers on the 24-point, one checker holds a
// point, no hitting and no pinning. A doublet n is a chain n, n+1, ... 6, four times each; what its
// roller can't play is forfeited to the opponent, who plays it in ascending order as far as
// possible before he rolls.
#pragma once

#include "engine/rules.h"

namespace gioul {

struct Gioul : NoHooks {
  static constexpr Axes kAxes = {.name = "gioul", .doublets = Doublets::kChain};
};

}  // namespace gioul
