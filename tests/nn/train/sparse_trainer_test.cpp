#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "engine/outcome.h"
#include "nn/train/trainer.h"
#include "nn/train/trainer_state.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

double total(const LossByOutcome& loss) { return std::accumulate(loss.begin(), loss.end(), 0.0); }

constexpr AdamOptions kUnusual = {.learning_rate = 0.004, .beta1 = 0.8, .beta2 = 0.99};

// Few inputs, all of them used early.
const Encoder& some_encoder() {
  static const Encoder encoder(find_game("fevga"), {"places"});
  return encoder;
}

Net some_net(const std::vector<int>& hidden = {20}, const Encoder& encoder = some_encoder()) {
  return make_random_net("fevga", encoder.input_count(), hidden, 5);
}

std::unique_ptr<Trainer> some_trainer(const Net& net, const AdamOptions& adam = {},
                                      const TrainerOptions& options = {}) {
  return make_sparse_trainer(net, some_encoder(), adam, options);
}

// Positions of random games; the outcome is the number of four points that hold own checkers.
TrainingBatch some_batch(std::size_t size, std::uint64_t seed, const char* game = "fevga") {
  TrainingBatch batch;
  for (const Position& position : sample_positions(find_game(game), 15, seed + 1, size)) {
    int outcome = 0;
    for (const int point : {24, 20, 16, 12}) outcome += position.own.count(point) > 0 ? 1 : 0;
    batch.positions.push_back(position);
    batch.targets.push_back(one_hot(static_cast<Outcome>(outcome)));
  }
  return batch;
}

LossByOutcome train_on(Trainer& trainer, const TrainingBatch& batch) {
  return trainer.train({&batch, 1});
}

Net weights_of(const Trainer& trainer, const Net& net) {
  Net result = net;
  trainer.copy_weights_to(result);
  return result;
}

TEST(SparseTrainer, StartsFromTheNet) {
  for (const std::vector<int>& hidden : {std::vector{20}, {32, 7}, {1, 65, 3}}) {
    const Net net = some_net(hidden);
    EXPECT_EQ(weights_of(*some_trainer(net), net), net);
  }
}

TEST(SparseTrainer, LearnsAToyTarget) {
  const auto trainer = some_trainer(some_net(), {.learning_rate = 0.01});
  const double first = total(train_on(*trainer, some_batch(512, 0)));
  EXPECT_NEAR(first, std::log(5.0), 0.1);
  double last = first;
  const TrainingBatch batch = some_batch(512, 1);
  for (int step = 1; step <= 300; ++step) last = total(train_on(*trainer, batch));
  EXPECT_LT(last, 0.25);
}

// Within a call, the first layer of the next batch is computed while the last batch is learned.
TEST(SparseTrainer, BatchesOfOneCallBuildOnEachOther) {
  const Net net = some_net({40, 9});
  std::vector<TrainingBatch> batches;
  for (std::uint64_t i = 0; i < 6; ++i) batches.push_back(some_batch(60 + 10 * i, i));
  const auto together = some_trainer(net, kUnusual);
  const double loss = total(together->train(batches));
  const auto apart = some_trainer(net, kUnusual);
  double sum = 0.0;
  double count = 0.0;
  for (const TrainingBatch& batch : batches) {
    sum += total(train_on(*apart, batch)) * static_cast<double>(batch.size());
    count += static_cast<double>(batch.size());
  }
  EXPECT_NEAR(loss, sum / count, 1e-6);
  const Net one = weights_of(*together, net);
  const Net other = weights_of(*apart, net);
  for (std::size_t n = 0; n < net.layers.size(); ++n) {
    for (std::size_t k = 0; k < net.layers[n].weight.size(); ++k) {
      ASSERT_NEAR(one.layers[n].weight[k], other.layers[n].weight[k], 1e-4) << n << ", " << k;
    }
  }
}

TEST(SparseTrainer, RestoredTrainerContinuesBitForBit) {
  const Net net = some_net();
  const auto uninterrupted = some_trainer(net, kUnusual);
  for (std::uint64_t step = 0; step < 5; ++step) train_on(*uninterrupted, some_batch(64, step));
  const auto restored =
      some_trainer(make_random_net("fevga", some_encoder().input_count(), {20}, 999), kUnusual);
  train_on(*restored, some_batch(10, 77));
  restored->load_state(uninterrupted->save_state());
  for (std::uint64_t step = 5; step < 10; ++step) {
    const TrainingBatch batch = some_batch(64, step);
    ASSERT_EQ(train_on(*restored, batch), train_on(*uninterrupted, batch));
  }
  EXPECT_EQ(weights_of(*restored, net), weights_of(*uninterrupted, net));
  EXPECT_EQ(restored->save_state(), uninterrupted->save_state());
}

