// Plakoto, also Tapa (rules, section 5): contrary movement, no hitting; landing on a single enemy
// checker pins it until the last pinning checker leaves. The mother is a player's last checker on
// his start: pinned there, it loses him the game at once (2 points) when the opponent has left his
// own start; two pinned mothers are a tie. In the preset plakoto-no-mother only that tie remains.
#pragma once

#include "engine/rules.h"

namespace gioul {

struct Plakoto : NoHooks {
  static constexpr Axes kAxes = {
      .name = "plakoto", .alias = "tapa", .contact = Contact::kPin, .mother = Mother::kPinWins};
};

struct PlakotoNoMother : NoHooks {
  static constexpr Axes kAxes = {
      .name = "plakoto-no-mother", .contact = Contact::kPin, .mother = Mother::kBothPinnedTie};
};

}  // namespace gioul
