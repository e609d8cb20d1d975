#include "nn/train/trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "nn/train/trainer_state.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

double total(const LossByOutcome& loss) { return std::accumulate(loss.begin(), loss.end(), 0.0); }

using testing::HasSubstr;
using testing::IsEmpty;

constexpr int kInputs = 30;
constexpr AdamOptions kUnusual = {.learning_rate = 0.004, .beta1 = 0.8, .beta2 = 0.99};

Net some_net(const std::vector<int>& hidden = {20}) {
  return random_net("gioul", kInputs, hidden, 5);
}

// The outcome is how many of the first four inputs are set, whatever their values.
TrainingBatch some_batch(std::size_t size, std::uint64_t seed) {
  TrainingBatch batch;
  CounterRng rng(seed, 0, Stream::kShuffle);
  for (std::size_t i = 0; i < size; ++i) {
    int outcome = 0;
    for (int index = 0; index < kInputs; ++index) {
      if (rng.below(3) != 0) continue;
      batch.inputs.push_back({index, static_cast<float>(1 + rng.below(4)) / 4.0f});
      if (index < 4) ++outcome;
    }
    batch.offsets.push_back(static_cast<std::uint32_t>(batch.inputs.size()));
    batch.targets.push_back(certain(static_cast<Outcome>(outcome)));
  }
  return batch;
}

Net weights_of(const Trainer& trainer, const Net& net) {
  Net result = net;
  trainer.copy_weights_to(result);
  return result;
}

TEST(Trainer, StartsFromTheNet) {
  for (const std::vector<int>& hidden : {std::vector{20}, {32, 7}, {1, 65, 3}}) {
    const Net net = some_net(hidden);
    EXPECT_EQ(weights_of(Trainer(net, {}, {}), net), net);
    EXPECT_EQ(weights_of(Trainer(net, {}, {.first_layer = FirstLayer::kDense}), net), net);
  }
}

TEST(Trainer, LearnsAToyTarget) {
  Trainer trainer(some_net(), {.learning_rate = 0.01}, {});
  const double first = total(trainer.train(some_batch(512, 0)));
  EXPECT_NEAR(first, std::log(5.0), 0.1);
  double last = first;
  for (std::uint64_t step = 1; step <= 400; ++step)
    last = total(trainer.train(some_batch(512, step)));
  EXPECT_LT(last, 0.25);
}

TEST(Trainer, TrainersFedAlikeGiveTheSameBits) {
  for (const FirstLayer first_layer : {FirstLayer::kSparse, FirstLayer::kDense}) {
    const Net net = some_net({20, 9});
    Trainer one(net, kUnusual, {.first_layer = first_layer});
    Trainer two(net, kUnusual, {.first_layer = first_layer});
    for (std::uint64_t step = 0; step < 20; ++step) {
      const TrainingBatch batch = some_batch(100 + step, step);
      ASSERT_EQ(one.train(batch), two.train(batch));
    }
    EXPECT_EQ(weights_of(one, net), weights_of(two, net));
    EXPECT_NE(weights_of(one, net), net);
  }
}

TEST(Trainer, RestoredTrainerGoesOnBitForBit) {
  for (const FirstLayer first_layer : {FirstLayer::kSparse, FirstLayer::kDense}) {
    const Net net = some_net();
    Trainer uninterrupted(net, kUnusual, {.first_layer = first_layer});
    for (std::uint64_t step = 0; step < 5; ++step) uninterrupted.train(some_batch(64, step));
    Trainer restored(random_net("gioul", kInputs, {20}, 999), kUnusual,
                     {.first_layer = first_layer});
    restored.train(some_batch(10, 77));
    restored.load_state(uninterrupted.save_state());
    for (std::uint64_t step = 5; step < 10; ++step) {
      const TrainingBatch batch = some_batch(64, step);
      ASSERT_EQ(restored.train(batch), uninterrupted.train(batch));
    }
    EXPECT_EQ(weights_of(restored, net), weights_of(uninterrupted, net));
    EXPECT_EQ(restored.save_state(), uninterrupted.save_state());
  }
}

TEST(Trainer, LearningRateCanChange) {
  const Net net = some_net();
  Trainer changed(net, {.learning_rate = 0.5}, {});
  Trainer constant(net, {.learning_rate = 0.002}, {});
  changed.set_learning_rate(0.002);
  changed.train(some_batch(64, 1));
  constant.train(some_batch(64, 1));
  EXPECT_EQ(weights_of(changed, net), weights_of(constant, net));
}

TEST(Trainer, DamagedStateIsRefusedAndChangesNothing) {
  const Net net = some_net();
  Trainer trainer(net, {}, {});
  trainer.train(some_batch(64, 1));
  const std::string state = trainer.save_state();
  std::string damaged = state;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  const auto refusal = [&](const std::string& bytes) {
    return message_of<InputError>([&] { trainer.load_state(bytes); });
  };
  EXPECT_THAT(refusal(damaged), HasSubstr("checksum"));
  EXPECT_THAT(refusal(state.substr(1)), HasSubstr("no trainer state"));
  EXPECT_THAT(refusal(Trainer(some_net({21}), {}, {}).save_state()), HasSubstr("other layers"));
  EXPECT_EQ(trainer.save_state(), state);
}

