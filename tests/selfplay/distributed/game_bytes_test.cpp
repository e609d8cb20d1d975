#include "selfplay/distributed/game_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "engine/outcome.h"
#include "nn/encode/encoder.h"
#include "selfplay/loop/generation.h"
#include "selfplay/loop/generation_source.h"

namespace gioul {
namespace {

TrainingConfig small_config() {
  TrainingConfig config;
  config.checkers = 3;
  config.net.hidden_widths = {8};
  config.training.games = 30;
  config.training.games_per_generation = 10;
  config.training.target_kind = TargetKind::kLookahead;
  config.training.siblings_per_decision = 1;
  config.training.max_decisions = 14;  // some are truncated
  return config;
}

std::vector<GameExamples> games_of(const TrainingConfig& config, std::uint64_t first,
                                   std::uint64_t count, bool stop = false) {
  const QuantizedNet net(make_initial_net(config), Encoder(config.game));
  GenerationOptions options = make_generation_options(config, 1, 2);
  options.first_game += first;
  options.games = count;
  return play_training_games(options, net, [stop] { return stop; });
}

TEST(GameBytes, DecodesEncodedGames) {
  TrainingConfig config = small_config();
  config.training.comparison_weight = 1.0;
  const std::vector<GameExamples> games = games_of(config, 0, 5);
  const std::vector<GameExamples> back = decode_game_examples(encode_game_examples(games));
  ASSERT_EQ(back.size(), 5u);
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(back[i].hash, games[i].hash);
    EXPECT_GT(games[i].sibling_example_count, 0u);
    EXPECT_EQ(back[i].sibling_example_count, games[i].sibling_example_count);
    EXPECT_FALSE(games[i].group_sizes.empty());
    EXPECT_EQ(back[i].group_sizes, games[i].group_sizes);
    EXPECT_EQ(back[i].outcome, games[i].outcome);
    EXPECT_EQ(back[i].forfeit_decision_count, games[i].forfeit_decision_count);
    EXPECT_EQ(back[i].evaluation_count, games[i].evaluation_count);
    ASSERT_EQ(back[i].examples.size(), games[i].examples.size());
    EXPECT_EQ(std::memcmp(back[i].examples.data(), games[i].examples.data(),
                          games[i].examples.size() * sizeof(TrainingExample)),
              0);
  }
  const auto is_broken_off = [](const GameExamples& game) { return !game.outcome; };
  EXPECT_TRUE(std::ranges::any_of(games, is_broken_off));
  EXPECT_FALSE(std::ranges::all_of(games, is_broken_off));
  EXPECT_TRUE(decode_game_examples("").empty());
}

TEST(GameBytes, TiesAreNotGamesBrokenOff) {
  std::vector<GameExamples> games(1);
  games[0].outcome = Outcome::kTie;
  EXPECT_EQ(decode_game_examples(encode_game_examples(games)).at(0).outcome, Outcome::kTie);
}

TEST(GameBytes, RejectsMalformedBytes) {
  const std::string bytes = encode_game_examples(games_of(small_config(), 0, 1));
  EXPECT_THROW(decode_game_examples(bytes.substr(0, bytes.size() - 1)), std::runtime_error);
  EXPECT_THROW(decode_game_examples(bytes + "x"), std::runtime_error);
  std::string endless = bytes;
  std::memset(endless.data(), 0x7f, 8);  // the number of examples
  EXPECT_THROW(decode_game_examples(endless), std::runtime_error);
  std::string uneven = bytes + std::string(4, '\0');
  uneven[8] = 1;  // one group, of no examples
  EXPECT_THROW(decode_game_examples(uneven), std::runtime_error);
}

TEST(TrainingGames, MergedSharesEqualTheGeneration) {
  const TrainingConfig config = small_config();
  std::vector<GameExamples> games;
  for (const std::uint64_t first : {0, 4, 8}) {
    const std::vector<GameExamples> share =
        games_of(config, first, std::min<std::uint64_t>(4, 10 - first));
    games.insert(games.end(), share.begin(), share.end());
  }
  const Generation shares = merge_into_generation(games);
  const Generation whole =
      play_generation(make_generation_options(config, 1, 2),
                      QuantizedNet(make_initial_net(config), Encoder(config.game)));
  EXPECT_EQ(shares.games_hash, whole.games_hash);
  EXPECT_EQ(shares.evaluation_count, whole.evaluation_count);
  ASSERT_EQ(shares.examples.size(), whole.examples.size());
  EXPECT_EQ(std::memcmp(shares.examples.data(), whole.examples.data(),
                        whole.examples.size() * sizeof(TrainingExample)),
            0);
}

TEST(TrainingGames, AreEmptyAfterAStopRequest) {
  const std::vector<GameExamples> games = games_of(small_config(), 0, 5, true);
  EXPECT_EQ(games.size(), 5u);
  EXPECT_TRUE(std::ranges::all_of(games, [](const auto& game) { return game.examples.empty(); }));
}

TEST(RunGames, GenerationsEndAtTheEndOfTheRun) {
  const TrainingConfig config = small_config();
  EXPECT_EQ(make_generation_options(config, 2, 1).games, 10u);
  EXPECT_EQ(make_generation_options(config, 2, 1).first_game, 20u);
  EXPECT_EQ(make_generation_options(config, 3, 1).games, 0u);
}

TEST(RunGames, AreRoundedUpToWholeGenerations) {
  TrainingConfig config = small_config();
  EXPECT_EQ(planned_game_count(config), 30);
  config.training.games = 31;
  EXPECT_EQ(planned_game_count(config), 40);
}

}  // namespace
}  // namespace gioul
