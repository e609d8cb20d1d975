#include "engine/text/format_chain.h"

#include <array>
#include <cstddef>

#include "engine/position.h"

namespace gioul {

std::string format_moves_of_number(int count, int number) {
  constexpr std::array kCounts = {"no", "one", "two", "three", "four"};
  static_assert(kCounts.size() == kDoubletMoves + 1);
  return std::string(kCounts[static_cast<std::size_t>(count)]) + " " + std::to_string(number) +
         (count == 1 ? "" : "'s");
}

std::string format_owed_moves(int owed) {
  std::string text;
  while (owed > 0) {
    const int left = moves_left_of_number(owed);
    text += (text.empty() ? "" : ", ") + format_moves_of_number(left, next_chain_number(owed));
    owed -= left;
  }
  return text;
}

std::string format_move_count(int moves) {
  return std::to_string(moves) + (moves == 1 ? " checker move" : " checker moves");
}

}  // namespace gioul
