// The blocks of inputs of what checkers can do next (nn/encode/sight.h). The other
// blocks are in game_inputs.cpp, which alone calls these.
#pragma once

#include <string>
#include <vector>

#include "engine/rules.h"
#include "nn/encode/input_table.h"
#include "nn/encode/slots.h"

namespace gioul {

/// What a pattern of points ahead is of.
struct Ahead {
  std::string that;   // "closed"; after "just those 1, 3 steps away" or "none"
  std::string is_so;  // "is closed to them"; after "the point k steps ahead"
  int first;          // pattern that sets inputs: 0 or 1
};

/// A side's points by the pattern ahead of them (SlotKind::kOwnAhead and the like).
void add_ahead(InputTable& table, const Axes& axes, SlotKind kind, const std::string& owner,
               const Ahead& ahead);

/// Places from which checkers can do what `can` says, for each number to be played.
void add_number_places(InputTable& table, const Axes& axes, SlotKind kind, const std::string& can);

/// How many moves of each number of a chain own checkers can make (SlotKind::kMoves).
void add_moves(InputTable& table);

// What an Outlook says.
void add_shots(InputTable& table);
void add_passing(InputTable& table);
void add_pips(InputTable& table);

}  // namespace gioul
