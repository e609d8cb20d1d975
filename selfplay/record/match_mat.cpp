#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "engine/plays.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"
#include "selfplay/record/game_reader.h"
#include "selfplay/record/match_format.h"
#include "selfplay/record/match_game_builder.h"

namespace gioul {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_comment(std::string_view text) { return text.starts_with(';') || text.starts_with('#'); }

// One player's turn in a line of two columns.
struct Cell {
  std::size_t column = 0;
  std::vector<std::string_view> words;
};

// The words that begin a cell, in any case and with any ending: "Doubles", "dropped".
enum class CellWord : std::uint8_t { kNone, kDice, kCube, kDrop, kPass, kResign, kWin, kLoss };

bool begins_with_dice(std::string_view word) {
  const auto die = [](char c) { return c >= '0' && c <= '6'; };
  return word.size() >= 3 && die(word[0]) && die(word[1]) && word[2] == ':';
}

CellWord cell_word(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, CellWord>, 14> kStems = {{
      {"double", CellWord::kCube},
      {"redouble", CellWord::kCube},
      {"beaver", CellWord::kCube},
      {"raccoon", CellWord::kCube},
      {"take", CellWord::kCube},
      {"accept", CellWord::kCube},
      {"drop", CellWord::kDrop},
      {"reject", CellWord::kDrop},
      {"decline", CellWord::kDrop},
      {"pass", CellWord::kPass},
      {"resign", CellWord::kResign},
      {"win", CellWord::kWin},
      {"lose", CellWord::kLoss},
      {"loss", CellWord::kLoss},
  }};
  if (begins_with_dice(word)) return CellWord::kDice;
  const std::string lower = to_lower(word);
  for (const auto& [stem, kind] : kStems) {
    if (lower.starts_with(stem)) return kind;
  }
  return CellWord::kNone;
}

// Returns the offset after the number of a line, "12)", or 0.
std::size_t number_end(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  std::size_t at = begin;
  while (at < line.size() && is_digit(line[at])) ++at;
  return at > begin && at < line.size() && line[at] == ')' ? at + 1 : 0;
}

// Returns the column of a cell that is alone in its line, with `gap` before it.
std::size_t column_after(std::string_view gap, bool is_numbered) {
  const std::size_t widest = is_numbered ? 5 : 16;  // of the gap before the left column
  return std::ranges::count(gap, '\t') >= 2 || gap.size() > widest ? 1 : 0;
}

std::vector<Cell> cells_of(std::string_view line) {
  const std::size_t begin = number_end(line);
  std::vector<Cell> cells;
  for (std::size_t at = begin;
       (at = line.find_first_not_of(" \t", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    std::string_view word = line.substr(at, end - at);
    if (is_comment(word)) break;
    const CellWord kind = cell_word(word);
    // "54: pass", "52: Resigns"
    const bool follows_dice = (kind == CellWord::kPass || kind == CellWord::kResign) &&
                              !cells.empty() && line.substr(at - 2, 2) == ": ";
    if (kind != CellWord::kNone && !follows_dice) {
      cells.push_back(
          {cells.empty() ? column_after(line.substr(begin, at - begin), begin > 0) : 1, {}});
    } else if (cells.empty()) {
      throw InputError(quote(word) + ": expected dice ('31:')");
    }
    if (kind == CellWord::kDice && word.size() > 3) {  // "31:8/5"
      cells.back().words.push_back(word.substr(0, 3));
      word.remove_prefix(3);
    }
    cells.back().words.push_back(word);
    at = end;
    if (to_lower(word) == "illegal") {  // with anything after it
      cells.back().words.push_back(trim(line.substr(at)));
      break;
    }
  }
  if (cells.size() > 2) throw InputError("has turns of more than two players");
  if (cells.size() == 2) cells.front().column = 0;
  return cells;
}

// Parses the words after the dice. Words without a place, such as "Cannot Move", are no move.
std::vector<CheckerMove> read_moves(std::span<const std::string_view> words) {
  std::vector<CheckerMove> moves;
  for (const std::string_view word : words) {
    if (moves.empty() && !is_digit(word[0]) && word.find('/') == std::string_view::npos) return {};
    if (word == "0/0") continue;  // a die without a move
    try {
      const Play play = parse_loose_play(word);
      const auto made = std::span(play.moves).first(play.size);
      moves.insert(moves.end(), made.begin(), made.end());
    } catch (const InputError& error) {
      throw InputError("the move " + quote(word) + ": " + error.what());
    }
  }
  return moves;
}

// Parses "one : 0         other : 3".
std::array<std::string_view, 2> parse_names(std::string_view text) {
  const std::size_t last = text.rfind(':');
  const std::string_view both = text.substr(0, std::min(last, text.size()));
  // The first name is followed by a colon, digits and a tab, two blanks or, at worst, one blank.
  for (const std::string_view gap : {"  ", " "}) {
    for (std::size_t colon = both.find(':'); colon != std::string_view::npos;
         colon = both.find(':', colon + 1)) {
      std::size_t at = std::min(both.find_first_not_of(" \t", colon + 1), both.size());
      const std::size_t digits = at;
      while (at < both.size() && is_digit(both[at])) ++at;
      const std::string_view rest = both.substr(at);
      if (at == digits || !(rest.starts_with('\t') || rest.starts_with(gap))) continue;
      return {trim(both.substr(0, colon)), trim(rest)};
    }
  }
  throw InputError("expected the players: 'NAME : 0   OTHER : 0'");
}

class MatReader {
 public:
  MatReader(std::span<const std::string> lines, std::size_t first_line_number, std::uint64_t number)
      : lines_(lines), line_(first_line_number), game_(number) {}

  AnnotatedGame read() {
    try {
      for (const std::string& line : lines_) {
        read_line(line);
        ++line_;
      }
      --line_;
      if (!has_number_) throw InputError("is the end of the file; expected 'Game 1'");
      return game_.finish_game(line_);
    } catch (const GameParseError& error) {
      throw GameParseError(error.line_number(), in_game(error.what()));
    } catch (const InputError& error) {
      throw GameParseError(line_, in_game(error.what()));
    }
  }

 private:
  std::string in_game(const std::string& what) const {
    return has_number_ ? "game " + std::to_string(game_.game_number()) + ": " + what : what;
  }

  // Before the line with the game's number, there may be any text.
  void read_line(std::string_view line) {
    const std::string_view text = trim(line);
    if (text.empty()) return;
    if (is_comment(text)) return read_comment(text);
    if (!has_number_) {
      const std::optional<std::string_view> number = find_mat_game_number(text);
      if (!number) return;
      has_number_ = true;
      parse_ranged_number<std::uint64_t>(*number, "Game", 0, 1u << 30);
    } else if (!has_names_) {
      has_names_ = true;
      const std::array<std::string_view, 2> names = parse_names(text);
      for (const std::size_t column : {0U, 1U}) {
        game_.set_player_name(column, std::string(names[column]));
      }
    } else if (!game_.has_result()) {
      for (const Cell& cell : cells_of(line)) read_cell(cell, number_end(line) > 0);
    } else if (is_mat_turn_or_result(line)) {
      throw InputError("comes after the result of the game");
    }
  }

  void read_comment(std::string_view text) {
    constexpr std::string_view kVariation = "[variation \"";
    constexpr std::string_view kSetUp = "set pos=";
    const std::string lower = to_lower(text);
    if (const std::size_t at = lower.find(kVariation); at != std::string::npos) {
      const std::string_view name = text.substr(at + kVariation.size());
      game_.set_variation(name.substr(0, name.find('"')));
    } else if (const std::size_t begin = lower.find(kSetUp); begin != std::string::npos) {
      // eXtreme Gammon writes a position as "; Set Pos=-b----E-C---eE---c-e----B-/0". The capital
      // letters are the left player's checkers.
      const std::string_view position = text.substr(begin + kSetUp.size());
      const std::size_t slash = position.find('/');
      const XgBoard board = parse_xg_board(position.substr(0, slash));
      game_.set_up_position({board.bottom_side, board.top_side});
      if (slash != std::string_view::npos && !position.ends_with("/0")) game_.note_cube(line_);
    }
  }

  void read_cell(const Cell& cell, bool is_numbered) {
    const std::string_view head = cell.words.front();
    switch (cell_word(head)) {
      case CellWord::kDice:
        return read_turn(cell);
      case CellWord::kWin:
        return read_result(cell);
      case CellWord::kLoss:
        return;
      case CellWord::kResign:
        // In a line of its own, the word may stand in any column.
        return game_.resign(is_numbered || cell.column == 1 ? std::optional(cell.column)
                                                            : std::nullopt);
      case CellWord::kDrop:
      case CellWord::kPass:
        return game_.refuse_double(cell.column, line_);
      default:
        return game_.note_cube(line_);
    }
  }

  void read_result(const Cell& cell) {
    if (cell.words.size() < 3 || !to_lower(cell.words[2]).starts_with("point")) {
      throw InputError("expected 'Wins N points'");
    }
    game_.set_result(cell.column, parse_ranged_number<int>(cell.words[1], "Wins", 1, 1 << 20),
                     line_);
  }

  void read_turn(const Cell& cell) {
    const std::string_view dice = cell.words.front();
    const std::span words = std::span(cell.words).subspan(1);
    const std::string first = words.empty() ? "" : to_lower(words.front());
    const bool is_hidden = !first.empty() && first.find_first_not_of('?') == std::string::npos;
    const bool gives_up = is_hidden || first.starts_with("resign");
    if (dice[0] == '0' || dice[1] == '0') {  // nothing was rolled
      if (!first.empty() && !gives_up) throw InputError(quote(dice) + ": expected dice ('31:')");
      return game_.resign(cell.column);
    }
    const Dice roll = make_dice(dice[0] - '0', dice[1] - '0');
    if (gives_up) return game_.resign_after_roll(cell.column, roll, line_);
    if (words.empty()) return game_.add_roll_without_play(cell.column, roll, line_);
    if (first == "illegal") {  // "31: illegal play (24/20 8/7)"
      throw InputError("the play of " + format_dice(roll) +
                       " is marked as an illegal one: " + quote(words.back()));
    }
    game_.add_turn(cell.column, roll, read_moves(words), line_);
  }

  std::span<const std::string> lines_;
  std::size_t line_;
  MatchGameBuilder game_;
  bool has_number_ = false;
  bool has_names_ = false;
};

}  // namespace

bool is_mat_match_line(std::string_view line) {
  line = trim(line);
  if (line.empty() || !is_digit(line.front())) return false;
  const std::string lower = to_lower(line);
  return lower.find("point match") != std::string::npos ||
         lower.find("points match") != std::string::npos;
}

std::optional<std::string_view> find_mat_game_number(std::string_view line) {
  constexpr std::string_view kGame = "game ";
  line = trim(line);
  if (!to_lower(line.substr(0, kGame.size())).starts_with(kGame)) return std::nullopt;
  line = trim(line.substr(kGame.size()));
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  const std::string_view rest = trim(line.substr(digits));
  if (digits == 0 ||
      (!rest.empty() && std::string_view("(:.-[").find(rest.front()) == std::string_view::npos)) {
    return std::nullopt;
  }
  return line.substr(0, digits);
}

bool is_mat_turn_or_result(std::string_view line) {
  if (number_end(line) > 0) return true;
  line = trim(line);
  return cell_word(line.substr(0, line.find_first_of(" \t"))) != CellWord::kNone;
}

bool is_mat_names_line(std::string_view line, const std::array<std::string, 2>& names) {
  line = trim(line);
  if (is_comment(line) || find_mat_game_number(line)) return false;
  const std::array<std::string_view, 2> parsed = parse_names(line);
  return parsed[0] == trim(names[0]) && parsed[1] == trim(names[1]);
}

AnnotatedGame parse_game_mat(std::span<const std::string> lines, std::size_t first_line_number,
                             std::uint64_t number) {
  return MatReader(lines, first_line_number, number).read();
}

}  // namespace gioul
