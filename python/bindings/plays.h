// gioul.Plays: the afterstates of one decision with their texts, in the order of `gioul moves`.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/walk/lines.h"
#include "python/bindings/positions.h"

namespace gioul::python {

/// Immutable, and shared by all that Python makes of it.
struct Plays : ListedDecision {};

std::shared_ptr<Plays> make_plays(const GamePosition& at, Dice dice);

}  // namespace gioul::python
