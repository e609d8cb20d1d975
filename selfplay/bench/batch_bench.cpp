#include "selfplay/bench/batch_bench.h"

#include <algorithm>
#include <chrono>

#include "engine/outcome.h"
#include "nn/encode/encoder.h"
#include "nn/infer/compiled_net.h"
#include "nn/train/torch_net.h"
#include "nn/train/torch_runtime.h"
#include "selfplay/bench/measurement.h"
#include "selfplay/loop/generation.h"
#include "selfplay/loop/lockstep.h"
#include "selfplay/train/learner.h"

namespace gioul {

namespace {

GenerationOptions games_of(const BatchBenchOptions& options) {
  return {.game = options.game,
          .checkers = options.checkers,
          .seed = kBenchSeed,
          .threads = options.threads};
}

using Clock = std::chrono::steady_clock;

double seconds_from(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Answers like another evaluator, and counts.
class Counting : public BatchNet {
 public:
  explicit Counting(BatchNet& evaluator) : evaluator_(evaluator) {}

  void evaluate(const RowBatch& batch, std::span<Distribution> values) override {
    const auto begin = Clock::now();
    evaluator_.evaluate(batch, values);
    seconds += seconds_from(begin);
    positions += static_cast<double>(batch.size());
  }

  double seconds = 0.0;
  double positions = 0.0;

 private:
  BatchNet& evaluator_;
};

// Lockstep self-play less the time in which it waits for values.
double measure_feeding(GenerationOptions games, BatchNet& evaluator, double seconds) {
  Counting counting(evaluator);
  games.threads = 1;
  games.games = 1000;
  const auto begin = Clock::now();
  do {
    play_lockstep(games, counting, {.groups = 1});
  } while (seconds_from(begin) < seconds);
  return counting.positions / (seconds_from(begin) - counting.seconds);
}

// The afterstates of real decisions, in their order, as batches of `size` positions.
std::vector<RowBatch> batches_of(const Axes& axes, const std::vector<RealDecision>& decisions,
                                 std::size_t size) {
  std::vector<Position> all;
  for (const RealDecision& real : decisions) {
    all.insert(all.end(), real.list->positions().begin(), real.list->positions().end());
  }
  std::vector<RowBatch> batches(std::clamp<std::size_t>(all.size() / size, 1, 64));
  std::size_t next = 0;
  for (RowBatch& batch : batches) {
    for (; batch.size() < size; ++next) batch.add(axes, {&all[next % all.size()], 1});
  }
  return batches;
}

double measure_packing(const Axes& axes, const std::vector<RealDecision>& decisions,
                       double seconds) {
  RowBatch batch;
  return rate(seconds, [&](std::uint64_t) {
    batch.clear();
    for (const RealDecision& real : decisions) {
      batch.add(axes, real.list->positions());
    }
    return batch.size();
  });
}

double measure_batches(TorchNet& evaluator, const std::vector<RowBatch>& batches, double seconds) {
  std::vector<Distribution> values(batches.front().size());
  const auto evaluate = [&](std::uint64_t round) {
    evaluator.evaluate(batches[round % batches.size()], values);
    return values.size();
  };
  evaluate(0);  // LibTorch sets itself up at the first call
  return rate(seconds, evaluate);
}

// With as many games as take about `seconds` at `positions` a second: enough for batches as large
// as in training, on a CPU fewer for nets that are slow.
double measure_lockstep(const BatchBenchOptions& options, TorchNet& evaluator, double positions) {
  constexpr double kPositionsAGame = 2000.0;
  GenerationOptions games = games_of(options);
  games.games = static_cast<std::uint64_t>(
      std::clamp(options.seconds * positions / kPositionsAGame, 32.0, 4096.0));
  // One group on one thread, so that nothing runs beside it.
  const LockstepOptions lockstep = {.groups =
                                        options.threads == 1 && options.device == "cpu" ? 1u : 2u};
  return rate(options.seconds, [&](std::uint64_t round) {
    games.first_game = round * games.games;
    return play_lockstep(games, evaluator, lockstep).games;
  });
}

}  // namespace

std::vector<std::size_t> batch_sizes(const std::string& device) {
  if (device == "cpu") return {1, 20, 4096};
  return {1, 20, 4096, 32768};
}

HostSpeeds measure_host(const BatchBenchOptions& options) {
  HostSpeeds speeds;
  set_torch_threads(1);
  const Encoder encoder(options.game);
  const Net net = built_in_net(encoder, options.game, {16});
  const CompiledNet kernel(net, encoder);
  speeds.packing = measure_packing(
      options.game, real_decisions(options.game, options.checkers, kernel), options.seconds);
  TorchNet evaluator(net, encoder, options.device);
  speeds.feeding = measure_feeding(games_of(options), evaluator, options.seconds);
  return speeds;
}

ShapeSpeeds measure_shape(const BatchBenchOptions& options, const std::vector<int>& hidden) {
  ShapeSpeeds speeds;
  set_torch_threads(1);
  const Encoder encoder(options.game);
  const Net net = built_in_net(encoder, options.game, hidden);
  const CompiledNet kernel(net, encoder);
  const auto decisions = real_decisions(options.game, options.checkers, kernel);
  speeds.kernel = measure_evals(decisions, kernel, options.seconds);
  TorchNet evaluator(net, encoder, options.device);
  for (const std::size_t size : batch_sizes(options.device)) {
    speeds.batch.push_back(
        measure_batches(evaluator, batches_of(options.game, decisions, size), options.seconds));
  }
  speeds.kernel_games = measure_selfplay(games_of(options), kernel, options.seconds);
  speeds.lockstep_games = measure_lockstep(options, evaluator, speeds.batch.back());
  return speeds;
}

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
