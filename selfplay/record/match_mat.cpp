#include <algorithm>
#include <optional>
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

constexpr std::size_t kFarRight = 16;  // the right column starts here or before

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// One player's turn, and its offset in the line.
struct Cell {
  std::size_t begin = 0;
  std::vector<std::string_view> words;
};

bool is_dice(std::string_view word) {
  const auto die = [](char c) { return c >= '1' && c <= '6'; };
  return word.size() == 3 && die(word[0]) && die(word[1]) && word[2] == ':';
}

bool begins_cell(std::string_view word) {
  constexpr std::array<std::string_view, 10> kWords = {
      "Doubles", "Redoubles", "Beavers", "Raccoons", "Takes",
      "Accepts", "Drops",     "Passes",  "Rejects",  "Wins"};
  return is_dice(word) || std::ranges::find(kWords, word) != kWords.end();
}

std::vector<Cell> cells_of(std::string_view line, std::size_t at) {
  std::vector<Cell> cells;
  while ((at = line.find_first_not_of(" \t", at)) != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    const std::string_view word = line.substr(at, end - at);
    if (begins_cell(word)) {
      cells.push_back({at, {}});
    } else if (cells.empty()) {
      throw InputError(quote(word) + ": expected dice ('31:')");
    }
    cells.back().words.push_back(word);
    at = end;
  }
  return cells;
}

int place_of(std::string_view text) {
  if (text == "off" || text == "Off" || text == "OFF") return kOff;
  if (text == "bar" || text == "Bar" || text == "BAR") return kBar;
  return parse_ranged_number<int>(text, "the place", 0, kBar);
}

// Parses "13/8(2)" or "24/18*/14": the way of one checker, or of several at once.
void read_way(std::string_view word, std::vector<CheckerMove>& moves) {
  int count = 1;
  const auto cut_star = [](std::string_view& text) {
    const bool has = text.ends_with('*');
    if (has) text.remove_suffix(1);
    return has;
  };
  bool hits = cut_star(word);
  if (const std::size_t bracket = word.find('('); bracket != std::string_view::npos) {
    const std::string_view inside = word.substr(bracket + 1);
    count =
        parse_ranged_number<int>(inside.substr(0, inside.find(')')), "the count", 1, kDoubletMoves);
    word = word.substr(0, bracket);
    hits = cut_star(word) || hits;
  }
  std::vector<CheckerMove> way;
  for (std::optional<int> from; !word.empty();) {
    const std::size_t slash = std::min(word.find('/'), word.size());
    std::string_view part = word.substr(0, slash);
    const bool last = slash == word.size();
    const bool star = cut_star(part) || (last && hits);
    const int place = place_of(part);
    if (from && *from <= place) throw InputError("goes backwards from " + std::to_string(*from));
    if (from) way.push_back({*from, place, star});
    from = place;
    word.remove_prefix(std::min(slash + 1, word.size()));
  }
  if (way.empty()) throw InputError("expected moves such as 24/18");
  for (; count > 0; --count) moves.insert(moves.end(), way.begin(), way.end());
}

std::vector<CheckerMove> read_moves(std::span<const std::string_view> words) {
  std::vector<CheckerMove> moves;
  for (const std::string_view word : words) {
    // "Cannot Move" and similar texts.
    if (moves.empty() && !is_digit(word[0]) && word.find('/') == std::string_view::npos) return {};
    try {
      read_way(word, moves);
    } catch (const InputError& error) {
      throw InputError("the move " + quote(word) + ": " + error.what());
    }
  }
  return moves;
}

class MatReader {
 public:
  MatReader(std::span<const std::string> lines, std::size_t first_line)
      : lines_(lines), first_line_(first_line) {}

  AnnotatedGame read() {
    std::size_t line = first_line_;
    try {
      for (const std::string& text : lines_) {
        read_line(text, line);
        ++line;
      }
      if (!has_number_) throw InputError("expected 'Game 1' before this line");
      return game_.finish_game(--line);
    } catch (const GameParseError& error) {
      throw GameParseError(error.line(), in_game(error.what()));
    } catch (const InputError& error) {
      throw GameParseError(std::min(line, first_line_ + lines_.size() - 1), in_game(error.what()));
    }
  }

