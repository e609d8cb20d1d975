// Portes (rules, section 7): backgammon without the cube and the triple game. Two checkers block a
// point; a single one can be hit and must enter from the bar before any other checker moves.
#pragma once

#include "engine/rules.h"

namespace gioul {

/// The rules of Portes.
struct Portes : DefaultRules {
  static constexpr Variant kVariant = {.name = "portes",
                                       .contact = ContactRule::kHit,
                                       .start_checkers = "24:2,13:5,8:3,6:5",
                                       .allows_fewer_checkers = false};
};

}  // namespace gioul
