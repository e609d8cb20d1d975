#include "selfplay/loop/recording.h"

#include "engine/outcome.h"
#include "engine/rng.h"
#include "selfplay/record/replay.h"

namespace gioul {

RecordedGames record_games(const GenerationOptions& options, RecordLevel level,
                           const std::function<void(const GameSink& sink)>& play) {
  std::vector<GameTotals> games(options.games);
  RecordedGames recorded;
  if (level != RecordLevel::kNothing) recorded.records.resize(games.size());
  play([&](std::uint64_t i, std::span<const GameStep> steps, Outcome result) {
    int first_mover_points = points(result);  // `result` is for the last player to move
    for (const GameStep& step : steps.first(steps.size() - 1)) {
      if (!step.mover_acts_next) first_mover_points = -first_mover_points;
    }
    games[i] = make_game_totals(game_hash(steps), steps.size(), first_mover_points);
    if (level == RecordLevel::kNothing) return;
    recorded.records[i] = {
        encode_game_block(make_game_record(options.game, options.first_game + i, steps, result),
                          level == RecordLevel::kGamesAndValues),
        steps.size()};
  });
  for (const GameTotals& game : games) recorded.add(game);
  return recorded;
}

RecordedGames play_and_encode_games(const GenerationOptions& options, const QuantizedNet& net,
                                    RecordLevel level) {
  return record_games(options, level,
                      [&](const GameSink& sink) { play_games(options, net, sink); });
}

}  // namespace gioul
