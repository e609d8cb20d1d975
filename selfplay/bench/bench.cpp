#include "selfplay/bench/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "base/parallel.h"
#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "engine/perft.h"
#include "engine/rng.h"
#include "eval/play/play_game.h"
#include "eval/players/players.h"
#include "nn/encode/encoder.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net.h"
#include "nn/net/net_file.h"
#include "nn/train/trainer.h"
#include "selfplay/bench/bench_common.h"
#include "selfplay/bench/player_bench.h"
#include "selfplay/loop/generation.h"

namespace gioul {

namespace {

const std::vector<int> kSignatureNets[] = {{32}, {40, 24, 16}};
constexpr std::uint64_t kSignatureRandomGames = 100;
constexpr std::uint64_t kSignatureNetGames = 20;

std::uint64_t random_game(Game game, const Position& start, std::uint64_t number, Player& player,
                          AfterstateList& list) {
  const GameRng random(kBenchSeed, number);
  const GameResult result = play_game(game, start, {&player, &player}, random, list);
  return static_cast<std::uint64_t>(result.total_decisions()) * 8 +
         static_cast<std::uint64_t>(points(result.outcome) + 2);
}

double measure_perft(const BenchOptions& options) {
  // The deepest count that takes less than a few seconds.
  const int depth = options.game.variant().contact == ContactRule::kHit ? 2 : 3;
  const Position start = options.game.start(options.checkers);
  double leaves = 0.0;
  // Reuse the counter: allocating its lists would take as long as a small count.
  dispatch_game(options.game, [&]<GameRules R>(std::type_identity<R>) {
    Perft<R> perft(depth);
    leaves =
        measure_rate(options.seconds_per_measurement, [&](std::uint64_t) { return perft(start); });
  });
  return leaves;
}

double measure_random_games(const BenchOptions& options) {
  const Position start = options.game.start(options.checkers);
  const auto factory = make_player_factory("random", options.game);
  constexpr std::uint64_t kRound = 2000;
  return measure_rate(options.seconds_per_measurement, [&](std::uint64_t round) {
    parallel_for(options.threads, kRound / 100, [&](std::uint64_t part) {
      const auto player = factory();
      const auto list = std::make_unique<AfterstateList>();
      for (std::uint64_t game = 0; game < 100; ++game) {
        random_game(options.game, start, round * kRound + part * 100 + game, *player, *list);
      }
    });
    return kRound;
  });
}

// Measures the speed of one net, quantized as in self-play and tournaments. Evaluates decisions of
// games that the net has played against itself.
class NetBenchmark {
 public:
  NetBenchmark(const BenchOptions& options, const Encoder& encoder, const Net& net)
      : options_(options),
        quantized_net_(net, encoder, options.kernel),
        decisions_(sample_decisions(options.game, options.checkers, quantized_net_)) {}

  // Measures for about `seconds` how many positions per second one thread evaluates. As in
  // self-play, the positions after all plays of a decision are one batch.
  double evaluations_per_second(double seconds) const {
    EvaluationBuffer buffer;
    return measure_rate(seconds, [&](std::uint64_t) {
      std::size_t count = 0;
      for (const SampledDecision& sampled : decisions_) {
        count +=
            quantized_net_.equities(sampled.decision.position, *sampled.afterstates, buffer).size();
      }
      return count;
    });
  }
  // Measures for about `seconds` how many self-play games per second all threads play.
  double selfplay_games_per_second(double seconds) const {
    GenerationOptions generation = {.game = options_.game,
                                    .checkers = options_.checkers,
                                    .seed = kBenchSeed,
                                    .games = 8,  // doubled each round
                                    .threads = options_.threads};
    return measure_rate(seconds, [&](std::uint64_t) {
      const std::uint64_t played = play_generation(generation, quantized_net_).games;
      generation.first_game += generation.games;
      generation.games = std::min<std::uint64_t>(2 * generation.games, 200);
      return played;
    });
  }

 private:
  BenchOptions options_;
  QuantizedNet quantized_net_;
  std::vector<SampledDecision> decisions_;
};

// Trains a net on examples of its own games, again and again. For a random net the games are those
// of a smaller random net, since random games are all alike and long.
class LearnerBenchmark {
 public:
  LearnerBenchmark(Game game, int checkers, const Encoder& encoder, const Net& net)
      : encoder_(encoder), net_(net) {
    const bool is_random = net.provenance.game_count == 0;
    const std::uint64_t games = is_random ? 40u : 100u;  // a few thousand examples
    const Net player = is_random ? make_bench_net(encoder, game, {32}) : net;
    const Generation generation =
        play_generation({.game = game, .checkers = checkers, .seed = kBenchSeed, .games = games},
                        QuantizedNet(player, encoder));
    std::vector<TrainingExample> examples = generation.examples;
    CounterRng rng(kBenchSeed, 0, RngStream::kShuffle);
    for (std::size_t i = examples.size(); i > 1; --i) {
      std::swap(examples[i - 1], examples[rng.uniform_below(i)]);
    }
    constexpr std::size_t kBatch = 512;
    for (std::size_t i = 0; i + kBatch <= examples.size() || batches_.empty(); i += kBatch) {
      TrainingBatch& batch = batches_.emplace_back();
      for (std::size_t k = i; k < std::min(i + kBatch, examples.size()); ++k) {
        batch.positions.push_back(examples[k].position);
        batch.targets.push_back(examples[k].target);
      }
    }
  }

