#include "selfplay/loop/recording.h"

#include "engine/outcome.h"
#include "engine/rng.h"
#include "nn/infer/compiled_net.h"
#include "selfplay/record/replay.h"

namespace gioul {

namespace {

struct PlayedGame {
  std::uint64_t hash = 0;
  std::uint64_t decisions = 0;
  int points = 0;  // for the player who moved first
  std::string block;
};

// `last_result` is seen by the last player to act, and each change of turn before turns it.
int first_mover_points(std::span<const Visit> visits, Outcome last_result) {
  int won = points(last_result);
  for (const Visit& visit : visits.first(visits.size() - 1)) {
    if (!visit.acts_again) won = -won;
  }
  return won;
}

}  // namespace

PlayedGames play_and_record(const GenerationOptions& options, const CompiledNet& net, Keep keep) {
  std::vector<PlayedGame> games(options.games);
  play_games(options, net, [&](std::uint64_t i, std::span<const Visit> visits, Outcome result) {
    PlayedGame& game = games[i];
    game.hash = hash_of(visits);
    game.decisions = visits.size();
    game.points = first_mover_points(visits, result);
    if (keep == Keep::kNothing) return;
    game.block = format_block(record_game(options.game, options.first_game + i, visits, result),
                              keep == Keep::kGamesAndValues);
  });
  PlayedGames played;
  if (keep != Keep::kNothing) played.records.reserve(games.size());
  for (PlayedGame& game : games) {
    ++played.games;
    played.decisions += game.decisions;
    played.gammons += game.points == 2 || game.points == -2 ? 1 : 0;
    played.first_mover_points += game.points;
    played.hash = mix64(played.hash ^ game.hash);
    if (keep != Keep::kNothing) played.records.push_back({std::move(game.block), game.decisions});
  }
  return played;
}

}  // namespace gioul
