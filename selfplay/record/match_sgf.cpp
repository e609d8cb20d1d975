#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "base/error.h"
#include "base/text.h"
#include "selfplay/record/game_reader.h"
#include "selfplay/record/match_format.h"
#include "selfplay/record/match_game_builder.h"

namespace gioul {

namespace {

// Letters count White's points from 1. Black's numbering is the reverse.
int place_of_letter(char letter, std::size_t column) {
  if (letter == 'y') return kBar;
  if (letter == 'z') return kOff;
  if (letter < 'a' || letter > 'x') throw InputError("expected letters from a to z");
  return column == 0 ? letter - 'a' + 1 : 'x' - letter + 1;
}

class SgfReader {
 public:
  SgfReader(std::span<const std::string> lines, std::size_t first_line_number, std::uint64_t number)
      : lines_(lines), line_(first_line_number), game_(number) {}

  AnnotatedGame read() {
    try {
      if (next_character() != '(') throw InputError("expected '(;', the start of a game");
      read_tree();
      if (!is_backgammon_) fail_game();
      end_node();
      if (last_roll_) game_.drop_last_roll(*last_roll_, last_roll_line_);
      for (const std::size_t column : {0U, 1U}) {
        game_.set_player_name(column, to_utf8(player_names_[column], charset_));
      }
      return game_.finish_game(line_);
    } catch (const GameParseError& error) {
      throw GameParseError(error.line_number(), in_game(error.what()));
    } catch (const InputError& error) {
      throw GameParseError(line_, in_game(error.what()));
    }
  }

 private:
  static constexpr char kEnd = '\0';

  std::string in_game(const std::string& what) const {
    return is_backgammon_ ? "game " + std::to_string(game_.game_number()) + ": " + what : what;
  }

  // Returns the next raw character, a newline at the end of a line.
  char next() {
    if (at_line_ == lines_.size()) return kEnd;
    const std::string& line = lines_[at_line_];
    if (at_ < line.size()) return line[at_++];
    if (++at_line_ == lines_.size()) return kEnd;
    at_ = 0;
    ++line_;
    return '\n';
  }

  char next_character() {
    char character = next();
    is_adjacent_ = true;
    while (character == ' ' || character == '\t' || character == '\n') {
      character = next();
      is_adjacent_ = false;
    }
    return character;
  }

  [[noreturn]] static void fail_game() {
    throw InputError("is not a backgammon game; expected GM[6]");
  }
  [[noreturn]] void fail_end() const { fail_character("ends in the middle of a game"); }

  // Throws because of a character between properties. A ']' inside of a text is the likely reason.
  [[noreturn]] void fail_character(const std::string& what) const {
    if (text_line_ == 0) throw InputError(what);
    throw GameParseError(text_line_, what + "; a ']' inside of a text such as " + quote(text_, 40) +
                                         " must be written '\\]'");
  }

  // Parses a game tree up to its ')'. The game ends at the first ')'; the rest are variations.
  void read_tree() {
    bool is_over = false;
    std::size_t depth = 1;
    for (std::string name; depth > 0;) {
      const char character = next_character();
      const bool is_capital = character >= 'A' && character <= 'Z';
      const bool is_small = character >= 'a' && character <= 'z';
      if (character == kEnd) fail_end();
      if (character == '(') {
        ++depth;
      } else if (character == ')') {
        is_over = true;
        --depth;
      } else if (character == '[') {
        read_value(name, is_over);
      } else if (character == ';') {
        name.clear();
        if (!is_over) end_node();
      } else if (is_capital || (is_small && is_adjacent_ && !has_value_)) {
        // Older files have small letters in names, which do not count.
        if (std::exchange(has_value_, false)) name.clear();
        if (is_capital) name += character;
        if (name.size() > 8) fail_character("the property " + quote(name) + " is too long");
      } else {
        fail_character(quote(std::string(1, character)) + ": unexpected between properties");
      }
    }
  }

  void read_value(const std::string& name, bool is_over) {
    const std::size_t line = line_;
    std::string value;
    bool has_bracket = false;
    for (char character = next(); character != ']'; character = next()) {
      has_bracket = has_bracket || character == '[';
      if (character == '\\') character = next();
      if (character == kEnd && at_line_ == lines_.size()) fail_end();
      value += character;
    }
    if (has_bracket) {  // the text may have ended too early
      text_line_ = line;
      text_ = name + "[" + value + "]";
    }
    if (!is_over) read_property(name, value);
    has_value_ = true;
  }

  void read_property(const std::string& name, const std::string& value) {
    if (name == "GM") {
      if (trim(value) != "6") fail_game();
      is_backgammon_ = true;
    } else if (name == "CA") {
      charset_ = trim(value);
    } else if (name == "PW" || name == "PB") {
      player_names_[name == "PW" ? 0 : 1] = value;
    } else if (name == "RU") {
      read_rules(value);
    } else if (name == "RE") {
      read_result(trim(value));
    } else if (name == "AE" || name == "AW" || name == "AB") {
      set_up(name, value);
    } else if (name == "PL") {
      const std::string player = to_lower(trim(value));
      if (player.starts_with('w') || player.starts_with('b'))
        game_.expect_first_turn(player.starts_with('w') ? 0 : 1);
    } else if (name == "DI") {
      read_roll(trim(value));
    } else if (name == "CV") {
      if (trim(value) != "1") game_.note_cube(line_);
    } else if (name == "W" || name == "B") {
      read_move(trim(value), name == "W" ? 0 : 1);
    }
  }