 private:
  std::string in_game(const std::string& what) const {
    return has_number_ ? "game " + std::to_string(game_.number()) + ": " + what : what;
  }

  void read_line(std::string_view line, std::size_t number) {
    const std::string_view text = trim(line);
    if (text.empty()) return;
    if (text[0] == ';') return read_comment(text);
    if (text.ends_with("point match") || text.ends_with("points match")) return;
    if (text.starts_with("Game ") && !has_number_) {
      game_.set_number(parse_ranged_number<std::uint64_t>(trim(text.substr(5)), "Game", 0,
                                                          static_cast<std::uint64_t>(-1)));
      has_number_ = true;
      return;
    }
    if (!has_number_) throw InputError("expected 'N point match' or 'Game 1'");
    if (!has_names_) {
      read_names(text);
      has_names_ = true;
      return;
    }
    read_turns(line, number);
  }

  static void read_comment(std::string_view text) {
    constexpr std::string_view kVariation = "[Variation \"";
    const std::size_t found = text.find(kVariation);
    if (found == std::string_view::npos) return;
    const std::string_view name = text.substr(found + kVariation.size());
    if (name.starts_with("Backgammon\"")) return;
    throw InputError("does not start from the position of Portes: " + quote(text));
  }

  // Parses "one : 0         other : 3".
  void read_names(std::string_view text) {
    const auto fail = [] { throw InputError("expected the players: 'NAME : 0   OTHER : 0'"); };
    const std::size_t last = text.rfind(':');
    if (last == std::string_view::npos) fail();
    const std::string_view both = text.substr(0, last);
    // The first name is followed by a colon, digits and at least two blanks.
    for (std::size_t colon = both.find(" :"); colon != std::string_view::npos;
         colon = both.find(" :", colon + 1)) {
      std::size_t at = std::min(both.find_first_not_of(' ', colon + 2), both.size());
      const std::size_t digits = at;
      while (at < both.size() && is_digit(both[at])) ++at;
      if (at == digits || !both.substr(at).starts_with("  ")) continue;
      game_.set_name(0, std::string(trim(both.substr(0, colon))));
      game_.set_name(1, std::string(trim(both.substr(at))));
      return;
    }
    fail();
  }

  void read_turns(std::string_view line, std::size_t number) {
    std::size_t at = line.find_first_not_of(" \t");
    std::size_t digits = at;
    while (digits < line.size() && is_digit(line[digits])) ++digits;
    const bool is_numbered = digits > at && digits < line.size() && line[digits] == ')';
    if (is_numbered) at = digits + 1;
    const std::vector<Cell> cells = cells_of(line, at);
    if (cells.size() > 2) throw InputError("has turns of more than two players");
    const std::size_t right = is_numbered ? at + 5 : kFarRight;
    for (const Cell& cell : cells) {
      const bool is_right = cells.size() == 2 ? &cell != cells.data() : cell.begin > right;
      read_cell(cell, is_right ? 1 : 0, number);
    }
  }

  void read_cell(const Cell& cell, std::size_t column, std::size_t number) {
    const std::string_view head = cell.words.front();
    if (head == "Wins") {
      if (cell.words.size() < 3 || !cell.words[2].starts_with("point")) {
        throw InputError("expected 'Wins N points'");
      }
      game_.set_result(column, parse_ranged_number<int>(cell.words[1], "Wins", 1, 1 << 20), number);
    } else if (is_dice(head)) {
      game_.add_turn(column, make_dice(head[0] - '0', head[1] - '0'),
                     read_moves(std::span(cell.words).subspan(1)), number);
    } else {
      game_.add_cube_action(number);
    }
  }

  std::span<const std::string> lines_;
  std::size_t first_line_;
  MatchGameBuilder game_;
  bool has_number_ = false;
  bool has_names_ = false;
};

}  // namespace

AnnotatedGame parse_game_mat(std::span<const std::string> lines, std::size_t first_line) {
  return MatReader(lines, first_line).read();
}

}  // namespace gioul
