#include "selfplay/record/game_lines.h"

#include <utility>

#include "selfplay/record/game_reader.h"

namespace gioul {

namespace {

constexpr std::size_t kMostLines = 200'000;  // of a game as text; one has about 100

}  // namespace

bool GameLineReader::read_line(std::string& line) {
  if (held_) {
    line = *std::exchange(held_, std::nullopt);
    return true;
  }
  if (!next_line_(line)) return false;
  ++lines_read_;
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

bool GameLineReader::next(GameLines& game) {
  game.lines.clear();
  std::string line;
  while (read_line(line)) {
    const std::size_t begin = line.find_first_not_of(" \t");
    const bool is_blank = begin == std::string::npos;
    if (is_blank && game.lines.empty()) continue;
    if (is_blank) break;
    if (!is_json_) is_json_ = line[begin] == '{';
    if (!game.lines.empty() && line.starts_with("game ")) {
      held_ = std::move(line);
      break;
    }
    if (game.lines.empty()) game.first = lines_read_;
    game.lines.push_back(std::move(line));
    if (*is_json_) break;
    if (game.lines.size() > kMostLines) {
      throw GameLineError(game.first, "begins what is longer than any game");
    }
  }
  game.is_json = is_json_.value_or(false);
  return !game.lines.empty();
}

NotedGame parse_game(const GameLines& game) {
  return game.is_json ? parse_game_json(game.lines.front(), game.first)
                      : parse_game_text(game.lines, game.first);
}

}  // namespace gioul
