// What is left of a chain, in words that a player says at the board.
#pragma once

#include <string>

namespace gioul {

/// "four 3's", "one 6", "no 4's". `count` is 0..4.
std::string count_text(int count, int number);

/// What is pending, number by number: "two 4's, four 5's, four 6's".
std::string pending_text(int owed);

/// "12 checker moves", "1 checker move".
std::string moves_text(int moves);

}  // namespace gioul
