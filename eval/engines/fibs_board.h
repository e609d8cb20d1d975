// Formats Portes positions as boards of FIBS servers, which GNU Backgammon reads.
#pragma once

#include <optional>
#include <string>

#include "engine/dice.h"
#include "engine/position.h"

namespace gioul {

/// Formats a position as a FIBS board for the player to move. Without dice, the player is to roll.
/// The score is 0-0 in a match to 2 points, for which format_portes_match_equity_table()
/// (eval/engines/gnubg_files.h) makes a gammon worth as much as in Portes.
std::string format_fibs_board(const Position& position, std::optional<Dice> dice);

}  // namespace gioul
