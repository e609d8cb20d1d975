// Gul Bara, also Crazy Narde or Rosespring (rules, section 4): Gioul's chains and forfeits with
// parallel movement, and plain doublets during each player's own first three rolls. The preset
// gul-bara-lost follows the older text in which an unfinished chain is lost.
#pragma once

#include "engine/rules.h"

namespace gioul {

struct GulBara : NoHooks {
  static constexpr Axes kAxes = {.name = "gul-bara",
                                 .alias = "crazy-narde",
                                 .movement = Movement::kParallel,
                                 .doublets = Doublets::kChain,
                                 .plain_rolls = 3};
};

struct GulBaraLost : NoHooks {
  static constexpr Axes kAxes = {.name = "gul-bara-lost",
                                 .movement = Movement::kParallel,
                                 .doublets = Doublets::kChain,
                                 .unfinished = Unfinished::kLost,
                                 .plain_rolls = 3};
};

}  // namespace gioul
