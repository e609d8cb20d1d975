// Gul Bara, also called Crazy Narde or Rosespring (rules, section 4): Gioul's chains and forfeits,
// but both players move in the same direction, and the first three rolls of each start no chains.
// In the preset gul-bara-lost, as in an older text of the rules, an unfinished chain is lost.
#pragma once

#include "engine/rules.h"

namespace gioul {

/// The rules of Gul Bara.
struct GulBara : DefaultRules {
  static constexpr Variant kVariant = {.name = "gul-bara",
                                       .alias = "crazy-narde",
                                       .movement = Movement::kParallel,
                                       .doublets = DoubletRule::kChain,
                                       .rolls_before_chains = 3};
};

/// The rules of Gul Bara in which the rest of an unfinished chain is lost instead of forfeited to
/// the opponent.
struct GulBaraLost : DefaultRules {
  static constexpr Variant kVariant = {.name = "gul-bara-lost",
                                       .movement = Movement::kParallel,
                                       .doublets = DoubletRule::kChain,
                                       .unfinished_chain = UnfinishedChainRule::kLost,
                                       .rolls_before_chains = 3};
};

}  // namespace gioul
