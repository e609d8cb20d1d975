// gioul tournament: players meet over mirrored pairs of games; a table for people, JSON for
// programs. What is printed depends on the options alone, so a run can be repeated to the byte.
#include "eval/tournament.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/progress.h"
#include "engine/error.h"
#include "engine/variants.h"
#include "nn/file_io.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

std::int64_t pairs_option(const CommandLine& line) {
  constexpr std::int64_t kMost = 1'000'000'000;
  if (!line.given("games")) {
    return line.given("pairs") ? line.number("pairs", 1, kMost) : TournamentOptions{}.pairs;
  }
  if (line.given("pairs")) throw InputError("--games and --pairs: expected one of them");
  const std::int64_t games = line.number("games", 2, 2 * kMost);
  if (games % 2 != 0) {
    throw InputError("--games " + std::to_string(games) +
                     ": expected an even number, because games come in mirrored pairs");
  }
  return games / 2;
}

bool can_be_tied(std::string_view variant) {
  bool tied = false;
  visit_variant(variant,
                [&]<Rules R>(std::type_identity<R>) { tied = R::kAxes.mother != Mother::kNone; });
  return tied;
}

double share(const PairingResult& pairing, Outcome outcome) {
  return static_cast<double>(pairing.outcomes[static_cast<std::size_t>(outcome)]) /
         static_cast<double>(pairing.games());
}

double win_share(const PairingResult& pairing) {
  return share(pairing, Outcome::kWin1) + share(pairing, Outcome::kWin2);
}

double first_mover_points(const PairingResult& pairing) {
  return static_cast<double>(pairing.first_mover_points) / static_cast<double>(pairing.games());
}

void print_pairing(const PairingResult& pairing, bool ties) {
  const Estimate points = pairing.points_per_game();
  std::printf("%2zu - %-2zu %+8.4f +- %.4f  %+8.4f .. %+8.4f %6.1f %6.1f %6.1f", pairing.player + 1,
              pairing.opponent + 1, points.mean, points.standard_error,
              points.mean - points.margin95(), points.mean + points.margin95(),
              100 * win_share(pairing), 100 * share(pairing, Outcome::kWin2),
              100 * share(pairing, Outcome::kLose2));
  if (ties) std::printf(" %5.1f", 100 * share(pairing, Outcome::kTie));
  std::printf(" %+9.4f %10lld\n", first_mover_points(pairing),
              static_cast<long long>(pairing.games()));
}

// Points per game over all of a player's games, best first.
void print_standing(const TournamentOptions& options, const TournamentResult& result) {
  std::vector<std::pair<double, std::size_t>> standing;
  for (std::size_t player = 0; player < options.players.size(); ++player) {
    double points = 0.0;
    for (const PairingResult& pairing : result.pairings) {
      const double mean = pairing.points_per_game().mean;
      if (pairing.player == player) points += mean;
      if (pairing.opponent == player) points -= mean;
    }
    standing.emplace_back(points / static_cast<double>(options.players.size() - 1), player);
  }
  std::ranges::stable_sort(standing, std::ranges::greater{},
                           &std::pair<double, std::size_t>::first);
  std::printf("\nOver all games:\n");
  for (const auto& [points, player] : standing) {
    std::printf("%2zu  %+8.4f  %s\n", player + 1, points, options.players[player].c_str());
  }
}

void print_table(const TournamentOptions& options, const TournamentResult& result) {
  const bool ties = can_be_tied(options.variant);
  std::printf("%s, %d checkers, %lld games for each two players (mirrored pairs), seed %llu\n\n",
              options.variant.c_str(), options.checkers, static_cast<long long>(2 * options.pairs),
              static_cast<unsigned long long>(options.seed));
  for (std::size_t player = 0; player < options.players.size(); ++player) {
    std::printf("%2zu  %s\n", player + 1, options.players[player].c_str());
  }
  std::printf("\n%29s %20s %6s %13s", "", "", "", "gammons %");
  if (ties) std::printf(" %5s", "");
  std::printf(" %9s\n", "points of");
  std::printf("         points/game +- error      95 %% interval       win %%    won   lost");
  if (ties) std::printf(" tie %%");
  std::printf(" 1st mover     games\n");
  for (const PairingResult& pairing : result.pairings) print_pairing(pairing, ties);
  if (options.players.size() > 2) print_standing(options, result);
}

