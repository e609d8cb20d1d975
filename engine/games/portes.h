// Portes (rules, section 7): backgammon without the cube and without a triple. Two checkers hold a
// point, a single one is sent to the bar and must enter before anything else moves.
#pragma once

#include "engine/rules.h"

namespace gioul {

struct Portes : NoHooks {
  static constexpr Axes kAxes = {.name = "portes",
                                 .contact = Contact::kHit,
                                 .start = "24:2,13:5,8:3,6:5",
                                 .fewer_checkers = false};
};

}  // namespace gioul
