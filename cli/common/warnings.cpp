#include "cli/common/warnings.h"

#include <iostream>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "engine/position.h"
#include "engine/text/notation.h"
#include "eval/players/players.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

// Returns `fallback` for files that are not nets; loading them reports the error.
int checkers_of(const std::filesystem::path& file, int fallback) {
  try {
    return load_net(file).checkers;
  } catch (const InputError&) {
    return fallback;
  }
}

}  // namespace

void warn_checker_mismatch(const std::filesystem::path& file, int checkers) {
  if (file.empty()) return;
  const int learned = checkers_of(file, checkers);
  if (learned == checkers) return;
  std::cerr << "note: " << to_printable_line(file.string()) << " was trained with " << learned
            << " checkers per side, but these games have " << checkers << '\n';
}

void warn_checker_mismatch(const std::vector<std::string>& players, const std::vector<Game>& games,
                           int checkers) {
  for (std::size_t i = 0; i < games.size(); ++i) {
    warn_checker_mismatch({players[i]}, games[i], checkers);
  }
}

void warn_checker_mismatch(const std::vector<std::string>& players) {
  std::set<std::filesystem::path> files;
  // A player's own file is the same in all variants; only "net" means another file in each.
  for (const std::string& player : players) files.insert(parse_player(player).evaluator_file({}));
  for (const std::filesystem::path& file : files) warn_checker_mismatch(file, kMaxCheckers);
}

void warn_checker_mismatch(const std::vector<std::string>& players, Game game, int checkers) {
  (void)start_position(game, checkers);  // throws if it cannot be played
  std::set<std::filesystem::path> files;
  for (const std::string& player : players) files.insert(parse_player(player).evaluator_file(game));
  for (const std::filesystem::path& file : files) warn_checker_mismatch(file, checkers);
}

void warn_dropped_content(const GameFile& file, const AnnotatedGame& game) {
  if (!game.dropped_content.empty())
    std::cerr << "note: " << to_printable_line(file.dropped_content_note(game)) << '\n';
}

}  // namespace gioul