TEST(SparseTrainer, LearningRateCanChange) {
  const Net net = some_net();
  const auto changed = some_trainer(net, {.learning_rate = 0.5});
  const auto constant = some_trainer(net, {.learning_rate = 0.002});
  changed->set_learning_rate(0.002);
  train_on(*changed, some_batch(64, 1));
  train_on(*constant, some_batch(64, 1));
  EXPECT_EQ(weights_of(*changed, net), weights_of(*constant, net));
}

TEST(SparseTrainer, RejectsADamagedStateWithoutChanges) {
  const Net net = some_net();
  const auto trainer = some_trainer(net);
  train_on(*trainer, some_batch(64, 1));
  const std::string state = trainer->save_state();
  std::string damaged = state;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  const auto refusal = [&](const std::string& bytes) {
    return message_of<InputError>([&] { trainer->load_state(bytes); });
  };
  EXPECT_TRUE(holds(refusal(damaged), "checksum"));
  EXPECT_TRUE(holds(refusal(state.substr(1)), "unknown trainer state format"));
  EXPECT_TRUE(holds(refusal(some_trainer(some_net({21}))->save_state()), "layers other than"));
  EXPECT_EQ(trainer->save_state(), state);
}

// The same net and Adam in simple double-precision code.
class PlainTrainer {
 public:
  PlainTrainer(const Net& net, const Encoder& encoder, const AdamOptions& options)
      : net_(net), encoder_(encoder), options_(options) {
    for (const DenseLayer& layer : net.layers) {
      for (const float w : layer.weight) weights_.push_back(static_cast<double>(w));
      for (const float b : layer.bias) weights_.push_back(static_cast<double>(b));
    }
    first_.resize(weights_.size());
    second_.resize(weights_.size());
  }

  double train(const TrainingBatch& batch) {
    gradient_.assign(weights_.size(), 0.0);
    double loss = 0.0;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const std::vector<float> inputs = encoder_.encode_dense(batch.positions[i]);
      loss += learn({inputs.begin(), inputs.end()}, batch.targets[i]);
    }
    step(static_cast<double>(batch.size()));
    return loss / static_cast<double>(batch.size());
  }

  const std::vector<double>& weights() const { return weights_; }

 private:
  static std::size_t size(int n) { return static_cast<std::size_t>(n); }

  // Adds one example's gradient; returns its cross-entropy.
  double learn(const std::vector<double>& inputs, const Distribution& target) {
    std::vector<std::vector<double>> values = {inputs};
    std::vector<std::size_t> starts;
    std::size_t start = 0;
    for (const DenseLayer& layer : net_.layers) {
      const std::size_t biases = start + layer.weight.size();
      std::vector<double> out(size(layer.output_count));
      for (std::size_t o = 0; o < out.size(); ++o) {
        out[o] = weights_[biases + o];
        for (std::size_t k = 0; k < values.back().size(); ++k) {
          out[o] += weights_[start + o * values.back().size() + k] * values.back()[k];
        }
        if (&layer != &net_.layers.back()) out[o] = std::max(out[o], 0.0);
      }
      starts.push_back(start);
      start = biases + out.size();
      values.push_back(out);
    }
    double sum = 0.0;
    for (const double logit : values.back()) sum += std::exp(logit);
    double loss = 0.0;
    std::vector<double> delta;
    for (std::size_t o = 0; o < kOutcomeCount; ++o) {
      const double logit = values.back()[o];
      loss -= static_cast<double>(target[o]) * (logit - std::log(sum));
      delta.push_back(std::exp(logit) / sum - static_cast<double>(target[o]));
    }
    for (std::size_t n = net_.layers.size(); n-- > 0;) delta = back(n, starts[n], values[n], delta);
    return loss;
  }

  std::vector<double> back(std::size_t n, std::size_t start, const std::vector<double>& entered,
                           const std::vector<double>& delta) {
    std::vector<double> below(entered.size());
    for (std::size_t o = 0; o < delta.size(); ++o) {
      for (std::size_t k = 0; k < entered.size(); ++k) {
        gradient_[start + o * entered.size() + k] += delta[o] * entered[k];
        if (entered[k] > 0.0) below[k] += delta[o] * weights_[start + o * entered.size() + k];
      }
      gradient_[start + net_.layers[n].weight.size() + o] += delta[o];
    }
    return below;
  }

  void step(double count) {
    ++steps_;
    for (std::size_t k = 0; k < weights_.size(); ++k) {
      const double g = gradient_[k] / count;
      first_[k] = options_.beta1 * first_[k] + (1 - options_.beta1) * g;
      second_[k] = options_.beta2 * second_[k] + (1 - options_.beta2) * g * g;
      const double m = first_[k] / (1 - std::pow(options_.beta1, steps_));
      const double v = second_[k] / (1 - std::pow(options_.beta2, steps_));
      weights_[k] -= options_.learning_rate * m / (std::sqrt(v) + 1e-8);
    }
  }

  Net net_;
  const Encoder& encoder_;
  AdamOptions options_;
  std::vector<double> weights_, gradient_, first_, second_;
  int steps_ = 0;
};

