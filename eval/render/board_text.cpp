#include "eval/render/board_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/games/game.h"

namespace gioul {

namespace {

constexpr int kDrawnHeight = 5;  // checkers drawn on a point; more are shown as a number

// The cells of one point from the edge inwards, each at most two characters.
using Column = std::array<std::string, kDrawnHeight>;

Column point_column(Game game, const Position& position, int point) {
  const int there = opponent_point(game.variant().movement, point);
  const int own = position.own.count(point);
  const int opp = position.opp.count(there);
  const bool own_pinned = (position.own_pinned >> point & 1u) != 0;
  const bool opp_pinned = (position.opp_pinned >> there & 1u) != 0;
  const bool mine = own > 0 && !own_pinned;
  const int count = mine ? own : opp;
  Column column;
  std::size_t at = 0;
  if (own_pinned) column[at++] = "o";
  if (opp_pinned) column[at++] = "x";
  const int room = kDrawnHeight - static_cast<int>(at);
  for (int n = 0; n < count && n < room; ++n) column[at++] = mine ? "O" : "X";
  if (count > room) column.back() = std::to_string(count);
  return column;
}

// Returns twelve points from left to right, with the bar between the halves.
template <typename CellOf>
std::string row(int first, int step, char edge, CellOf cell_of) {
  std::string line(1, edge);
  for (int i = 0; i < 12; ++i) {
    if (i == 6) line += edge;
    line += fmt::format("{:>3} ", cell_of(first + i * step));
  }
  return line + edge + "\n";
}

std::string numbers(int first, int step) {
  std::string line = row(first, step, '+', [](int point) { return std::to_string(point); });
  std::ranges::replace(line, ' ', '-');
  return line;
}

std::string player_line(Game game, char letter, std::string_view name, const Side& side) {
  std::string line = fmt::format("  {}  {:20.20} pips {:3}   off {:2}", letter, name,
                                 side.pip_count(), side.count(kOff));
  if (game.variant().contact == ContactRule::kHit)
    line += "   bar " + std::to_string(side.count(kBar));
  return line + "\n";
}

}  // namespace

std::string board_text(Game game, const Position& position, std::string_view you,
                       std::string_view opponent) {
  const auto half = [&](int first, int step, int depth) {
    return row(first, step, '|', [&](int point) {
      return point_column(game, position, point)[static_cast<std::size_t>(depth)];
    });
  };
  std::string board = player_line(game, 'X', opponent, position.opp);
  board += numbers(13, 1);
  for (int depth = 0; depth < kDrawnHeight; ++depth) board += half(13, 1, depth);
  board += row(0, 0, '|', [](int) { return std::string(); });
  for (int depth = kDrawnHeight - 1; depth >= 0; --depth) board += half(12, -1, depth);
  board += numbers(12, -1);
  board += player_line(game, 'O', you, position.own);
  if (position.own_pinned != 0 || position.opp_pinned != 0) {
    board += "  o, x: a pinned checker under those of the other player\n";
  }
  return board;
}

}  // namespace gioul
