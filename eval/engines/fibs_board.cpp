#include "eval/engines/fibs_board.h"

#include <array>

namespace gioul {

std::string format_fibs_board(const Position& position, std::optional<Dice> dice) {
  std::array<int, kPlaceCount> places{};  // own checkers positive, the opponent's negative
  for (int place = 1; place <= kBar; ++place) {
    places[static_cast<std::size_t>(place)] += position.own.count(place);
    places[static_cast<std::size_t>(kBar - place)] -= position.opp.count(place);
  }
  std::string line = "board:own:opp:2:0:0";  // names, match length and score
  for (const int count : places) line += ":" + std::to_string(count);
  const Dice roll = dice.value_or(Dice{0, 0});
  line += ":1:" + std::to_string(roll.high) + ":" + std::to_string(roll.low) + ":0:0";
  // The cube (available to both, owned by none), the direction of own checkers (25 down to 0), and
  // counts that gnubg ignores.
  return line + ":1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
}

}  // namespace gioul