// Float and double results differ by about 1e-6 unless a gradient is near zero, where Adam divides
// small by small; after some steps of 0.004 the differences are still far below a step. In small
// batches most rows skip most steps.
void expect_like_plain(const char* game, const Encoder& encoder, const std::vector<int>& hidden,
                       std::size_t batch_size, std::span<const Kernel> kernels) {
  const Net net = some_net(hidden, encoder);
  std::vector<TrainingBatch> batches;
  for (std::uint64_t i = 0; i < 12; ++i) batches.push_back(some_batch(batch_size, i, game));
  PlainTrainer plain(net, encoder, kUnusual);
  double loss = 0.0;
  for (const TrainingBatch& batch : batches) loss += plain.train(batch) / 12.0;
  for (const Kernel& kernel : kernels) {
    const auto trainer = make_sparse_trainer(net, encoder, kUnusual, {.kernel = kernel});
    EXPECT_NEAR(total(trainer->train(batches)), loss, 2e-5);
    const Net learned = weights_of(*trainer, net);
    std::size_t k = 0;
    std::size_t far = 0;
    for (const DenseLayer& layer : learned.layers) {
      for (const std::vector<float>* part : {&layer.weight, &layer.bias}) {
        for (const float w : *part) {
          ASSERT_NEAR(w, plain.weights()[k], 5e-3) << kernel.name;
          far += std::abs(w - plain.weights()[k]) > 2e-4 ? 1 : 0;
          ++k;
        }
      }
    }
    EXPECT_LT(far, k / 500) << kernel.name;  // gradients near zero
  }
}

TEST(SparseTrainer, MatchesAPlainTrainer) {
  expect_like_plain("fevga", some_encoder(), {20}, 50, available_kernels());
  expect_like_plain("fevga", some_encoder(), {33, 6}, 50, available_kernels());
  expect_like_plain("fevga", some_encoder(), {64, 8, 4}, 3, available_kernels());
}

// All inputs: phases, thermometers and rows of many terms.
TEST(SparseTrainer, MatchesAPlainTrainerOnAllInputsOfAGame) {
#ifdef GIOUL_REDUCED_TESTS
  const std::vector<const char*> games = {"portes"};
#else
  const std::vector<const char*> games = {"gioul", "portes", "plakoto", "gul-bara"};
#endif
  for (const char* game : games) {
    expect_like_plain(game, Encoder(find_game(game)), {18, 5}, 6, {&best_kernel(), 1});
  }
}

// Biases that make most units of a layer inactive, or hardly any: covers each way to compute a
// product.
TEST(SparseTrainer, MatchesAPlainTrainerForAnyShareOfActiveUnits) {
#ifdef GIOUL_REDUCED_TESTS
  const std::vector<float> biases = {-1.5f, 2.0f};
#else
  const std::vector<float> biases = {-1.5f, -0.5f, 0.0f, 2.0f};
#endif
  for (const float bias : biases) {
    Net net = some_net({48, 40, 33});
    for (std::size_t n = 0; n + 1 < net.layers.size(); ++n) {
      net.layers[n].bias.assign(net.layers[n].bias.size(), bias);
    }
    PlainTrainer plain(net, some_encoder(), kUnusual);
    std::vector<double> losses;
    for (std::uint64_t step = 0; step < 3; ++step) {
      losses.push_back(plain.train(some_batch(120, step)));
    }
    std::vector<std::string> states;
    for (const Kernel& kernel : available_kernels()) {
      const auto trainer = some_trainer(net, kUnusual, {.kernel = kernel});
      for (std::uint64_t step = 0; step < losses.size(); ++step) {
        const TrainingBatch batch = some_batch(120, step);
        ASSERT_NEAR(total(train_on(*trainer, batch)), losses[step], 5e-5)
            << kernel.name << " " << bias;
      }
      states.push_back(trainer->save_state());
    }
    // AVX2 and all later sets give the same bits, and so do the earlier sets.
    for (std::size_t k = 1; k < states.size(); ++k) {
      const auto fuses = [&](std::size_t i) {
        const std::string_view name = available_kernels()[i].name;
        return name == "amx" || name.starts_with("avx");
      };
      EXPECT_EQ(states[k] == states[k - 1], fuses(k) == fuses(k - 1)) << k << " " << bias;
    }
  }
}

