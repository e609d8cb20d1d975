#include "selfplay/loop/recording.h"

#include "engine/outcome.h"
#include "engine/rng.h"
#include "selfplay/record/replay.h"

namespace gioul {

namespace {

// Returns the points of the player who moved first. `last_result` is for the last player to move.
int first_mover_points(std::span<const Visit> visits, Outcome last_result) {
  int won = points(last_result);
  for (const Visit& visit : visits.first(visits.size() - 1)) {
    if (!visit.acts_again) won = -won;
  }
  return won;
}

}  // namespace

PlayedGames record_games(const GenerationOptions& options, Keep keep,
                         const std::function<void(const GameSink& sink)>& play) {
  std::vector<PlayedGame> games(options.games);
  PlayedGames played;
  if (keep != Keep::kNothing) played.records.resize(games.size());
  play([&](std::uint64_t i, std::span<const Visit> visits, Outcome result) {
    games[i] = {.hash = hash_of(visits),
                .decisions = visits.size(),
                .points = first_mover_points(visits, result)};
    if (keep == Keep::kNothing) return;
    played.records[i] = {
        format_block(record_game(options.game, options.first_game + i, visits, result),
                     keep == Keep::kGamesAndValues),
        visits.size()};
  });
  for (const PlayedGame& game : games) played.add(game);
  return played;
}

PlayedGames play_and_record(const GenerationOptions& options, const QuantizedNet& net, Keep keep) {
  return record_games(options, keep, [&](const GameSink& sink) { play_games(options, net, sink); });
}

}  // namespace gioul
