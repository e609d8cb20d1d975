#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "engine/outcome.h"
#include "engine/text/position_id.h"
#include "selfplay/record/match_format.h"

namespace gioul {

namespace {

// --- .mat ---

constexpr std::size_t kRightCell = 33;

// Returns a start position by column.
XgBoard board_of(const Position& start, bool swapped) {
  return swapped ? XgBoard{start.opp, start.own} : XgBoard{start.own, start.opp};
}

std::string turn_text(const RecordedDecision& made) {
  std::string text = fmt::format("{}{}:", made.dice.high, made.dice.low);
  for (const CheckerMove& move : std::span(made.play.moves).first(made.play.size)) {
    text += fmt::format(" {}/{}{}", move.from, move.to, move.hits ? "*" : "");
  }
  return text;
}

// --- .sgf ---

char letter_of_place(int place, std::size_t column) {
  if (place == kBar) return 'y';
  if (place == kOff) return 'z';
  return static_cast<char>(column == 0 ? 'a' + place - 1 : 'x' - place + 1);
}

// Formats properties that set up a position.
std::string set_up(const Position& start, bool swapped) {
  const XgBoard board = board_of(start, swapped);
  std::string text = ";AE[a:y]";
  for (const std::size_t column : {0U, 1U}) {
    const Side& side = column == 0 ? board.bottom_side : board.top_side;
    text += column == 0 ? "AW" : "AB";
    for (int place = 1; place <= kBar; ++place) {
      for (int n = side.count(place); n > 0; --n) {
        text += std::string("[") + letter_of_place(place, column) + "]";
      }
    }
  }
  return text + (swapped ? "PL[B]\n" : "PL[W]\n");
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == ']' || c == '\\' || c == ':') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string MatchWriter::operator()(const AnnotatedGame& game) {
  const std::string which = "game " + std::to_string(game.record.game_number) + ": ";
  if (game.variant != find_game("portes")) {
    throw InputError(which + "match files support Portes only, not " +
                     std::string(game.variant.name()));
  }
  if (game.start_position && game.start_position->own.total() != kMaxCheckers) {
    throw InputError(which + "match files support only games with 15 checkers per side");
  }
  std::array<std::string, 2> names;
  for (const bool second : {false, true}) {
    const std::string& name = game.players[second ? 1 : 0];
    names[second ? 1 : 0] =
        name.empty() ? std::string(player_order_name(second)) : to_printable_line(name);
  }
  // In a .mat file without turns the left player moves first.
  const bool is_movable = format_ == MatchFormat::kSgf || !game.record.decisions.empty();
  const bool swapped = is_movable && names[0] != names[1] && names[0] == player_names_[1] &&
                       names[1] == player_names_[0];
  if (swapped) std::swap(names[0], names[1]);
  MatchWriter next = *this;  // so that a game that is refused changes nothing
  if (names != player_names_) next.column_points_ = {};
  next.player_names_ = names;
  const std::string text = format_ == MatchFormat::kMat ? next.format_mat_game(game, swapped)
                                                        : next.format_sgf_game(game, swapped);
  ++next.written_game_count_;
  const int won = points(game.record.outcome);
  if (!game.is_running && won != 0) {
    next.column_points_[(won < 0) != swapped ? 1 : 0] += std::abs(won);
  }
  *this = next;
  return text;
}

std::string MatchWriter::format_mat_game(const AnnotatedGame& game, bool swapped) const {
  std::string text = written_game_count_ == 0 ? " 0 point match\n\n" : "";
  const auto score = [&](std::size_t column) {
    return fmt::format("{} : {}", player_names_[column], column_points_[column]);
  };
  const std::string names = fmt::format(" {:{}}  {}", score(0), kRightCell - 3, score(1));
  if (!is_mat_names_line(names, player_names_)) {
    throw InputError(
        fmt::format("game {}: a .mat file cannot hold the player names {} and {}; "
                    "expected names without ';', '#' or 'Game N' at the start and ' : ' inside",
                    game.record.game_number, quote(player_names_[0]), quote(player_names_[1])));
  }
  text += fmt::format(" Game {}\n{}\n", written_game_count_ + 1, names);
  if (game.start_position)
    text += "; Set Pos=" + format_xg_board(board_of(*game.start_position, swapped)) + "/0\n";
  std::string line;
  std::size_t turns = 0;
  const auto cell = [&](std::size_t column, const std::string& words) {
    if (column == 0 || line.empty()) line = fmt::format("{:3}) ", ++turns);
    if (column == 1) line.resize(std::max(line.size() + 1, kRightCell), ' ');
    line += words;
    if (column == 1) text += std::exchange(line, {}) + "\n";
  };
  for (const RecordedDecision& made : game.record.decisions) {
    cell(made.second_to_move != swapped ? 1 : 0, turn_text(made));
  }
  if (!line.empty()) text += line + "\n";
  const int won = points(game.record.outcome);
  if (!game.is_running) {
    const bool right_won = (won < 0) != swapped;
    text += fmt::format("{:{}}Wins {} point{}\n", "", right_won ? kRightCell : 6, std::abs(won),
                        std::abs(won) == 1 ? "" : "s");
  }
  return text + "\n";
}

std::string MatchWriter::format_sgf_game(const AnnotatedGame& game, bool swapped) const {
  std::string text = fmt::format(
      "(;FF[4]GM[6]CA[UTF-8]AP[gioul:{}]MI[length:0][game:{}][ws:{}][bs:{}]PW[{}]PB[{}]RU[NoCube]",
      GIOUL_VERSION, written_game_count_ + 1, column_points_[0], column_points_[1],
      escaped(player_names_[0]), escaped(player_names_[1]));
  const int won = points(game.record.outcome);
  const bool gave_up = game.failed_player != FailedPlayer::kNone;
  if (!game.is_running) {
    text += fmt::format("RE[{}+{}{}]", (won < 0) != swapped ? 'B' : 'W', std::abs(won),
                        gave_up ? "R" : "");
  }
  text += '\n';
  if (game.start_position) text += set_up(*game.start_position, swapped);
  for (const RecordedDecision& made : game.record.decisions) {
    const std::size_t column = made.second_to_move != swapped ? 1 : 0;
    text += fmt::format(";{}[{}{}", column == 0 ? 'W' : 'B', made.dice.high, made.dice.low);
    for (const CheckerMove& move : std::span(made.play.moves).first(made.play.size)) {
      text += letter_of_place(move.from, column);
      text += letter_of_place(move.to, column);
    }
    text += "]\n";
  }
  return text + ")\n\n";
}

}  // namespace gioul
