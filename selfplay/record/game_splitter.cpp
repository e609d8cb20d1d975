#include "selfplay/record/game_splitter.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/encoding.h"
#include "base/text.h"
#include "selfplay/record/game_reader.h"
#include "selfplay/record/match_format.h"

namespace gioul {

namespace {

constexpr std::size_t kMaxLines = 200'000;    // per game in text format; a typical game has 100
constexpr std::size_t kMaxBefore = 1u << 20;  // bytes before the first game

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool begins_text_game(std::string_view line) {
  constexpr std::string_view kGame = "game ";
  return line.starts_with(kGame) && line.find_first_of("-0123456789") == kGame.size();
}

// Returns the offset of a game tree, "(;", in the line. Old files have "(" and a property.
std::size_t find_sgf_game(std::string_view line) {
  for (std::size_t at = line.find('('); at != std::string_view::npos; at = line.find('(', at + 1)) {
    const std::string_view rest = trim(line.substr(at + 1));
    const std::size_t letters = static_cast<std::size_t>(
        std::ranges::find_if_not(
            rest, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }) -
        rest.begin());
    if (rest.starts_with(';') || (letters > 0 && rest.substr(letters).starts_with('['))) return at;
    if (rest.empty() && trim(line) == "(") return at;
  }
  return std::string_view::npos;
}

std::optional<GameFormat> format_shown_by(std::string_view line) {
  if (begins_text_game(line)) return GameFormat::kText;
  line = trim(line);
  if (line.starts_with('{')) return GameFormat::kJson;
  if (line.starts_with('(') && find_sgf_game(line) == 0) return GameFormat::kSgf;
  if (is_mat_match_line(line) || find_mat_game_number(line)) return GameFormat::kMat;
  return std::nullopt;
}

const char* expected_start(std::optional<GameFormat> format) {
  if (!format) {
    return "no game found; expected 'game N' (text), '{' (JSON lines), 'Game N' (.mat) or '(;' "
           "(.sgf)";
  }
  if (*format == GameFormat::kJson) return "expected '{', a game as JSON";
  if (*format == GameFormat::kMat) return "expected 'N point match' or 'Game 1'";
  if (*format == GameFormat::kSgf) return "expected '(;', the start of a game";
  return "expected 'game N', the start of a game";
}

// Finds the end of an SGF game tree that may span lines: end_in() returns the offset after the
// closing parenthesis, if `line` has it.
class SgfDepth {
 public:
  std::optional<std::size_t> end_in(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (in_value_ && line[i] == '\\') {
        ++i;
      } else if (in_value_) {
        in_value_ = line[i] != ']';
      } else if (line[i] == '[') {
        in_value_ = true;
      } else if (line[i] == '(') {
        ++depth_;
      } else if (line[i] == ')' && --depth_ <= 0) {
        return i + 1;
      }
    }
    return std::nullopt;
  }

 private:
  std::ptrdiff_t depth_ = 0;
  bool in_value_ = false;
};

// Returns the number below 2^32 at the start of `text`.
std::optional<std::uint64_t> leading_number(std::string_view text) {
  std::uint32_t number = 0;
  const char* const begin = text.data();
  const auto [end, error] = std::from_chars(begin, begin + text.size(), number);
  if (error != std::errc() || end == begin) return std::nullopt;
  return number;
}

// Returns the number of a game in its match, MI[game:3], if it has one. GNU Backgammon counts from
// 0.
std::optional<std::uint64_t> sgf_game_number(const std::vector<std::string>& lines) {
  bool counts_from_0 = false;
  for (const std::string_view line : lines) {
    constexpr std::string_view kGame = "[game:";
    counts_from_0 = counts_from_0 || line.find("AP[GNU Backgammon") != std::string_view::npos;
    const std::size_t at = line.find(kGame);
    if (at == std::string_view::npos) continue;
    const auto number = leading_number(line.substr(at + kGame.size()));
    if (number) return *number + (counts_from_0 ? 1 : 0);
  }
  return std::nullopt;
}

}  // namespace

std::optional<GameFormat> format_from_file_name(const std::string& file) {
  const std::string name = to_lower(file);
  if (name.ends_with(".mat")) return GameFormat::kMat;
  if (name.ends_with(".sgf")) return GameFormat::kSgf;
  if (name.ends_with(".jsonl") || name.ends_with(".json")) return GameFormat::kJson;
  return std::nullopt;
}

bool GameSplitter::read_line(std::string& line) {
  if (!unread_lines_.empty()) {
    line = std::move(unread_lines_.front());
    unread_lines_.pop_front();
    return true;
  }
  if (cr_lines_offset_ > cr_lines_.size()) {
    if (!read_line_function_(cr_lines_)) return false;
    if (cr_lines_.ends_with('\r')) cr_lines_.pop_back();
    cr_lines_offset_ = 0;
  }
  const std::size_t end = std::min(cr_lines_.find('\r', cr_lines_offset_), cr_lines_.size());
  line = cr_lines_.substr(cr_lines_offset_, end - cr_lines_offset_);
  cr_lines_offset_ = end + 1;
  ++lines_read_;
  if (line.starts_with(kByteOrderMark)) line.erase(0, kByteOrderMark.size());
  return true;
}

