// Formats the checker moves left in a chain in words, as players say them at the board: "two 4's,
// four 5's".
#pragma once

#include <string>

namespace gioul {

/// Formats as "four 3's", "one 6" or "no 4's". `count` is 0..4.
std::string count_text(int count, int number);

/// Formats `owed` checker moves, number by number: "two 4's, four 5's, four 6's".
std::string pending_text(int owed);

/// Formats as "12 checker moves" or "1 checker move".
std::string moves_text(int moves);

}  // namespace gioul