  // Returns examples per second. The learning rate is so small that a trained net keeps its
  // weights.
  double examples(const BenchOptions& options, double seconds) const {
    const auto trainer =
        make_sparse_trainer(net_, encoder_, {.learning_rate = 1e-5},
                            {.threads = options.threads, .kernel = options.kernel});
    return measure_rate(seconds, [&](std::uint64_t) {
      trainer->train(batches_);
      std::size_t count = 0;
      for (const TrainingBatch& batch : batches_) count += batch.size();
      return count;
    });
  }

 private:
  const Encoder& encoder_;
  Net net_;
  std::vector<TrainingBatch> batches_;
};

constexpr int kRounds = 5;

// Calls measure(k, seconds) for each kernel k.
template <typename Measure>
KernelSpeedTable::Row measure_row(std::string name, double seconds, const Measure& measure) {
  KernelSpeedTable::Row line{.name = std::move(name),
                             .rates_per_second = std::vector(available_kernels().size(), 0.0)};
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t k = 0; k < line.rates_per_second.size(); ++k) {
      line.rates_per_second[k] = std::max(line.rates_per_second[k], measure(k, seconds / kRounds));
    }
  }
  return line;
}

constexpr std::size_t kPositions = 64;

// Returns weights times inputs, without bias.
std::vector<float> products(const DenseLayer& layer, const std::vector<float>& inputs) {
  std::vector<float> sums(static_cast<std::size_t>(layer.output_count), 0.0f);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] == 0.0f) continue;
    for (std::size_t unit = 0; unit < sums.size(); ++unit) {
      sums[unit] += layer.weight[unit * inputs.size() + i] * inputs[i];
    }
  }
  return sums;
}

}  // namespace

std::uint64_t bench_signature() {
  std::uint64_t hash = 0;
  const auto add = [&](std::uint64_t value) { hash = mix64(hash ^ value); };
  const auto list = std::make_unique<AfterstateList>();
  for (const Game game : all_games()) {
    const Position start = game.start();
    add(game.perft(start, 2));

    const auto player = make_player_factory("random", game)();
    for (std::uint64_t number = 0; number < kSignatureRandomGames; ++number) {
      add(random_game(game, start, number, *player, *list));
    }

    const Encoder encoder(game);
    for (const std::vector<int>& hidden : kSignatureNets) {
      const Net net = make_bench_net(encoder, game, hidden);
      const Generation generation =
          play_generation({.game = game, .seed = kBenchSeed, .games = kSignatureNetGames},
                          QuantizedNet(net, encoder));
      add(generation.games_hash);
    }
  }
  return hash;
}

BenchSpeeds measure_speeds(const BenchOptions& options) {
  BenchSpeeds speeds;
  const Encoder encoder(options.game);
  const NetBenchmark net(options, encoder,
                         make_bench_net(encoder, options.game, options.hidden_widths));
  speeds.perft_leaves_per_second = measure_perft(options);
  speeds.random_games_per_second = measure_random_games(options);
  speeds.evaluations_per_second = net.evaluations_per_second(options.seconds_per_measurement);
  speeds.selfplay_games_per_second = net.selfplay_games_per_second(options.seconds_per_measurement);
  for (const std::vector<int>& hidden : kBenchNetWidths) {
    speeds.learner_speeds.push_back({fmt::format("{}, random", fmt::join(hidden, "-")),
                                     LearnerBenchmark(options.game, options.checkers, encoder,
                                                      make_bench_net(encoder, options.game, hidden))
                                         .examples(options, options.seconds_per_measurement)});
  }
  std::vector<Game> games = {options.game};
  for (const char* name : {"gioul", "portes"}) {
    if (name != options.game.name()) games.push_back(find_game(name));
  }
  for (const Game game : games) {
    const auto file = find_bundled_net(game);
    if (!file) continue;
    const Encoder inputs(game);
    const Net trained = load_net(*file, game, inputs);
    speeds.learner_speeds.push_back(
        {fmt::format("{}, {}", fmt::join(hidden_widths(trained), "-"), game.name()),
         LearnerBenchmark(game, game == options.game ? options.checkers : kMaxCheckers, inputs,
                          trained)
             .examples(options, options.seconds_per_measurement)});
  }
  if (const auto file = find_bundled_net(options.game)) {
    PlayerBenchOptions players = {.game = options.game,
                                  .checkers = options.checkers,
                                  .net_file = file->string(),
                                  .players = {"net,plies=1", "net,plies=2"},
                                  .min_seconds_per_player = options.seconds_per_measurement};
    for (const PlayerSpeeds& player : measure_player_speeds(players)) {
      speeds.search_decisions_per_second.push_back(player.decisions_per_second());
    }
    speeds.search_net_name = fmt::format("{}, bundled net", options.game.name());
  }
  return speeds;
}

