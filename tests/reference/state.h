// A Position taken apart into plain arrays and numbers, and put together again. Only here does the
// reference touch the engine's representation.
#pragma once

#include <cstddef>

#include "engine/position.h"
#include "tests/reference/board.h"

namespace gioul::reference {

/// The parts of a position besides its board, seen by the player to move.
struct Duty {
  std::size_t owed = 0;      // checker moves of a chain still to be played
  bool forfeited = false;    // by the opponent (3.3)
  std::size_t my_rolls = 0;  // Gul Bara: own rolls completed, 3 means 3 or more; elsewhere 0
  std::size_t their_rolls = 0;
};

Board board_of(const Position& position);
Duty duty_of(const Position& position);

/// The player to move in the position that is put together.
enum class ToAct { kMover, kOther };

/// `board` and `duty` are seen by the mover.
Position position_of(const Board& board, const Duty& duty, ToAct to_act);

}  // namespace gioul::reference
