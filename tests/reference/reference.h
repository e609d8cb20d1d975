// The reference move generator: every order of the dice, every checker, sets of results. It exists
// to be obviously right, so that the engine's generator can be compared with it.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul::reference {

struct Result {
  std::vector<Position> positions;  // sorted and distinct, each for the next player to move
  std::set<Ending> endings;         // of the plays that end the game, seen by the mover
  bool mover_acts_next = false;     // of no meaning when every play ends the game

  std::size_t size() const { return positions.size() + endings.size(); }
  bool operator==(const Result&) const = default;
};

/// Any total order of positions; the one that Result is sorted by.
bool comes_before(const Position& a, const Position& b);

/// Returns the afterstates of a decision of the game called `variant`. A position to roll is
/// decided with `dice`; a pending one plays its own number and ignores them.
Result afterstates(std::string_view variant, const Position& position, Dice dice);

/// The number `gioul perft` prints (notation.md, section 4).
long long perft(std::string_view variant, const Position& position, int depth);

}  // namespace gioul::reference