// The same net and Adam written out plainly in double precision.
class PlainTrainer {
 public:
  PlainTrainer(const Net& net, const AdamOptions& options) : net_(net), options_(options) {
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
      std::vector<double> inputs(kInputs);
      for (std::size_t k = batch.offsets[i]; k < batch.offsets[i + 1]; ++k) {
        inputs[static_cast<std::size_t>(batch.inputs[k].index)] += batch.inputs[k].value;
      }
      loss += learn(inputs, batch.targets[i]);
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
      std::vector<double> out(size(layer.outputs));
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
    for (std::size_t o = 0; o < kOutcomes; ++o) {
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
  AdamOptions options_;
  std::vector<double> weights_, gradient_, first_, second_;
  int steps_ = 0;
};

// Differences between float and double sums stay near 1e-6 as long as no gradient is near zero,
// where Adam divides small by small; after five steps of 0.004 they are still far below a step.
void expect_like_plain(FirstLayer first_layer, const std::vector<int>& hidden) {
  const Net net = some_net(hidden);
  Trainer trainer(net, kUnusual, {.first_layer = first_layer});
  PlainTrainer plain(net, kUnusual);
  for (std::uint64_t step = 0; step < 5; ++step) {
    const TrainingBatch batch = some_batch(50, step);
    ASSERT_NEAR(total(trainer.train(batch)), plain.train(batch), 2e-5);
  }
  const Net learned = weights_of(trainer, net);
  std::size_t k = 0;
  for (const DenseLayer& layer : learned.layers) {
    for (const float w : layer.weight) ASSERT_NEAR(w, plain.weights()[k++], 1e-4);
    for (const float b : layer.bias) ASSERT_NEAR(b, plain.weights()[k++], 1e-4);
  }
}

TEST(Trainer, SparseFirstLayerLearnsLikeAPlainTrainer) {
  expect_like_plain(FirstLayer::kSparse, {20});
  expect_like_plain(FirstLayer::kSparse, {33, 6});
  expect_like_plain(FirstLayer::kSparse, {64, 8, 4});
}

TEST(Trainer, DenseFirstLayerLearnsLikeAPlainTrainer) {
  expect_like_plain(FirstLayer::kDense, {20});
  expect_like_plain(FirstLayer::kDense, {33, 6});
}

// The logits of example i in doubles.
std::vector<double> logits_of(const Net& net, const TrainingBatch& batch, std::size_t i) {
  std::vector<double> values(kInputs);
  for (std::size_t k = batch.offsets[i]; k < batch.offsets[i + 1]; ++k) {
    values[static_cast<std::size_t>(batch.inputs[k].index)] += double{batch.inputs[k].value};
  }
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

// The cross-entropy, and so many times what the groups differ otherwise than their targets.
double loss_with_comparison(const Net& net, const TrainingBatch& batch, double weight) {
  double loss = 0.0;
  std::vector<double> errors;  // of equities
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const std::vector<double> logits = logits_of(net, batch, i);
    double sum = 0.0;
    for (const double logit : logits) sum += std::exp(logit);
    double error = 0.0;
    for (std::size_t o = 0; o < kOutcomes; ++o) {
      const double target = double{batch.targets[i][o]};
      loss -= target * (logits[o] - std::log(sum));
      error += kPoints5[o] * (std::exp(logits[o]) / sum - target);
    }
    errors.push_back(error);
  }
  auto first = errors.begin();
  for (const std::uint32_t count : batch.groups) {
    const auto end = first + count;
    const double mean = std::accumulate(first, end, 0.0) / count;
    for (; first != end; ++first) loss += weight * (*first - mean) * (*first - mean);
  }
  return loss / static_cast<double>(batch.size());
}

TEST(Trainer, ComparesTheExamplesOfAGroup) {
  constexpr double kWeight = 3.0;
  const Net net = some_net({8, 4});
  TrainingBatch batch = some_batch(10, 1);
  batch.groups = {1, 4, 2, 3};
  for (const FirstLayer first_layer : {FirstLayer::kSparse, FirstLayer::kDense}) {
    // Without memory the first moments are the gradient.
    Trainer trainer(net, {.beta1 = 0.0},
                    {.first_layer = first_layer, .comparison_weight = kWeight});
    const double loss = total(trainer.train(batch));
    EXPECT_NEAR(loss, loss_with_comparison(net, batch, 0.0), 1e-6);  // of the cross-entropy alone
    const TrainerState state = decode_state(trainer.save_state(), net.layers);
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
}

TEST(Trainer, ComparisonNeedsAWeightAndGroups) {
  const Net net = some_net();
  const auto after = [&](double weight, const std::vector<std::uint32_t>& groups) {
    Trainer trainer(net, {}, {.comparison_weight = weight});
    TrainingBatch batch = some_batch(6, 1);
    batch.groups = groups;
    trainer.train(batch);
    return trainer.save_state();
  };
  const std::string plain = after(0.0, {});
  EXPECT_EQ(after(0.0, {2, 4}), plain);
  EXPECT_EQ(after(5.0, {}), plain);
  EXPECT_EQ(after(5.0, {1, 1, 1, 1, 1, 1}), plain);  // alone there is nothing to compare with
  EXPECT_NE(after(5.0, {2, 4}), plain);
}

// Nor its last block, which has units that are not there, nor layers of many weights, which the
// threads share.
TEST(Trainer, ThreadsDontChangeABit) {
  for (const std::vector<int>& hidden : {std::vector{100}, {70, 40}, {256, 130, 70}}) {
    const Net net = some_net(hidden);
    const auto after = [&](int threads) {
      Trainer trainer(net, {}, {.threads = threads});
      for (std::uint64_t i = 0; i < 5; ++i) trainer.train(some_batch(300, i));
      return trainer.save_state();
    };
    const std::string one = after(1);
    EXPECT_EQ(after(2), one);
    EXPECT_EQ(after(7), one);
  }
}

// Of products of 70 values to 8 bits.
TEST(Trainer, RoundedFactorsLearnNearlyTheSame) {
  const Net net = some_net({100, 70, 40});
  const auto after = [&](Factors factors, int threads) {
    Trainer trainer(net, {.learning_rate = 1e-3}, {.threads = threads, .factors = factors});
    for (std::uint64_t i = 0; i < 30; ++i) trainer.train(some_batch(300, i));
    return std::pair(total(trainer.train(some_batch(300, 30))), trainer.save_state());
  };
  const auto [loss, state] = after(Factors::kFp32, 1);
  const auto [rounded_loss, rounded_state] = after(Factors::kBf16, 1);
  EXPECT_LT(loss, std::log(5.0) - 0.05);
  EXPECT_NEAR(rounded_loss, loss, 0.005);
  EXPECT_NE(rounded_state, state);
  EXPECT_EQ(after(Factors::kBf16, 3).second, rounded_state);
}

TEST(Trainer, WorkBesideIsDoneByTheEndOfAStepAndChangesNoBit) {
  const Net net = some_net({100});
  for (const FirstLayer first_layer : {FirstLayer::kSparse, FirstLayer::kDense}) {
    const auto after = [&](int threads, const std::function<void()>& beside) {
      Trainer trainer(net, {}, {.threads = threads, .first_layer = first_layer});
      for (std::uint64_t i = 0; i < 50; ++i) trainer.train(some_batch(64, i), beside);
      return trainer.save_state();
    };
    for (const int threads : {1, 4}) {
      std::atomic<int> calls = 0;
      EXPECT_EQ(after(threads, [&] { ++calls; }), after(threads, {}));
      EXPECT_GE(calls.load(), 50);
    }
  }
}

TEST(Trainer, PositionsWithoutInputsAreFine) {
  TrainingBatch batch;
  for (int i = 0; i < 3; ++i) {
    batch.offsets.push_back(0);
    batch.targets.push_back(certain(Outcome::kTie));
  }
  for (const FirstLayer first_layer : {FirstLayer::kSparse, FirstLayer::kDense}) {
    Trainer trainer(some_net(), {}, {.first_layer = first_layer});
    EXPECT_NEAR(total(trainer.train(batch)), std::log(5.0), 1e-6);  // all biases are still zero
  }
}

TEST(Trainer, UnknownDeviceAndThreadsAreInputErrors) {
  const auto refusal = [](const TrainerOptions& options) {
    return message_of<InputError>([&] { Trainer(some_net(), {}, options); });
  };
  EXPECT_EQ(refusal({.device = "tpu"}), "unknown device 'tpu': known are cpu, cuda");
  EXPECT_THAT(refusal({.threads = 0}), HasSubstr("possible are 1 to"));
}

TEST(Trainer, AbsentCudaIsNotedAndReplacedByTheCpu) {
  const Net net = some_net();
  Trainer cpu(net, {}, {});
  Trainer cuda(net, {}, {.device = "cuda"});
  EXPECT_THAT(cpu.note(), IsEmpty());
  const TrainingBatch batch = some_batch(64, 1);
  const double cpu_loss = total(cpu.train(batch));
  const double cuda_loss = total(cuda.train(batch));
  if (cuda.note().empty()) {
    EXPECT_NEAR(cuda_loss, cpu_loss, 1e-5);
  } else {
    EXPECT_THAT(cuda.note(), HasSubstr("training on cpu"));
    EXPECT_EQ(cuda_loss, cpu_loss);
    EXPECT_EQ(weights_of(cuda, net), weights_of(cpu, net));
  }
}

}  // namespace
}  // namespace gioul
