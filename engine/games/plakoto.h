// Plakoto, also called Tapa (rules, section 5): contrary movement, no hitting. Landing on a single
// checker of the opponent pins it until the last pinning checker leaves. The mother is a player's
// last checker on the start point. If the opponent pins it and has no checker left on its own
// start, the player loses 2 points at once; two pinned mothers are a tie. The preset
// plakoto-no-mother has only that tie.
#pragma once

#include "engine/rules.h"

namespace gioul {

/// The rules of Plakoto.
struct Plakoto : DefaultRules {
  static constexpr Variant kVariant = {.name = "plakoto",
                                       .alias = "tapa",
                                       .contact = ContactRule::kPin,
                                       .mother = MotherRule::kPinWins};
};

/// The rules of Plakoto without a win by pinning the mother (MotherRule::kBothPinnedTie).
struct PlakotoNoMother : DefaultRules {
  static constexpr Variant kVariant = {.name = "plakoto-no-mother",
                                       .contact = ContactRule::kPin,
                                       .mother = MotherRule::kBothPinnedTie};
};

}  // namespace gioul