void GameSplitter::add_line(GameText& game, std::string line) const {
  if (game.lines.empty()) game.first_line_number = line_number();
  game.lines.push_back(game.format == GameFormat::kSgf ? std::move(line) : to_utf8(line));
  if (game.lines.size() > kMaxLines) {
    throw GameParseError(game.first_line_number, "starts a block that is longer than any game");
  }
}

bool GameSplitter::detect_format() {
  std::deque<std::string> before;
  std::size_t bytes = 0;
  std::optional<std::size_t> first;  // the first line that is not blank
  for (std::string line; bytes < kMaxBefore && read_line(line);) {
    if (!first && !trim(line).empty()) first = line_number();
    format_ = format_shown_by(line);
    bytes += line.size() + 1;
    before.push_back(std::move(line));
    if (!format_) continue;
    std::move(unread_lines_.begin(), unread_lines_.end(), std::back_inserter(before));
    unread_lines_ = std::move(before);
    return true;
  }
  if (!first) return false;
  read_line_function_ = [](std::string&) { return false; };
  cr_lines_offset_ = cr_lines_.size() + 1;
  throw GameParseError(*first, expected_start(expected_format_));
}

void GameSplitter::set_game_number(GameText& game, std::uint64_t own) {
  if (last_number_in_match_ && (next_game_starts_match_ || own < *last_number_in_match_))
    game_number_offset_ += *last_number_in_match_;
  next_game_starts_match_ = false;
  last_number_in_match_ = own;
  game.game_number = own + game_number_offset_;
}

// Text before the first game of a match belongs to that game.
bool GameSplitter::read_mat_game(GameText& game) {
  std::optional<std::uint64_t> own;
  bool has_turns = false;
  bool is_blank = true;
  bool ends_match = false;
  for (std::string line; read_line(line);) {
    const std::optional<std::string_view> number = find_mat_game_number(line);
    ends_match = has_turns && is_mat_match_line(line);
    if ((own && number) || ends_match) {
      unread_line(std::move(line));
      // The lines after the last turn belong to the next match.
      while (ends_match && !game.lines.empty() && !is_mat_turn_or_result(game.lines.back())) {
        unread_line(std::move(game.lines.back()));
        game.lines.pop_back();
      }
      break;
    }
    if (number) own = leading_number(*number).value_or(0);
    has_turns = has_turns || (own && is_mat_turn_or_result(line));
    is_blank = is_blank && trim(line).empty();
    add_line(game, std::move(line));
  }
  if (own) set_game_number(game, *own);
  next_game_starts_match_ = next_game_starts_match_ || ends_match;
  return !is_blank;
}

bool GameSplitter::read_sgf_game(GameText& game) {
  SgfDepth depth;
  for (std::string line; read_line(line);) {
    if (game.lines.empty()) {
      const std::size_t begin = find_sgf_game(line);
      if (begin == std::string::npos) continue;
      line.erase(0, begin);
    }
    const std::optional<std::size_t> end = depth.end_in(line);
    const std::string rest = end ? line.substr(*end) : "";
    if (end) line.resize(*end);
    add_line(game, std::move(line));
    if (!trim(rest).empty()) unread_line(rest);
    if (end) break;
  }
  if (game.lines.empty()) return false;
  const std::uint64_t next = last_number_in_match_ ? *last_number_in_match_ + 1 : 0;
  const std::uint64_t own = sgf_game_number(game.lines).value_or(next);
  next_game_starts_match_ = own < next;
  set_game_number(game, own);
  return true;
}

bool GameSplitter::read_next_game(GameText& game) {
  game.lines.clear();
  if (!format_ && !detect_format()) return false;
  game.format = *format_;
  if (game.format == GameFormat::kMat) return read_mat_game(game);
  if (game.format == GameFormat::kSgf) return read_sgf_game(game);
  std::optional<std::size_t> stray;  // the first line of text before a game
  for (std::string line; read_line(line);) {
    const bool is_blank = trim(line).empty();
    if (is_blank && game.lines.empty()) continue;
    if (is_blank) break;
    if (game.lines.empty() && game.format == GameFormat::kText) {
      if (!begins_text_game(line)) {
        if (!stray) stray = line_number();
        continue;
      }
      if (stray) {
        unread_line(std::move(line));
        break;
      }
    }
    if (!game.lines.empty() && line.starts_with("game ")) {
      unread_line(std::move(line));
      break;
    }
    add_line(game, std::move(line));
    if (game.format == GameFormat::kJson) break;
  }
  if (stray) throw GameParseError(*stray, expected_start(GameFormat::kText));
  return !game.lines.empty();
}

AnnotatedGame parse_game(const GameText& game) {
  const std::size_t line = game.first_line_number;
  if (game.format == GameFormat::kJson) return parse_game_json(game.lines.front(), line);
  if (game.format == GameFormat::kMat) return parse_game_mat(game.lines, line, game.game_number);
  if (game.format == GameFormat::kSgf) return parse_game_sgf(game.lines, line, game.game_number);
  return parse_game_text(game.lines, line);
}

}  // namespace gioul
