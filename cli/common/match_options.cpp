#include "cli/common/match_options.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse_number.h"
#include "base/text.h"
#include "cli/common/progress.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/match/match_spec.h"

namespace gioul {

namespace {

double share_of(std::string_view text) {
  const auto value = parse_number(text, 0.0, 1.0);
  if (!value) {
    throw InputError("--shares: '" + std::string(text) + "': expected a probability from 0 to 1");
  }
  return *value;
}

StarterProbabilities shares_of(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() != kOutcomeTextOrder.size()) {
    throw InputError("--shares '" + std::string(text) +
                     "': expected four numbers: single wins and gammons of the starter, then those "
                     "of the other player");
  }
  StarterProbabilities shares{};
  double rest = 1.0;
  for (std::size_t i = 0; i < kOutcomeTextOrder.size(); ++i) {
    const double share = share_of(parts[i]);
    shares[static_cast<std::size_t>(kOutcomeTextOrder[i])] = share;
    rest -= share;
  }
  if (rest < -1e-6) {
    throw InputError("--shares '" + std::string(text) + "': the sum is greater than 1");
  }
  shares[static_cast<std::size_t>(Outcome::kTie)] = rest > 1e-6 ? rest : 0.0;  // rounding error
  return shares;
}

}  // namespace

void add_match_game_options(CommandLine& line) {
  line.add_variant();
  line.add("cycle", "NAME",
           "rotate games: tavli (portes, plakoto, fevga) or tapa-gul-bara (gul-bara, plakoto)");
  line.add_checkers();
}

std::vector<Game> selected_match_variants(const CommandLine& line) {
  if (line.is_given("cycle") && line.is_given("variant")) {
    throw InputError("--cycle and --variant cannot be combined");
  }
  const std::vector<Game> games = line.is_given("cycle")
                                      ? parse_game_cycle(line.string_value("cycle"))
                                      : std::vector{line.game()};
  for (const Game game : games) (void)game.start(line.checkers());  // throws if it cannot be played
  return games;
}

std::vector<OutcomeFrequencies> parse_outcome_frequencies(std::string_view text,
                                                          const std::vector<Game>& games) {
  const std::vector<std::string_view> parts = split(text, ';');
  if (parts.size() != games.size()) {
    throw InputError("--shares '" + std::string(text) + "': has " + std::to_string(parts.size()) +
                     " parts; expected " + std::to_string(games.size()) + ", one per game");
  }
  std::vector<OutcomeFrequencies> all;
  for (std::size_t game = 0; game < games.size(); ++game) {
    all.push_back({.game = games[game],
                   .frequencies = shares_of(parts[game]),
                   .measured_player_name = {},
                   .counts = {}});
  }
  return all;
}

std::vector<OutcomeFrequencies> measure_outcome_frequencies(const std::vector<Game>& games,
                                                            const std::vector<std::string>& players,
                                                            SelfMatchOptions options) {
  std::vector<OutcomeFrequencies> all;
  for (std::size_t i = 0; i < games.size(); ++i) {
    options.game = games[i];
    ProgressCounter progress(fmt::format("games of {} to measure outcomes", options.game.name()));
    all.push_back(measure_outcome_frequencies(players[i], options, [&](std::int64_t done) {
      progress.show({.units_done = done, .units_resumed = 0, .units_total = options.game_count});
    }));
  }
  return all;
}

}  // namespace gioul
