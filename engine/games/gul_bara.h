// Gul Bara, also called Crazy Narde or Rosespring (rules, section 4): Gioul's chains and forfeits,
// but both players move in the same direction, and the first three rolls of each start no chains.
// In the preset gul-bara-lost, as in an older text of the rules, an unfinished chain is lost.
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
