#include "tests/reference/board.h"

#include <array>
#include <stdexcept>
#include <string>

#include "engine/games/game.h"

namespace gioul::reference {
namespace {

/// The highest place that is not empty; kOff when everything is borne off.
std::size_t highest_place(const Checkers& checkers) {
  for (std::size_t place = kBar; place > kOff; --place) {
    if (checkers.on[place] > 0) return place;
  }
  return kOff;
}

std::size_t leading_point(const Checkers& checkers) {
  for (std::size_t point = kAce; point <= kStartPoint; ++point) {
    if (checkers.on[point] > 0) return point;
  }
  return kOff;
}

bool any_pinned(const Checkers& checkers) {
  for (const std::uint8_t flag : checkers.pinned) {
    if (flag != 0) return true;
  }
  return false;
}

/// Returns true if the other player keeps the mover from landing on `point`.
bool is_closed(Game game, const Board& board, std::size_t point) {
  const int enemies = board.theirs.on[opponent_point(game, point)];
  if (is_plakoto(game)) {
    // 5.1: two or more, or at least one that pins a checker of mine.
    return enemies >= 2 || (enemies >= 1 && board.mine.pinned[point] != 0);
  }
  if (game == Game::kPortes) return enemies >= 2;  // 7
  return enemies >= 1;                             // 3, 4, 6: one checker holds a point
}

bool may_bear_off(const Board& board, std::size_t from, std::size_t die) {
  if (highest_place(board.mine) > 6) return false;  // 2.5: all in home, none on the bar
  if (any_pinned(board.mine)) return false;         // 5.2
  if (from == die) return true;
  return from < die && highest_place(board.mine) == from;  // 2.5: no own checker on a higher point
}

/// Rule 6.1: a checker has passed the opponent's start, which is my point 12.
bool has_passed(const Checkers& checkers) {
  for (std::size_t place = kOff; place <= 11; ++place) {
    if (checkers.on[place] > 0) return true;
  }
  return false;
}

int points_held(const Checkers& checkers, std::size_t from, std::size_t to) {
  int held = 0;
  for (std::size_t point = from; point <= to; ++point) held += checkers.on[point] > 0 ? 1 : 0;
  return held;
}

}  // namespace

Game game_called(std::string_view variant) {
  if (variant == "gioul") return Game::kGioul;
  if (variant == "gul-bara") return Game::kGulBara;
  if (variant == "gul-bara-lost") return Game::kGulBaraLost;
  if (variant == "plakoto") return Game::kPlakoto;
  if (variant == "plakoto-no-mother") return Game::kPlakotoNoMother;
  if (variant == "fevga") return Game::kFevga;
  if (variant == "moultezim") return Game::kMoultezim;
  if (variant == "portes") return Game::kPortes;
  throw std::invalid_argument("the reference does not know the game '" + std::string(variant) +
                              "': write its rules in tests/reference/board.cpp");
}

int Checkers::total() const {
  int sum = 0;
  for (const std::uint8_t count : on) sum += count;
  return sum;
}

std::size_t opponent_point(Game game, std::size_t point) {
  const bool parallel = is_gul_bara(game) || is_fevga(game);
  if (!parallel) return 25 - point;
  return point > 12 ? point - 12 : point + 12;
}

bool may_move(Game game, const Board& board, std::size_t from, std::size_t die) {
  const Checkers& mine = board.mine;
  if (from == kOff || mine.on[from] == 0) return false;
  if (mine.pinned[from] != 0) return false;             // 5.1
  if (mine.on[kBar] > 0 && from != kBar) return false;  // 7: the bar enters first
  if (is_fevga(game) && !has_passed(mine) && from != leading_point(mine)) return false;  // 6.1

  if (from <= die) return may_bear_off(board, from, die);
  if (is_closed(game, board, from - die)) return false;
  return !breaks_point_limit(game, moved(game, board, from, die).mine);  // 6.2
}

Board moved(Game game, Board board, std::size_t from, std::size_t die) {
  --board.mine.on[from];
  if (from <= kStartPoint && board.mine.on[from] == 0) {
    board.theirs.pinned[opponent_point(game, from)] = 0;  // 5.1: the last pinning checker left
  }
  const std::size_t to = from > die ? from - die : kOff;
  ++board.mine.on[to];
  if (to == kOff) return board;

  const std::size_t there = opponent_point(game, to);
  if (board.theirs.on[there] == 1) {
    if (is_plakoto(game)) board.theirs.pinned[there] = 1;
    if (game == Game::kPortes) {
      --board.theirs.on[there];
      ++board.theirs.on[kBar];
    }
  }
  return board;
}

Ending ending_of(Game game, const Board& board) {
  const Checkers& mine = board.mine;
  const Checkers& theirs = board.theirs;
  if (mine.on[kOff] == mine.total()) {
    return theirs.on[kOff] == 0 ? Ending::kWin2 : Ending::kWin1;  // 2.6, 2.7
  }
  if (!is_plakoto(game)) return Ending::kNone;

  // 5.3. A pinned checker is alone on its point, so one that is pinned on the start is the mother.
  const bool my_mother_pinned = mine.pinned[kStartPoint] != 0;
  const bool their_mother_pinned = theirs.pinned[kStartPoint] != 0;
  if (my_mother_pinned && their_mother_pinned) return Ending::kTie;
  if (game == Game::kPlakoto && their_mother_pinned && mine.on[kStartPoint] == 0)
    return Ending::kWin2;
  return Ending::kNone;
}

bool leaves_trap(Game game, const Board& board) {
  if (!is_fevga(game)) return false;
  const std::size_t behind = leading_point(board.theirs);
  const bool on_one_point = behind != kOff && behind == highest_place(board.theirs);
  if (!on_one_point || behind <= 6) return false;  // six points of their way must be left
  for (std::size_t step = 1; step <= 6; ++step) {
    // Both players see each other's points by the same function, so this is my number for theirs.
    if (board.mine.on[opponent_point(game, behind - step)] == 0) return false;
  }
  return true;
}

bool breaks_point_limit(Game game, const Checkers& checkers) {
  if (game == Game::kFevga) return points_held(checkers, 19, 24) == 6;    // 6.2
  if (game == Game::kMoultezim) return points_held(checkers, 7, 12) > 4;  // its preset
  return false;
}

bool breaks_runner_rule(Game game, const Board& board) {
  if (!is_fevga(game) || has_passed(board.mine) || has_passed(board.theirs)) return false;
  const auto have_left = [](const Checkers& checkers) {
    return checkers.total() - checkers.on[kStartPoint];
  };
  return have_left(board.mine) > 1 || have_left(board.theirs) > 1;
}

}  // namespace gioul::reference
