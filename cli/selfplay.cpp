// gioul selfplay: a net against itself, as fast as training plays, and what its games are like.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/progress.h"
#include "engine/any_game.h"
#include "engine/rng.h"
#include "nn/net_file.h"
#include "selfplay/generation.h"

namespace gioul {

namespace {

constexpr std::int64_t kChunk = 1000;  // games in memory at a time

// What is counted over all games.
struct Totals {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t gammons = 0;
  std::int64_t first_mover_points = 0;
  std::uint64_t hash = 0;
  double seconds = 0.0;

  void add(const Generation& generation) {
    games += generation.games;
    decisions += generation.decisions();
    gammons += generation.gammons;
    first_mover_points += generation.first_mover_points;
    hash = mix64(hash ^ generation.hash);
  }

  double per_game(double count) const { return count / static_cast<double>(games); }
};

void print_table(const Totals& totals) {
  std::printf("games              %llu\n", static_cast<unsigned long long>(totals.games));
  std::printf("games/s            %.0f\n", static_cast<double>(totals.games) / totals.seconds);
  std::printf("decisions/game     %.2f\n", totals.per_game(static_cast<double>(totals.decisions)));
  std::printf("gammons            %.2f %%\n",
              100.0 * totals.per_game(static_cast<double>(totals.gammons)));
  std::printf("first mover        %+.4f points/game\n",
              totals.per_game(static_cast<double>(totals.first_mover_points)));
  std::printf("hash of all games  %016llx\n", static_cast<unsigned long long>(totals.hash));
}

void print_json(const Totals& totals) {
  const nlohmann::ordered_json json = {
      {"games", totals.games},
      {"games_per_s", static_cast<double>(totals.games) / totals.seconds},
      {"decisions_per_game", totals.per_game(static_cast<double>(totals.decisions))},
      {"gammon_share", totals.per_game(static_cast<double>(totals.gammons))},
      {"first_mover_points", totals.per_game(static_cast<double>(totals.first_mover_points))},
      {"games_hash", totals.hash}};
  std::cout << json.dump(2) << '\n';
}

}  // namespace

int selfplay_command(int argc, char** argv) {
  CommandLine line("selfplay", "--net FILE [OPTION...]",
                   {"gioul selfplay --net runs/g1/net.safetensors",
                    "gioul selfplay --net net.safetensors --games 100000 --threads 1 --json"});
  line.add_variant();
  line.add_checkers();
  line.add("net", "FILE", "who plays, a net of `gioul train`");
  line.add("games", "N", "how many", "10000");
  line.add_seed("the same seed gives the same games");
  line.add_threads();
  line.add_flag("json", "print JSON");
  if (!line.parse(argc, argv)) return 0;
  const AnyGame game = any_game(line.text("variant"));
  const Encoder encoder(*game.axes);
  const Net loaded = load_net(line.text("net", "the net's file"), *game.axes, encoder);
  const NetEvaluator net(loaded, encoder, selfplay_precision(loaded));
  const std::int64_t games = line.number("games", 1, 1'000'000'000'000);

  Totals totals;
  ProgressLine progress;
  const auto begin = std::chrono::steady_clock::now();
  for (std::int64_t first = 0; first < games; first += kChunk) {
    totals.add(
        play_generation({.variant = std::string(game.axes->name),
                         .checkers = line.checkers(),
                         .seed = line.seed(),
                         .first_game = static_cast<std::uint64_t>(first),
                         .games = static_cast<std::uint64_t>(std::min(kChunk, games - first)),
                         .threads = line.threads()},
                        net));
    totals.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (progress.is_due()) {
      const double rate = static_cast<double>(totals.games) / totals.seconds;
      const double left = static_cast<double>(games - first) / rate;
      progress.show(std::to_string(totals.games) + " of " + std::to_string(games) + " games  " +
                    std::to_string(static_cast<long>(rate)) + " games/s  " + duration_text(left) +
                    " left");
    }
  }
  progress.finish();
  if (line.flag("json")) {
    print_json(totals);
  } else {
    print_table(totals);
  }
  return 0;
}

}  // namespace gioul
