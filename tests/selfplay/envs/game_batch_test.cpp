#include "selfplay/envs/game_batch.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.h"
#include "eval/value/evaluator.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net.h"
#include "selfplay/loop/recording.h"

namespace gioul {
namespace {

// Plays all games of a batch, choosing like the net.
GameTotals play_batch(const GameBatchOptions& options, const QuantizedNet& net) {
  GameBatch batch(options);
  EvaluationBuffer buffer;
  GameTotals counted;
  for (;;) {
    const auto decisions = batch.decisions();
    if (decisions->endings.empty()) return counted;
    std::vector<std::int64_t> choices(options.env_count);
    const auto list = std::make_unique<AfterstateList>();
    for (std::size_t env = 0; env < options.env_count; ++env) {
      if (decisions->afterstate_count(env) == 0) continue;
      decisions->fill_afterstate_list(env, *list);
      const auto equities = net.equities(decisions->decisions[env].position, *list, buffer);
      choices[env] = static_cast<std::int64_t>(best_afterstate_index(*list, equities));
    }
    (void)batch.step(choices);
    for (const GameTotals& game : batch.take_finished_games()) counted.add(game);
  }
}

TEST(GameBatch, MatchesSelfPlayInEveryGame) {
  for (const Game game : all_games()) {
    const Encoder encoder(game);
    const QuantizedNet net(make_random_net(std::string(game.name()), encoder.input_count(), {8}, 3),
                           encoder);
    const RecordedGames played = play_and_encode_games(
        {.game = game, .seed = 5, .first_game = 7, .games = 12}, net, RecordLevel::kNothing);
    for (const int threads : {1, 3}) {
      const GameTotals counted = play_batch({.game = game,
                                             .seed = 5,
                                             .first_game = 7,
                                             .max_games = 12,
                                             .env_count = 5,
                                             .threads = threads},
                                            net);
      EXPECT_EQ(counted.games, 12u) << game.name();
      EXPECT_EQ(counted.decisions, played.decisions) << game.name();
      EXPECT_EQ(counted.first_mover_points, played.first_mover_points) << game.name();
      EXPECT_EQ(counted.games_hash, played.games_hash) << game.name();
    }
  }
}

TEST(GameBatch, RestoresAfterstateLists) {
  GameBatch batch({.env_count = 3});
  const auto decisions = batch.decisions();
  const auto made = std::make_unique<AfterstateList>();
  const auto restored = std::make_unique<AfterstateList>();
  for (std::size_t env = 0; env < 3; ++env) {
    const Decision& decision = decisions->decisions[env];
    decisions->game.generate_afterstates(decision.position, decision.dice, *made);
    decisions->fill_afterstate_list(env, *restored);
    ASSERT_EQ(restored->size(), made->size());
    EXPECT_TRUE(std::ranges::equal(restored->positions(), made->positions()));
    EXPECT_EQ(restored->mover_acts_next(), made->mover_acts_next());
  }
}

TEST(GameBatch, RejectsInvalidChoicesWithoutChanges) {
  GameBatch batch({.env_count = 2});
  const auto before = batch.decisions();
  for (const std::vector<std::int64_t>& choices :
       {std::vector<std::int64_t>{0}, {0, -1}, {0, 100'000}}) {
    EXPECT_THROW((void)batch.step(choices), InputError);
    EXPECT_EQ(batch.decisions(), before);
  }
}

}  // namespace
}  // namespace gioul
