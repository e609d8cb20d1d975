#include "selfplay/loop/recording.h"

#include "engine/outcome.h"
#include "engine/rng.h"
#include "selfplay/record/replay.h"

namespace gioul {

namespace {

// Returns the points of the player who moved first. `last_result` is for the last player to move.
int first_mover_points(std::span<const GameStep> steps, Outcome last_result) {
  int won = points(last_result);
  for (const GameStep& step : steps.first(steps.size() - 1)) {
    if (!step.mover_acts_next) won = -won;
  }
  return won;
}

}  // namespace

RecordedGames record_games(const GenerationOptions& options, RecordLevel level,
                           const std::function<void(const GameSink& sink)>& play) {
  std::vector<GameSummary> games(options.games);
  RecordedGames recorded;
  if (level != RecordLevel::kNothing) recorded.records.resize(games.size());
  play([&](std::uint64_t i, std::span<const GameStep> steps, Outcome result) {
    games[i] = {.hash = game_hash(steps),
                .decisions = steps.size(),
                .first_mover_points = first_mover_points(steps, result)};
    if (level == RecordLevel::kNothing) return;
    recorded.records[i] = {
        encode_game_block(make_game_record(options.game, options.first_game + i, steps, result),
                          level == RecordLevel::kGamesAndValues),
        steps.size()};
  });
  for (const GameSummary& game : games) recorded.add(game);
  return recorded;
}

RecordedGames play_and_encode_games(const GenerationOptions& options, const QuantizedNet& net,
                                    RecordLevel level) {
  return record_games(options, level,
                      [&](const GameSink& sink) { play_games(options, net, sink); });
}

}  // namespace gioul