KernelSpeedTable measure_kernel_speeds(const BenchOptions& options) {
  KernelSpeedTable table;
  std::vector<BenchOptions> by;
  for (const Kernel& kernel : available_kernels()) {
    table.kernel_names.emplace_back(kernel.name);
    by.push_back(options);
    by.back().kernel = kernel;
  }
  const auto add_net = [&](const std::string& name, const Encoder& encoder, const Net& net) {
    std::vector<std::unique_ptr<NetBenchmark>> nets;
    for (const BenchOptions& own : by) {
      nets.push_back(std::make_unique<NetBenchmark>(own, encoder, net));
    }
    const auto add = [&](const char* what, double (NetBenchmark::*measure)(double) const) {
      table.rows.push_back(measure_row(
          what + name, options.seconds_per_measurement,
          [&](std::size_t k, double seconds) { return ((*nets[k]).*measure)(seconds); }));
    };
    add("evaluations ", &NetBenchmark::evaluations_per_second);
    add("self-play ", &NetBenchmark::selfplay_games_per_second);
  };
  const auto add_learner = [&](const std::string& name, const LearnerBenchmark& learner) {
    table.rows.push_back(measure_row(
        "learner " + name, options.seconds_per_measurement,
        [&](std::size_t k, double seconds) { return learner.examples(by[k], seconds); }));
  };
  const Encoder encoder(options.game);
  for (const std::vector<int>& hidden : kBenchNetWidths) {
    const std::string name = fmt::format("{}", fmt::join(hidden, "-"));
    add_net(name, encoder, make_bench_net(encoder, options.game, hidden));
    add_learner(name, LearnerBenchmark(options.game, options.checkers, encoder,
                                       make_bench_net(encoder, options.game, hidden)));
  }
  const std::vector<int>& deep = kBenchNetWidths.back();
  for (const int percent : {5, 25}) {
    add_net(fmt::format("{}, {} % on", fmt::join(deep, "-"), percent), encoder,
            adjust_biases_to_active_fraction(make_bench_net(encoder, options.game, deep), encoder,
                                             percent / 100.0));
  }
  if (const auto file = find_bundled_net(options.game)) {
    const Net net = load_net(*file, options.game, encoder);
    const std::string name = fmt::format("{}, trained", fmt::join(hidden_widths(net), "-"));
    add_net(name, encoder, net);
    add_learner(name, LearnerBenchmark(options.game, options.checkers, encoder, net));
  }
  return table;
}

std::string slow_kernel_warning(const KernelSpeedTable& table) {
  for (const KernelSpeedTable::Row& line : table.rows) {
    for (std::size_t wide = 0; wide < line.rates_per_second.size(); ++wide) {
      for (std::size_t narrow = wide + 1; narrow < line.rates_per_second.size(); ++narrow) {
        if (2 * line.rates_per_second[wide] >= line.rates_per_second[narrow]) continue;
        return fmt::format("{}: {} makes {:.0f} a second, {} {:.0f}", line.name,
                           table.kernel_names[wide], line.rates_per_second[wide],
                           table.kernel_names[narrow], line.rates_per_second[narrow]);
      }
    }
  }
  return "";
}

Net adjust_biases_to_active_fraction(Net net, const Encoder& encoder, double share) {
  std::vector<std::vector<float>> values;
  for (const Position& position :
       sample_positions(find_game(net.game), net.checkers_per_side, 1, kPositions)) {
    values.push_back(encoder.encode_dense(position));
  }
  for (std::size_t l = 0; l + 1 < net.layers.size(); ++l) {
    DenseLayer& layer = net.layers[l];
    std::vector<float> all;
    for (std::vector<float>& value : values) {
      value = products(layer, value);
      all.insert(all.end(), value.begin(), value.end());
    }
    const auto off = static_cast<std::ptrdiff_t>((1.0 - share) * static_cast<double>(all.size()));
    std::nth_element(all.begin(), all.begin() + off, all.end());
    const float bias = -all[static_cast<std::size_t>(off)];
    layer.bias.assign(layer.bias.size(), bias);
    for (std::vector<float>& value : values) {
      for (float& unit : value) unit = std::max(unit + bias, 0.0f);
    }
  }
  return net;
}

}  // namespace gioul
