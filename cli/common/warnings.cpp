#include "cli/common/warnings.h"

#include <iostream>
#include <set>
#include <utility>

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
    return load_net(file).checkers_per_side;
  } catch (const InputError&) {
    return fallback;
  }
}

}  // namespace

void warn_checker_count_mismatch(const std::filesystem::path& file, int checkers) {
  if (file.empty()) return;
  const int learned = checkers_of(file, checkers);
  if (learned == checkers) return;
  std::cerr << "note: " << to_printable_line(file.string()) << " was trained with " << learned
            << " checkers per side, but these games have " << checkers << '\n';
}

void warn_checker_count_mismatch(const std::vector<std::string>& players,
                                 const std::vector<Game>& games, int checkers) {
  for (std::size_t i = 0; i < games.size(); ++i) {
    warn_checker_count_mismatch({players[i]}, games[i], checkers);
  }
}

void warn_checker_count_mismatch(const std::vector<std::string>& players) {
  std::set<std::filesystem::path> files;
  // A player's own file is the same in all variants; only "net" means another file in each.
  for (const std::string& player : players) files.insert(parse_player(player).evaluator_file({}));
  for (const std::filesystem::path& file : files) warn_checker_count_mismatch(file, kMaxCheckers);
}

void warn_checker_count_mismatch(const std::vector<std::string>& players, Game game, int checkers) {
  (void)start_position(game, checkers);  // throws if it cannot be played
  std::set<std::filesystem::path> files;
  for (const std::string& player : players) files.insert(parse_player(player).evaluator_file(game));
  for (const std::filesystem::path& file : files) warn_checker_count_mismatch(file, checkers);
}

int read_games_or_warn(std::string_view command, const std::vector<std::string>& arguments,
                       std::optional<std::uint64_t> number, const LegalGameHandler& use) {
  bool has_legal = false;
  std::vector<std::string> rejected;  // before the first legal game
  const auto print = [&](const std::string& reason) {
    std::cerr << "gioul " << command << ": " << to_printable_line(reason) << '\n';
  };
  const auto use_with_notes = [&](const GameFile& file, const AnnotatedGame& game,
                                  GameValidator& check) {
    has_legal = true;
    for (const std::string& reason : std::exchange(rejected, {})) print(reason);
    warn_dropped_content(file, game);
    return use(file, game, check);
  };
  const auto reject = [&](const std::string& reason) {
    if (has_legal) return print(reason);
    rejected.push_back(reason);
  };
  const ReadGamesResult all = read_games(arguments, number, use_with_notes, reject);
  if (has_legal) return all.rejected_game_count == 0 ? 0 : 1;
  std::string error = arguments.front() + ": no games found";
  if (number && !all.found_requested_game) {
    error = arguments.front() + ": game " + std::to_string(*number) + " not found";
  } else if (!rejected.empty()) {
    error = rejected.front();
    rejected.erase(rejected.begin());
  }
  for (const std::string& reason : rejected)
    std::cerr << "note: " << to_printable_line(reason) << '\n';
  throw InputError(error);
}

void warn_dropped_content(const GameFile& file, const AnnotatedGame& game) {
  if (!game.dropped_content.empty())
    std::cerr << "note: " << to_printable_line(file.dropped_content_note(game)) << '\n';
}

}  // namespace gioul
