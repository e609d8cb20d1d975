#include "eval/gnubg/board_line.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "engine/plays.h"
#include "engine/text/notation.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

// Reads "8/5" from the beginning of `text`, or "8/5*" where that hits.
std::optional<CheckerMove> take_move(std::string_view& text) {
  CheckerMove move{};
  const char* const end = text.data() + text.size();
  const auto [slash, error] = std::from_chars(text.data(), end, move.from);
  if (error != std::errc{} || slash == end || *slash != '/') return std::nullopt;
  auto [after, other_error] = std::from_chars(slash + 1, end, move.to);
  if (other_error != std::errc{}) return std::nullopt;
  if (after != end && *after == '*') ++after;
  if (after != end && *after != ' ') return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(after - text.data()));
  if (move.from > kBar || move.from <= move.to || move.to < kOff) return std::nullopt;
  return move;
}

// Plays one checker, hitting what is hit. False if there is none.
bool make_move(Position& position, CheckerMove move) {
  const int checkers = position.own.count(move.from);
  if (checkers == 0) return false;
  position.own.set_count(move.from, checkers - 1);
  position.own.set_count(move.to, position.own.count(move.to) + 1);
  const int hit = kBar - move.to;
  if (move.to != kOff && position.opp.count(hit) == 1) {
    position.opp.set_count(hit, 0);
    position.opp.set_count(kBar, position.opp.count(kBar) + 1);
  }
  return true;
}

// The position after `moves`, still seen by the mover; nothing if they can't be made.
std::optional<Position> after_moves(Position position, std::string_view moves) {
  for (;;) {
    moves.remove_prefix(std::min(moves.find_first_not_of(' '), moves.size()));
    if (moves.empty()) return position;
    const std::optional<CheckerMove> move = take_move(moves);
    if (!move || !make_move(position, *move)) return std::nullopt;
  }
}

std::optional<std::size_t> line_of_position(const AfterstateList& list, const Position& after) {
  const auto positions = list.positions();
  if (after.own.count(kOff) == kMaxCheckers) {
    const Ending ending = after.opp.count(kOff) == 0 ? Ending::kWin2 : Ending::kWin1;
    for (std::size_t line = positions.size(); line < list.lines(); ++line) {
      if (list.ending(line) == ending) return line;
    }
    return std::nullopt;
  }
  const auto found = std::ranges::find(positions, after.flipped());
  if (found == positions.end()) return std::nullopt;
  return static_cast<std::size_t>(found - positions.begin());
}

}  // namespace

std::string board_line(const Position& position, std::optional<Dice> dice) {
  std::array<int, kPlaces> places{};  // own checkers above 0, the opponent's below
  for (int place = 1; place <= kBar; ++place) {
    places[static_cast<std::size_t>(place)] += position.own.count(place);
    places[static_cast<std::size_t>(kBar - place)] -= position.opp.count(place);
  }
  std::string line = "board:own:opp:2:0:0";  // names, points of the match, the score
  for (const int count : places) line += ":" + std::to_string(count);
  const Dice roll = dice.value_or(Dice{0, 0});
  line += ":1:" + std::to_string(roll.high) + ":" + std::to_string(roll.low) + ":0:0";
  // The cube, which both may turn and nobody has; that own checkers go down to 0 from 25; and what
  // could be counted on the board.
  return line + ":1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
}

std::size_t line_of_moves(Game game, const Position& before, const AfterstateList& list,
                          std::string_view moves) {
  if (const auto after = after_moves(before, moves)) {
    if (const auto line = line_of_position(list, *after)) return *line;
  }
  throw PlayerFailure("illegal play " + in_quotes(moves) + " at " + format_position(game, before) +
                      " " + format_dice(list.dice()));
}

}  // namespace gioul
