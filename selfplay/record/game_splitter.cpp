#include "selfplay/record/game_splitter.h"

#include <string_view>
#include <utility>

#include "base/text.h"
#include "selfplay/record/game_reader.h"
#include "selfplay/record/match_format.h"

namespace gioul {

namespace {

constexpr std::size_t kMaxLines = 200'000;  // per game in text format; a typical game has 100

bool begins_mat_game(std::string_view line) { return trim(line).starts_with("Game "); }

GameFormat detect_format(std::string_view line) {
  line = trim(line);
  if (line[0] == '{') return GameFormat::kJson;
  if (line[0] == '(') return GameFormat::kSgf;
  const bool is_mat =
      line[0] == ';' || begins_mat_game(line) || line.find("point match") != std::string_view::npos;
  return is_mat ? GameFormat::kMat : GameFormat::kText;
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

}  // namespace

bool GameSplitter::read_line(std::string& line) {
  if (pending_line_) {
    line = *std::exchange(pending_line_, std::nullopt);
    return true;
  }
  if (!next_line_(line)) return false;
  ++lines_read_;
  if (line.ends_with('\r')) line.pop_back();
  if (lines_read_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
  return true;
}

void GameSplitter::add(GameText& game, std::string line) const {
  if (game.lines.empty()) game.first_line = lines_read_;
  game.lines.push_back(std::move(line));
  if (game.lines.size() > kMaxLines) {
    throw GameParseError(game.first_line, "starts a block that is longer than any game");
  }
}

// Text before the first game belongs to that game.
bool GameSplitter::next_mat(GameText& game) {
  bool has_begun = false;
  bool is_blank = true;
  for (std::string line; read_line(line);) {
    if (has_begun && begins_mat_game(line)) {
      pending_line_ = std::move(line);
      break;
    }
    has_begun = has_begun || begins_mat_game(line);
    is_blank = is_blank && trim(line).empty();
    add(game, std::move(line));
  }
  return !is_blank;
}

bool GameSplitter::next_sgf(GameText& game) {
  SgfDepth depth;
  for (std::string line; read_line(line);) {
    if (game.lines.empty() && trim(line).empty()) continue;
    const std::optional<std::size_t> end = depth.end_in(line);
    if (end) {
      if (!trim(std::string_view(line).substr(*end)).empty()) pending_line_ = line.substr(*end);
      line.resize(*end);
    }
    add(game, std::move(line));
    if (end) break;
  }
  return !game.lines.empty();
}

bool GameSplitter::next(GameText& game) {
  game.lines.clear();
  std::string line;
  while (!format_) {
    if (!read_line(line)) return false;
    if (trim(line).empty()) continue;
    format_ = detect_format(line);
    pending_line_ = std::move(line);
  }
  game.format = *format_;
  if (game.format == GameFormat::kMat) return next_mat(game);
  if (game.format == GameFormat::kSgf) return next_sgf(game);
  while (read_line(line)) {
    const bool is_blank = trim(line).empty();
    if (is_blank && game.lines.empty()) continue;
    if (is_blank) break;
    if (!game.lines.empty() && line.starts_with("game ")) {
      pending_line_ = std::move(line);
      break;
    }
    add(game, std::move(line));
    if (game.format == GameFormat::kJson) break;
  }
  return !game.lines.empty();
}

AnnotatedGame parse_game(const GameText& game) {
  switch (game.format) {
    case GameFormat::kJson:
      return parse_game_json(game.lines.front(), game.first_line);
    case GameFormat::kMat:
      return parse_game_mat(game.lines, game.first_line);
    case GameFormat::kSgf:
      return parse_game_sgf(game.lines, game.first_line);
    case GameFormat::kText:
      break;
  }
  return parse_game_text(game.lines, game.first_line);
}

}  // namespace gioul