// Returns the logits of example i in double precision.
std::vector<double> logits_of(const Net& net, const TrainingBatch& batch, std::size_t i) {
  const std::vector<float> inputs = some_encoder().encode_dense(batch.positions[i]);
  std::vector<double> values(inputs.begin(), inputs.end());
  for (const DenseLayer& layer : net.layers) {
    std::vector<double> out;
    for (std::size_t o = 0; o < layer.bias.size(); ++o) {
      double sum = double{layer.bias[o]};
      for (std::size_t k = 0; k < values.size(); ++k) {
        sum += double{layer.weight[o * values.size() + k]} * values[k];
      }
      out.push_back(&layer == &net.layers.back() ? sum : std::max(sum, 0.0));
    }
    values = out;
  }
  return values;
}

// Returns the cross-entropy plus `weight` times the comparison loss.
double loss_with_comparison(const Net& net, const TrainingBatch& batch, double weight) {
  double loss = 0.0;
  std::vector<double> errors;  // of equities
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const std::vector<double> logits = logits_of(net, batch, i);
    double sum = 0.0;
    for (const double logit : logits) sum += std::exp(logit);
    double error = 0.0;
    for (std::size_t o = 0; o < kOutcomeCount; ++o) {
      const double target = double{batch.targets[i][o]};
      loss -= target * (logits[o] - std::log(sum));
      error += kOutcomePoints[o] * (std::exp(logits[o]) / sum - target);
    }
    errors.push_back(error);
  }
  auto first = errors.begin();
  for (const std::uint32_t count : batch.group_sizes) {
    const auto end = first + count;
    const double mean = std::accumulate(first, end, 0.0) / count;
    for (; first != end; ++first) loss += weight * (*first - mean) * (*first - mean);
  }
  return loss / static_cast<double>(batch.size());
}

TEST(SparseTrainer, ComparisonLossUsesTheExamplesOfAGroup) {
  constexpr double kWeight = 3.0;
  const Net net = some_net({6, 4});
  TrainingBatch batch = some_batch(10, 1);
  batch.group_sizes = {1, 4, 2, 3};
  // With beta1 = 0 the first moments are the gradient.
  const auto trainer = some_trainer(net, {.beta1 = 0.0}, {.comparison_weight = kWeight});
  const double loss = total(train_on(*trainer, batch));
  EXPECT_NEAR(loss, loss_with_comparison(net, batch, 0.0), 1e-6);  // the cross-entropy alone
  const TrainerState state = decode_trainer_state(trainer->save_state(), net.layers);
  double largest = 0.0;
  for (std::size_t n = 0; n < net.layers.size(); ++n) {
    for (std::size_t k = 0; k < net.layers[n].weight.size(); ++k) {
      const float was = net.layers[n].weight[k];
      const auto with = [&](float weight) {
        Net other = net;
        other.layers[n].weight[k] = weight;
        return loss_with_comparison(other, batch, kWeight);
      };
      const float up = was + 1e-4f;
      const float down = was - 1e-4f;
      const double gradient = (with(up) - with(down)) / (double{up} - double{down});
      EXPECT_NEAR(state.first_moments[n].weight[k], gradient, 2e-4) << n << ", " << k;
      largest = std::max(largest, std::abs(gradient));
    }
  }
  EXPECT_GT(largest, 0.02);
}

TEST(SparseTrainer, ComparisonLossNeedsAWeightAndGroups) {
  const Net net = some_net();
  const auto after = [&](double weight, const std::vector<std::uint32_t>& groups) {
    const auto trainer = some_trainer(net, {}, {.comparison_weight = weight});
    TrainingBatch batch = some_batch(6, 1);
    batch.group_sizes = groups;
    train_on(*trainer, batch);
    return trainer->save_state();
  };
  const std::string plain = after(0.0, {});
  EXPECT_EQ(after(0.0, {2, 4}), plain);
  EXPECT_EQ(after(5.0, {}), plain);
  EXPECT_EQ(after(5.0, {1, 1, 1, 1, 1, 1}), plain);  // groups of one have nothing to compare
  EXPECT_NE(after(5.0, {2, 4}), plain);
}

TEST(SparseTrainer, ResultDoesNotDependOnThreads) {
  for (const std::vector<int>& hidden : {std::vector{100}, {70, 40}, {256, 130, 70}}) {
    const Net net = some_net(hidden);
    const auto after = [&](int threads) {
      const auto trainer = some_trainer(net, {}, {.threads = threads});
      for (std::uint64_t i = 0; i < 3; ++i) train_on(*trainer, some_batch(200, i));
      return trainer->save_state();
    };
    const std::string one = after(1);
    EXPECT_EQ(after(2), one);
    EXPECT_EQ(after(7), one);
  }
}

TEST(SparseTrainer, RejectsInvalidThreadCounts) {
  for (const int threads : {0, -1, 1025}) {
    EXPECT_TRUE(
        holds(message_of<InputError>([&] { some_trainer(some_net(), {}, {.threads = threads}); }),
              "expected 1 to 1024, got " + std::to_string(threads)));
  }
}

}  // namespace
}  // namespace gioul
