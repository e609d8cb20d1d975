// Formats the checker moves left in a chain in words, as players say them at the board: "two 4's,
// four 5's".
#pragma once

#include <string>

namespace gioul {

/// Formats `count` (0..4) checker moves by the same `number` (1..6): "four 3's", "one 6" or
/// "no 4's".
std::string format_moves_of_number(int count, int number);

/// Formats the `owed` checker moves that are left in a chain, number by number: "two 4's, four 5's,
/// four 6's".
std::string format_owed_moves(int owed);

/// Formats a number of checker moves: "12 checker moves" or "1 checker move".
std::string format_move_count(int moves);

}  // namespace gioul