  // Parses rules such as "NoCube:Crawford".
  void read_rules(std::string_view value) {
    for (const std::string_view variation : {"NackGammon", "HyperGammon", "LongGammon"}) {
      if (to_lower(value).find(to_lower(variation)) != std::string::npos) {
        game_.set_variation(variation);
      }
    }
  }

  // Sets up checkers: AE[a:x], AW[a][b]. "y" is the bar.
  void set_up(const std::string& name, std::string_view value) {
    if (!std::exchange(has_set_up_, true) && name != "AE") {
      throw InputError("sets up checkers on a board that is not empty; expected AE[a:y] before");
    }
    const std::size_t colon = value.find(':');
    const bool is_range = colon == 1 && value.size() == 3;
    if (value.size() != 1 && !is_range) {
      throw InputError("sets up " + quote(value) + "; expected a point such as a");
    }
    const char last = value.back();
    if (last < value.front()) {
      throw InputError("sets up " + quote(value) + "; expected the lower letter first");
    }
    for (char point = value.front(); point <= last; ++point) {
      for (const std::size_t column : {0U, 1U}) {
        const int place = place_of_letter(point, column);
        Side& side = board_[column];
        if (name == "AE") side.set_count(place, 0);
        if (name != (column == 0 ? "AW" : "AB")) continue;
        if (side.count(place) == kMaxCheckers) throw InputError("sets up more than 15 checkers");
        side.set_count(place, side.count(place) + 1);
      }
    }
  }

  // Sets up the position that the properties of the node describe.
  void end_node() {
    if (!std::exchange(has_set_up_, false)) return;
    for (Side& side : board_) {
      side.set_count(kOff, 0);
      const int total = side.total();
      if (total > kMaxCheckers) throw InputError("sets up more than 15 checkers");
      side.set_count(kOff, kMaxCheckers - total);
    }
    game_.set_up_position(board_);
  }

  // Parses "W+2", "B+1R" or "W+Resign". The winner is checked at the end, when all plays are known.
  void read_result(std::string_view value) {
    if (value.size() < 2 || value[1] != '+') return;
    const char winner = to_lower(value)[0];
    if (winner != 'w' && winner != 'b') return;
    std::string_view points = value.substr(2);
    points = points.substr(0, points.find_first_not_of("0123456789"));
    std::optional<int> won;
    if (!points.empty()) won = parse_ranged_number<int>(points, "RE", 1, 1 << 20);
    game_.set_result(winner == 'w' ? 0 : 1, won, line_);
  }

  // Returns no moves if one goes backwards.
  std::vector<CheckerMove> read_moves(std::string_view letters, std::size_t column) const {
    std::vector<CheckerMove> moves;
    for (std::size_t i = 0; i < letters.size(); i += 2) {
      const int from = place_of_letter(letters[i], has_own_letters_ ? 0 : column);
      const int to = place_of_letter(letters[i + 1], has_own_letters_ ? 0 : column);
      if (to >= from) return {};
      moves.push_back({from, to, false});
    }
    return moves;
  }

  static bool begins_with_dice(std::string_view value) {
    const auto die = [](char c) { return c >= '1' && c <= '6'; };
    return value.size() >= 2 && die(value[0]) && die(value[1]);
  }

  // Parses the roll of a player who has not moved yet. A move repeats it.
  void read_roll(std::string_view value) {
    last_roll_.reset();
    if (begins_with_dice(value)) last_roll_ = make_dice(value[0] - '0', value[1] - '0');
    last_roll_line_ = line_;
  }

  void read_move(std::string_view value, std::size_t column) {
    last_roll_.reset();
    if (empty_move_line_ != 0) {
      throw GameParseError(empty_move_line_, "the move is empty; expected a move such as 31hefe");
    }
    const std::string word = to_lower(value);
    if (word.empty()) {  // at the end of a game, no decision
      empty_move_line_ = line_;
      return;
    }
    if (word == "drop") return game_.refuse_double(column, line_);
    if (word == "double" || word == "take") return game_.note_cube(line_);
    if (value.size() % 2 != 0 || value.size() > 10 || !begins_with_dice(value)) {
      throw InputError("the move " + quote(value) + ": expected a move such as 31hefe");
    }
    const Dice dice = make_dice(value[0] - '0', value[1] - '0');
    std::vector<CheckerMove> moves = read_moves(value.substr(2), column);
    if (moves.empty() && value.size() > 2) {
      has_own_letters_ = true;
      moves = read_moves(value.substr(2), column);
      if (moves.empty()) throw InputError("the move " + quote(value) + " goes backwards");
    }
    end_node();
    if (moves.empty()) return game_.add_roll_without_play(column, dice, line_);
    game_.add_turn(column, dice, moves, line_);
  }

  std::span<const std::string> lines_;
  std::size_t line_;
  std::size_t at_line_ = 0;
  std::size_t at_ = 0;
  bool is_adjacent_ = false;  // no blank before the last character
  bool has_value_ = false;    // of the last property
  bool is_backgammon_ = false;
  std::size_t text_line_ = 0;        // of the last value with a '[', 0: none
  std::string text_;                 // that value
  std::size_t empty_move_line_ = 0;  // 0: none
  bool has_own_letters_ = false;     // a is each player's own first point
  std::string charset_;
  std::optional<Dice> last_roll_;  // no move has followed yet
  std::size_t last_roll_line_ = 0;
  std::array<std::string, 2> player_names_;  // bytes
  bool has_set_up_ = false;                  // the node sets up a position
  std::array<Side, 2> board_{};              // that position, by column
  MatchGameBuilder game_;
};

}  // namespace

AnnotatedGame parse_game_sgf(std::span<const std::string> lines, std::size_t first_line_number,
                             std::uint64_t number) {
  return SgfReader(lines, first_line_number, number).read();
}

}  // namespace gioul
