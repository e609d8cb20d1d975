#include "selfplay/bench/learner_bench.h"

#include "nn/encode/encoder.h"
#include "nn/infer/compiled_net.h"
#include "selfplay/bench/measurement.h"
#include "selfplay/loop/generation.h"
#include "selfplay/train/learner.h"

namespace gioul {

double measure_learner(const BenchOptions& options, const std::vector<int>& hidden) {
  constexpr std::uint64_t kGames = 40;  // some 2,000 examples of Gioul: a tenth of a second
  const Encoder encoder(options.game);
  const Net player = built_in_net(encoder, options.game, {32});
  const Generation generation = play_generation(
      {.game = options.game, .checkers = options.checkers, .seed = kBenchSeed, .games = kGames},
      CompiledNet(player, encoder));
  TrainingConfig config;
  config.game = options.game;
  config.checkers = options.checkers;
  config.training.threads = options.threads;
  Learner learner(config, encoder, built_in_net(encoder, options.game, hidden), options.kernel);
  return rate(options.seconds, [&](std::uint64_t round) {
    learner.learn(generation, round, config.training.learning_rate);
    return generation.examples.size();
  });
}

}  // namespace gioul
