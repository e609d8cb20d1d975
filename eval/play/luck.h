// Which luck a rollout takes out of its results, so that fewer trials say as much.
#pragma once

#include <cstdint>

namespace gioul {

/// Whose luck is taken out of the results (eval/play/rollout_trial.h): of all rolls, of doublets
/// (in games with chains) or none. kBest is what leaves the smallest error in the same time if a
/// net plays: kDoublets where there are chains, else kLeftIn. For slow players it is kAllRolls.
enum class Luck : std::uint8_t { kBest, kAllRolls, kDoublets, kLeftIn };

}  // namespace gioul
