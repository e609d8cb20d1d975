// gioul.Plays: the afterstates of one decision with their texts, in the order of `gioul moves`.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/walk/lines.h"
#include "python/bindings/position.h"
#include "python/bindings/positions.h"

namespace gioul::python {

/// Immutable, and shared by all that Python makes of it.
struct Plays {
  Game game;
  Position before;
  Dice dice;
  std::vector<Position> positions;  // in the engine's order
  std::vector<Ending> endings;      // after them
  bool mover_acts_next;
  std::vector<DecisionLine> lines;

  bool is_position(std::size_t i) const { return lines[i].line < positions.size(); }
  /// How line i ends the game, kNone if it doesn't.
  Ending ending(std::size_t i) const {
    return is_position(i) ? Ending::kNone : endings[lines[i].line - positions.size()];
  }
  /// Where a line of the engine is among `lines`.
  std::size_t place_of(std::size_t line) const;
  /// Fills `list` with the afterstates as the engine made them.
  void restore(AfterstateList& list) const;
};

std::shared_ptr<Plays> make_plays(const GamePosition& at, Dice dice);

/// This thread's list to work with.
AfterstateList& working_list();

}  // namespace gioul::python
