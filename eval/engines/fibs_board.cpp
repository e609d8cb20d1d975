#include "eval/engines/fibs_board.h"

#include <array>
#include <charconv>

#include "base/text.h"
#include "engine/plays.h"
#include "engine/text/notation.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

// Removes a move such as "8/5" or "8/5*" from the beginning of `text`; nullopt if there is none.
std::optional<CheckerMove> pop_move(std::string_view& text) {
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

using Counts = std::array<int, kPlaces>;

Counts checker_counts(const Side& side) {
  Counts counts{};
  for (int place = 0; place < kPlaces; ++place) {
    counts[static_cast<std::size_t>(place)] = side.count(place);
  }
  return counts;
}

int& at(Counts& counts, int place) { return counts[static_cast<std::size_t>(place)]; }

// Returns the checkers of the mover and the opponent after the moves, if only the final point of
// each move is hit.
std::array<Counts, 2> board_after(const Position& position, std::span<const CheckerMove> moves) {
  Counts own = checker_counts(position.own);
  Counts other = checker_counts(position.opp);
  for (const CheckerMove& move : moves) {
    --at(own, move.from);
    ++at(own, move.to);
    if (move.to == kOff || at(other, 25 - move.to) != 1) continue;
    at(other, 25 - move.to) = 0;
    ++at(other, kBar);
  }
  return {own, other};
}

}  // namespace

std::string format_fibs_board(const Position& position, std::optional<Dice> dice) {
  std::array<int, kPlaces> places{};  // own checkers positive, the opponent's negative
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

std::vector<std::size_t> find_afterstates_of_moves(const Position& before,
                                                   const AfterstateList& list,
                                                   std::span<const CheckerMove> moves) {
  const auto [own, other] = board_after(before, moves);
  std::vector<std::size_t> found;
  for (std::size_t index = 0; index < list.size(); ++index) {
    if (list.ending(index) != Ending::kNone) {
      if (own[kOff] == kMaxCheckers) return {index};
      continue;
    }
    const Position& next = list.positions()[index];
    if (checker_counts(next.opp) != own) continue;
    if (checker_counts(next.own) == other) return {index};
    found.push_back(index);
  }
  return found;
}

std::size_t find_gnubg_play(Game game, const Position& before, const AfterstateList& list,
                            std::string_view moves) {
  std::vector<CheckerMove> made;
  std::string_view rest = trim(moves);
  while (!rest.empty()) {
    const std::optional<CheckerMove> move = pop_move(rest);
    if (!move) break;
    made.push_back(*move);
    rest = trim(rest);
  }
  if (rest.empty()) {
    const std::vector<std::size_t> indices = find_afterstates_of_moves(before, list, made);
    if (indices.size() == 1) return indices.front();
  }
  throw PlayerFailure("illegal play " + quote(moves) + " at " + format_position(game, before) +
                      " " + format_dice(list.dice()));
}

}  // namespace gioul
