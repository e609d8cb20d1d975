#include <string_view>
#include <utility>
#include <vector>

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
  SgfReader(std::span<const std::string> lines, std::size_t first_line)
      : lines_(lines), line_(first_line) {}

  AnnotatedGame read() {
    try {
      if (next_sign() != '(') throw InputError("expected '(;', the start of a game");
      read_tree();
      if (!is_backgammon_) fail_game();
      return game_.finish_game(line_);
    } catch (const GameParseError& error) {
      throw GameParseError(error.line(), in_game(error.what()));
    } catch (const InputError& error) {
      throw GameParseError(line_, in_game(error.what()));
    }
  }

 private:
  static constexpr char kEnd = '\0';

  std::string in_game(const std::string& what) const {
    return is_backgammon_ ? "game " + std::to_string(game_.number()) + ": " + what : what;
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

  char next_sign() {
    char sign = next();
    while (sign == ' ' || sign == '\t' || sign == '\n') sign = next();
    return sign;
  }

  [[noreturn]] static void fail_game() {
    throw InputError("is not a backgammon game; expected GM[6]");
  }
  [[noreturn]] static void fail_end() { throw InputError("ends in the middle of a game"); }

  // Parses a game tree up to its ')'. The game ends at the first ')'; the rest are variations.
  void read_tree() {
    bool is_over = false;
    std::size_t depth = 1;
    for (std::string name; depth > 0;) {
      const char sign = next_sign();
      if (sign == kEnd) fail_end();
      if (sign == '(') {
        ++depth;
      } else if (sign == ')') {
        is_over = true;
        --depth;
      } else if (sign == '[') {
        const std::string value = read_value();
        if (!is_over) read_property(name, value);
        has_value_ = true;
      } else if (sign == ';') {
        name.clear();
      } else if (sign >= 'A' && sign <= 'Z') {
        if (std::exchange(has_value_, false)) name.clear();
        name += sign;
        if (name.size() > 8) throw InputError("the property " + quote(name) + " is too long");
      } else if (sign < 'a' || sign > 'z') {  // older files have lower-case letters in names
        throw InputError(quote(std::string(1, sign)) + ": unexpected between properties");
      }
    }
  }

  std::string read_value() {
    std::string value;
    for (char sign = next(); sign != ']'; sign = next()) {
      if (sign == '\\') sign = next();
      if (sign == kEnd && at_line_ == lines_.size()) fail_end();
      value += sign;
    }
    return value;
  }

  void read_property(const std::string& name, const std::string& value) {
    if (name == "GM") {
      if (value != "6") fail_game();
      is_backgammon_ = true;
    } else if (name == "PW" || name == "PB") {
      game_.set_name(name == "PW" ? 0 : 1, to_printable_line(value));
    } else if (name == "AP") {
      counts_from_0_ = value.starts_with("GNU Backgammon");
    } else if (name == "MI") {
      read_match(value);
    } else if (name == "RU") {
      for (const char* const other : {"Nackgammon", "Hypergammon"}) {
        if (value.find(other) != std::string::npos) {
          throw InputError("does not start from the position of Portes: " + quote(value));
        }
      }
    } else if (name == "RE") {
      read_result(value);
    } else if (name == "AE" || name == "AW" || name == "AB") {
      throw InputError("sets up a position; expected a game from the start of Portes");
    } else if (name == "W" || name == "B") {
      read_move(value, name == "W" ? 0 : 1);
    }
  }

  void read_match(std::string_view value) {
    if (!value.starts_with("game:")) return;
    const auto number = parse_ranged_number<std::uint64_t>(value.substr(5), "game", 0, 1u << 30);
    game_.set_number(number + (counts_from_0_ ? 1 : 0));
  }

  // Parses "W+2" or "B+1R". The winner is checked at the end, when all plays are known.
  void read_result(std::string_view value) {
    if (value.size() < 3 || value[1] != '+' || (value[0] != 'W' && value[0] != 'B')) return;
    std::string_view points = value.substr(2);
    points = points.substr(0, points.find_first_not_of("0123456789"));
    game_.set_result(value[0] == 'W' ? 0 : 1, parse_ranged_number<int>(points, "RE", 1, 1 << 20),
                     line_);
  }

  void read_move(std::string_view value, std::size_t column) {
    if (value == "double" || value == "take" || value == "drop")
      return game_.add_cube_action(line_);
    const auto die = [](char c) { return c >= '1' && c <= '6'; };
    if (value.size() < 2 || value.size() % 2 != 0 || value.size() > 10 || !die(value[0]) ||
        !die(value[1])) {
      throw InputError("the move " + quote(value) + ": expected a move such as 31hefe");
    }
    std::vector<CheckerMove> moves;
    for (std::size_t i = 2; i < value.size(); i += 2) {
      const int from = place_of_letter(value[i], column);
      const int to = place_of_letter(value[i + 1], column);
      if (to >= from) throw InputError("the move " + quote(value) + " goes backwards");
      moves.push_back({from, to, false});
    }
    game_.add_turn(column, make_dice(value[0] - '0', value[1] - '0'), moves, line_);
  }

  std::span<const std::string> lines_;
  std::size_t line_;
  std::size_t at_line_ = 0;
  std::size_t at_ = 0;
  bool has_value_ = false;  // of the last property
  bool is_backgammon_ = false;
  bool counts_from_0_ = false;  // the match numbers its games from 0
  MatchGameBuilder game_;
};

}  // namespace

AnnotatedGame parse_game_sgf(std::span<const std::string> lines, std::size_t first_line) {
  return SgfReader(lines, first_line).read();
}

}  // namespace gioul