ordered_json to_json(const TournamentOptions& options, const PairingResult& pairing) {
  const Estimate points = pairing.points_per_game();
  ordered_json outcomes = ordered_json::array();
  for (const std::int64_t games : pairing.outcomes) outcomes.push_back(games);
  return {{"player", options.players[pairing.player]},
          {"opponent", options.players[pairing.opponent]},
          {"games", pairing.games()},
          {"pairs", pairing.pair_points.count()},
          {"points_per_game", points.mean},
          {"standard_error", points.standard_error},
          {"interval95", {points.mean - points.margin95(), points.mean + points.margin95()}},
          {"wins", win_share(pairing)},
          {"gammons_won", share(pairing, Outcome::kWin2)},
          {"gammons_lost", share(pairing, Outcome::kLose2)},
          {"ties", share(pairing, Outcome::kTie)},
          {"outcomes", outcomes},
          {"first_mover_points_per_game", first_mover_points(pairing)},
          {"decisions", pairing.decisions}};
}

std::string json_text(const TournamentOptions& options, const TournamentResult& result) {
  ordered_json json = {{"variant", options.variant}, {"checkers", options.checkers},
                       {"seed", options.seed},       {"pairs", options.pairs},
                       {"players", options.players}, {"pairings", ordered_json::array()}};
  for (const PairingResult& pairing : result.pairings) {
    json["pairings"].push_back(to_json(options, pairing));
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

// Better now than after the games.
void check_folder(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path();
  if (folder.empty() || std::filesystem::is_directory(folder)) return;
  throw InputError("--out " + file.string() + ": there is no folder " + folder.string());
}

TournamentResult run_with_progress(const TournamentOptions& options) {
  ProgressLine line;
  const auto begin = std::chrono::steady_clock::now();
  const auto show = [&](std::int64_t done, std::int64_t games) {
    if (!line.is_due()) return;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    const double rate = static_cast<double>(done) / passed.count();
    char text[96];
    std::snprintf(text, sizeof(text), "%lld of %lld games  %.0f games/s  %s left",
                  static_cast<long long>(done), static_cast<long long>(games), rate,
                  duration_text(static_cast<double>(games - done) / rate).c_str());
    line.show(text);
  };
  TournamentResult result = run_tournament(options, show);
  line.finish();
  std::int64_t games = 0;
  for (const PairingResult& pairing : result.pairings) games += pairing.games();
  std::fprintf(stderr, "%lld games in %.1f s (%.0f games/s, %d thread%s)\n",
               static_cast<long long>(games), result.seconds,
               static_cast<double>(games) / std::max(result.seconds, 1e-9), options.threads,
               options.threads == 1 ? "" : "s");
  return result;
}

}  // namespace

int tournament_command(int argc, char** argv) {
  CommandLine line(
      "tournament",
      "PLAYER PLAYER... [OPTION...]\n\n"
      "  A PLAYER is random, blocker, net:FILE, net:FILE,plies=2 (looks two rolls ahead),\n"
      "  net:FILE,precision=int16 (as self-play has it) or table:FILE (of `gioul solve`);\n"
      "  docs/players.md has all options. Every two of them meet.",
      {"gioul tournament net:net.safetensors blocker random --games 10000",
       "gioul tournament --variant portes --pairs 500 --json blocker random"});
  line.allow_positional();
  line.add_variant();
  line.add_checkers();
  line.add("games", "N", "for each two players, an even number (default: 2000)");
  line.add("pairs", "N", "the same in mirrored pairs: same dice, exchanged seats");
  line.add_seed("the same seed gives the same games");
  line.add_threads();
  line.add_flag("json", "print JSON instead of the table");
  line.add("out", "FILE", "also write the JSON to this file");
  if (!line.parse(argc, argv)) return 0;

  TournamentOptions options;
  options.variant = line.text("variant");
  options.checkers = line.checkers();
  options.players = line.positional();
  options.pairs = pairs_option(line);
  options.seed = line.seed();
  options.threads = line.threads();
  if (line.given("out")) check_folder(line.text("out"));
  const TournamentResult result = run_with_progress(options);
  const std::string json = json_text(options, result);
  if (line.given("out")) write_file_atomically(line.text("out"), json);
  if (line.flag("json")) {
    std::cout << json;
  } else {
    print_table(options, result);
  }
  return 0;
}

}  // namespace gioul
