#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/checksum.h"
#include "base/error.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net_file.h"
#include "nn/train/torch_trainer.h"
#include "selfplay/loop/generation.h"
#include "selfplay/loop/generation_source.h"
#include "selfplay/report/run_history.h"
#include "selfplay/train/checkpoint.h"
#include "selfplay/train/local_generation_source.h"
#include "selfplay/train/training_run.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

namespace fs = std::filesystem;

class TrainingRunTest : public ::testing::Test {
 protected:
  static TrainingConfig small_config() {
    TrainingConfig config;
    config.checkers = 3;
    config.seed = 8;
    config.net.hidden_widths = {12};
    config.training.games = 200;
    config.training.games_per_generation = 20;
    config.training.batch_size = 32;
    config.run.selfplay_threads = 2;
    config.run.checkpoint_interval_seconds = 0;  // after every generation
    return config;
  }

  // Runs until `generations` more are learned from, then stops the run unless it is over.
  TrainingSummary run(const TrainingConfig& config, const fs::path& folder, int generations) {
    std::atomic<bool> stop = false;
    return start_training(config, folder, stop, stopper(stop, generations));
  }
  TrainingSummary resume(const fs::path& folder, int generations,
                         const std::vector<ConfigOverride>& overrides = {}) {
    std::atomic<bool> stop = false;
    return resume_training(folder, overrides, stop, stopper(stop, generations));
  }
  TrainingCallbacks stopper(std::atomic<bool>& stop, int generations) {
    return {.on_progress =
                [&stop, left = generations](const TrainingProgress&) mutable {
                  if (--left == 0) stop = true;
                },
            .on_note = [this](const std::string& note) { notes_ += note + "\n"; }};
  }

  // Returns the state in the newest checkpoint of a run, whose nets have the shape of `net`.
  RunState checkpoint_of(const fs::path& folder, const Net& net) {
    return load_checkpoint(folder, net, UINT64_MAX, notes_).checkpoint;
  }

  const TemporaryFolder parent_;
  const fs::path folder_ = parent_ / "run";  // does not exist yet
  std::string notes_;
};

constexpr int kAll = 1000000;

TEST_F(TrainingRunTest, ResultDoesNotDependOnThreads) {
  TrainingConfig config = small_config();
  const TrainingSummary two = run(config, folder_ / "two", kAll);
  config.run.selfplay_threads = 1;
  const TrainingSummary one = run(config, folder_ / "one", kAll);
  EXPECT_TRUE(one.finished);
  config.training.learner_threads = 3;  // of the learner
  const TrainingSummary learner = run(config, folder_ / "learner", kAll);
  EXPECT_EQ(learner.games_hash, two.games_hash);
  EXPECT_EQ(load_net(learner.net_file), load_net(two.net_file));
  EXPECT_EQ(one.games_hash, two.games_hash);
  EXPECT_EQ(load_net(one.net_file), load_net(two.net_file));
}

TEST_F(TrainingRunTest, ResumedRunEndsWithTheSameWeights) {
  const TrainingSummary whole = run(small_config(), folder_ / "whole", kAll);
  EXPECT_FALSE(run(small_config(), folder_ / "parts", 3).finished);
  EXPECT_FALSE(resume(folder_ / "parts", 4).finished);
  const TrainingSummary parts = resume(folder_ / "parts", kAll);
  EXPECT_TRUE(parts.finished);
  EXPECT_EQ(parts.games_hash, whole.games_hash);
  EXPECT_EQ(load_net(parts.net_file), load_net(whole.net_file));
  // The metrics have every generation once, and seconds that never decrease.
  const RunHistory history = read_run_history(folder_ / "parts");
  EXPECT_EQ(history.generation_count, 10);
  EXPECT_EQ(history.skipped_line_count, 0) << history.first_skipped_line_problem;
  const std::string metrics = bytes_of(folder_ / "parts/metrics.jsonl");
  EXPECT_TRUE(holds(metrics.substr(metrics.rfind("games_hash")), format_hex(parts.games_hash)));
}

TEST_F(TrainingRunTest, HashIsThatOfTheGamesOfAllGenerations) {
  TrainingConfig config = small_config();
  config.training.games = 40;
  const QuantizedNet net(make_initial_net(config), make_encoder(config));  // plays both generations
  std::uint64_t hash = 0;
  for (const std::uint64_t number : {0, 1}) {
    const Generation games = play_generation(make_generation_options(config, number, 1), net);
    hash = mix64(hash ^ games.games_hash);
  }
  EXPECT_EQ(run(config, folder_, kAll).games_hash, hash);
}

// After the generation that reaches or passes a multiple of strength.every games.
TEST_F(TrainingRunTest, MeasuresStrengthAfterAsManyGamesAsTheConfigSays) {
  TrainingConfig config = small_config();
  config.strength = {.games_between_tests = 50, .pairs_per_opponent = 1, .opponents = {"random"}};
  run(config, folder_, kAll);
  std::vector<double> games;
  for (const StrengthMeasurement& measured : read_run_history(folder_).strength_measurements) {
    games.push_back(measured.games_learned);
  }
  EXPECT_EQ(games, (std::vector<double>{60, 100, 160, 200}));
}

// Its net and checkpoint are the newest, however long the time between checkpoints.
TEST_F(TrainingRunTest, WritesANetAndACheckpointWhenItEnds) {
  TrainingConfig config = small_config();
  config.run.checkpoint_interval_seconds = 1e9;
  const TrainingSummary stopped = run(config, folder_, 3);
  const Net net = load_net(stopped.net_file);
  EXPECT_EQ(stopped.games_learned, 60);
  EXPECT_EQ(net.provenance.game_count, 60u);
  EXPECT_EQ(checksum(net), stopped.net_checksum);
  EXPECT_EQ(checkpoint_of(folder_, net).next_generation, 3u);
  const TrainingSummary whole = resume(folder_, kAll);
  EXPECT_EQ(checksum(load_net(whole.net_file)), whole.net_checksum);
  EXPECT_EQ(checkpoint_of(folder_, net).next_generation, 10u);
}

TEST_F(TrainingRunTest, StoresActivationRangesAndPruningWeights) {
  TrainingConfig config = small_config();
  config.net.hidden_widths = {256, 16};
  config.training.games = 20;
  const Net net = load_net(run(config, folder_, kAll).net_file);
  EXPECT_FALSE(net.activation_ranges.empty());
  EXPECT_FALSE(net.pruning_weights.empty());
}

// The games after the gate test are those of the net that it has accepted.
TEST_F(TrainingRunTest, GateReplacesTheBehaviorNetIfTheCandidateIsBetter) {
  TrainingConfig config = small_config();
  config.gate.mode = GateMode::kSprt;
  config.strength = {.games_between_tests = 100, .pairs_per_opponent = 1, .opponents = {}};
  const Net initial = make_initial_net(config);
  for (const bool learns : {true, false}) {
    if (!learns) config.training.learning_rate = config.training.final_learning_rate = 1e-9;
    const fs::path folder = folder_ / (learns ? "learns" : "stays");
    run(config, folder, kAll);
    const std::string accepted = learns ? "true" : "false";
    EXPECT_TRUE(holds(bytes_of(folder / "metrics.jsonl"), "\"accepted\":" + accepted));
    EXPECT_EQ(checkpoint_of(folder, initial).behavior_net.layers != initial.layers, learns);
  }
}

// All optional features of learning and measuring survive an interruption.
TEST_F(TrainingRunTest, ResumedRunWithAllFeaturesEndsWithTheSameWeights) {
  TrainingConfig config = small_config();
  config.training.target_kind = TargetKind::kLookahead;
  config.training.siblings_per_decision = 2;
  config.training.comparison_weight = 5.0;
  config.training.replay_generations = 3;
  config.training.replay_ratio = 0.5;
  config.strength = {.games_between_tests = 100, .pairs_per_opponent = 20, .opponents = {"random"}};
  config.gate = {.mode = GateMode::kSprt};
  const TrainingSummary whole = run(config, folder_ / "whole", kAll);
  EXPECT_FALSE(run(config, folder_ / "parts", 3).finished);
  EXPECT_FALSE(resume(folder_ / "parts", 4).finished);
  const TrainingSummary parts = resume(folder_ / "parts", kAll);
  EXPECT_EQ(parts.games_hash, whole.games_hash);
  EXPECT_EQ(load_net(parts.net_file), load_net(whole.net_file));
  // Except for times, both log the same.
  const auto without_seconds = [](const fs::path& file) {
    std::ifstream in(file);
    std::string all;
    for (std::string line; std::getline(in, line);) {
      if (line.find("\"begin\"") != std::string::npos) continue;
      const std::size_t begin = line.find("\"seconds\"");
      all += line.substr(0, begin) + line.substr(line.find(',', begin)) + "\n";
    }
    return all;
  };
  const std::string told = without_seconds(folder_ / "whole/metrics.jsonl");
  EXPECT_EQ(without_seconds(folder_ / "parts/metrics.jsonl"), told);
  for (const char* event : {"generation", "strength", "calibration", "gate"}) {
    EXPECT_TRUE(holds(told, "\"event\":\"" + std::string(event) + "\"")) << event;
  }
}

TEST_F(TrainingRunTest, EachTrainingSettingChangesTheWeights) {
  const Net plain = load_net(run(small_config(), folder_ / "plain", kAll).net_file);
  int number = 0;
  const auto differs = [&](auto change) {
    TrainingConfig config = small_config();
    change(config);
    const auto folder = folder_ / std::to_string(number++);
    return load_net(run(config, folder, kAll).net_file).layers != plain.layers;
  };
  EXPECT_TRUE(differs([](TrainingConfig& c) { c.training.target_kind = TargetKind::kLookahead; }));
  EXPECT_TRUE(differs([](TrainingConfig& c) { c.training.replay_generations = 2; }));
  const auto compared = [&](double weight) {
    TrainingConfig config = small_config();
    config.training.target_kind = TargetKind::kLookahead;
    config.training.siblings_per_decision = 2;
    config.training.comparison_weight = weight;
    return load_net(run(config, folder_ / std::to_string(number++), kAll).net_file).layers;
  };
  EXPECT_NE(compared(5.0), compared(10.0));
  EXPECT_TRUE(differs([](TrainingConfig& c) {
    c.gate.mode = GateMode::kSprt;
    c.strength = {.games_between_tests = 100, .pairs_per_opponent = 1};
  }));
  // Measuring changes nothing.
  EXPECT_FALSE(differs([](TrainingConfig& c) {
    c.strength = {.games_between_tests = 20, .pairs_per_opponent = 5};
  }));
}

// Then learning does not affect the games.
TEST_F(TrainingRunTest, FrozenBehaviorNetStaysTheSame) {
  int number = 0;
  const auto hash = [&](GateMode mode, double learning_rate) {
    TrainingConfig config = small_config();
    config.gate.mode = mode;
    config.training.learning_rate = learning_rate;
    return run(config, folder_ / std::to_string(number++), kAll).games_hash;
  };
  EXPECT_EQ(hash(GateMode::kFrozen, 1e-2), hash(GateMode::kFrozen, 1e-3));
  EXPECT_NE(hash(GateMode::kNone, 1e-2), hash(GateMode::kNone, 1e-3));
}

// With a fixed schedule length, a shorter run equals the beginning of a longer one.
TEST_F(TrainingRunTest, ShorterRunIsAPrefixOfALongerOne) {
  TrainingConfig config = small_config();
  config.training.decay_games = config.training.games;
  EXPECT_FALSE(run(config, folder_ / "stopped", 3).finished);
  const Net beginning = load_net(folder_ / "stopped" / "net.safetensors");
  config.training.games = static_cast<std::int64_t>(beginning.provenance.game_count);
  const TrainingSummary shorter = run(config, folder_ / "shorter", kAll);
  EXPECT_TRUE(shorter.finished);
  EXPECT_EQ(load_net(shorter.net_file).layers, beginning.layers);
  config.training.decay_games = 0;
  EXPECT_NE(load_net(run(config, folder_ / "other", kAll).net_file).layers, beginning.layers);
}

TEST_F(TrainingRunTest, StartsFromAGivenNet) {
  const TrainingSummary first = run(small_config(), folder_ / "first", kAll);
  TrainingConfig config = small_config();
  config.net.start_net_file = first.net_file.string();
  config.training.games = 20;
  config.training.learning_rate = 1e-9;
  config.training.final_learning_rate = 1e-9;
  const Net continued = load_net(run(config, folder_ / "second", kAll).net_file);
  const Net before = load_net(first.net_file);
  for (std::size_t i = 0; i < before.layers.size(); ++i) {
    for (std::size_t w = 0; w < before.layers[i].weight.size(); ++w) {
      ASSERT_NEAR(continued.layers[i].weight[w], before.layers[i].weight[w], 1e-6);
    }
  }
  // Once started, the run does not need the file.
  fs::remove(first.net_file);
  EXPECT_TRUE(resume(folder_ / "second", kAll, {{"training.games", "40"}}).finished);
  config.net.hidden_widths = {13};
  EXPECT_THROW(run(config, folder_ / "third", kAll), InputError);
}

class FailingGenerationSource : public GenerationSource {
 public:
  void start_generation(std::uint64_t, const Net&) override { throw std::runtime_error("killed"); }
  Generation wait_for_generation() override { return {}; }
};

TEST_F(TrainingRunTest, ARunKilledInItsFirstGenerationDoesNotNeedTheGivenNet) {
  fs::create_directories(folder_);
  TrainingConfig config = small_config();
  const fs::path given = folder_ / "given.safetensors";
  save_net(make_initial_net(config), given);
  config.net.start_net_file = given.string();
  const std::atomic<bool> stop = false;
  TrainingCallbacks callbacks;
  callbacks.make_generation_source = [](const TrainingConfig&) {
    return std::make_unique<FailingGenerationSource>();
  };
  EXPECT_THROW(start_training(config, folder_ / "run", stop, callbacks), std::runtime_error);
  fs::remove(given);
  EXPECT_TRUE(resume(folder_ / "run", kAll).finished);
}

TEST_F(TrainingRunTest, StartsFromTheMeanOfGivenNets) {
  fs::create_directories(folder_);
  TrainingConfig config = small_config();
  std::vector<Net> nets;
  for (const std::uint64_t seed : {1, 2, 3}) {
    config.seed = seed;
    nets.push_back(make_initial_net(config));
    save_net(nets.back(), folder_ / (std::to_string(seed) + ".safetensors"));
  }
  config.net.averaged_net_files = {(folder_ / "2.safetensors").string(),
                                   (folder_ / "3.safetensors").string()};
  EXPECT_THROW(make_initial_net(config), InputError);  // net.from is missing
  config.net.start_net_file = (folder_ / "1.safetensors").string();
  const Net mean = make_initial_net(config);
  for (std::size_t i = 0; i < mean.layers.size(); ++i) {
    for (std::size_t w = 0; w < mean.layers[i].weight.size(); ++w) {
      double sum = 0.0;
      for (const Net& net : nets) sum += net.layers[i].weight[w];
      ASSERT_EQ(mean.layers[i].weight[w], static_cast<float>(sum / 3.0));
    }
  }
  config.training.games = 20;
  EXPECT_TRUE(run(config, folder_ / "run", kAll).finished);
  fs::remove(folder_ / "2.safetensors");
  EXPECT_TRUE(resume(folder_ / "run", kAll, {{"training.games", "40"}}).finished);
  config.net.averaged_net_files = {(folder_ / "missing.safetensors").string()};
  EXPECT_THROW(make_initial_net(config), InputError);
  config.net.hidden_widths.back() += 1;
  save_net(make_random_net(mean.game, mean.input_count(), config.net.hidden_widths, 1),
           folder_ / "wider.safetensors");
  config.net.averaged_net_files = {(folder_ / "wider.safetensors").string()};
  EXPECT_THROW(make_initial_net(config), InputError);
}

TEST_F(TrainingRunTest, StartsFromAGivenNetWithMoreLayers) {
  const TrainingSummary first = run(small_config(), folder_ / "first", kAll);
  TrainingConfig config = small_config();
  config.net.start_net_file = first.net_file.string();
  config.net.hidden_widths.push_back(10);
  const Net begun = make_initial_net(config);
  EXPECT_EQ(hidden_widths(begun), config.net.hidden_widths);
  EXPECT_EQ(begun.layers.front(), load_net(first.net_file).layers.front());
  EXPECT_TRUE(run(config, folder_ / "second", kAll).finished);
  config.net.hidden_widths.back() = 9;
  EXPECT_THROW(make_initial_net(config), InputError);
  config.net.hidden_widths.back() = 10;
  config.net.hidden_widths.push_back(10);
  EXPECT_EQ(hidden_widths(make_initial_net(config)), config.net.hidden_widths);
}

TEST_F(TrainingRunTest, PrunesTheGivenNetAndContinuesWithTheSmallerShape) {
  const TrainingSummary first = run(small_config(), folder_ / "first", kAll);
  Net dead = load_net(first.net_file);
  dead.layers.front().bias[1] = -100.0f;  // a dead unit
  save_net(dead, folder_ / "dead.safetensors");
  TrainingConfig config = small_config();
  config.net.start_net_file = (folder_ / "dead.safetensors").string();
  config.net.prune_start_net = true;
  const std::vector<int> cut = hidden_widths(make_initial_net(config));
  EXPECT_LT(cut.front(), config.net.hidden_widths.front());
  const TrainingSummary whole = run(config, folder_ / "whole", kAll);
  EXPECT_EQ(load_config((folder_ / "whole/config.toml").string()).net.hidden_widths, cut);
  EXPECT_FALSE(run(config, folder_ / "parts", 3).finished);
  EXPECT_EQ(load_net(resume(folder_ / "parts", kAll).net_file), load_net(whole.net_file));
  EXPECT_EQ(hidden_widths(load_net(whole.net_file)), cut);
}

TEST_F(TrainingRunTest, TrainsWithSomeInputBlocksAndContinuesWithAll) {
  TrainingConfig config = small_config();
  config.net.input_block_names = {"places", "owed", "closed"};
  const TrainingSummary whole = run(config, folder_ / "whole", kAll);
  EXPECT_FALSE(run(config, folder_ / "parts", 3).finished);
  const Net net = load_net(resume(folder_ / "parts", kAll).net_file);
  EXPECT_EQ(net, load_net(whole.net_file));
  EXPECT_EQ(net.input_block_names, config.net.input_block_names);
  EXPECT_LT(net.input_count(), make_initial_net(small_config()).input_count());
  config.net.start_net_file = whole.net_file.string();
  config.net.input_block_names = {};
  const Net further = make_initial_net(config);
  EXPECT_TRUE(further.input_block_names.empty());
  EXPECT_EQ(further.input_count(), make_initial_net(small_config()).input_count());
  EXPECT_EQ(further.layers.back(), net.layers.back());
}

TEST_F(TrainingRunTest, RejectsASecondTrainerInTheSameFolder) {
  run(small_config(), folder_, 2);
  const int other = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_GE(other, 0);
  ASSERT_EQ(::flock(other, LOCK_EX | LOCK_NB), 0);
  EXPECT_THROW(resume(folder_, 1), std::runtime_error);
  ::close(other);
  EXPECT_FALSE(resume(folder_, 1).finished);
}

TEST_F(TrainingRunTest, RejectsAnUnknownStrengthOpponentBeforeWriting) {
  TrainingConfig config = small_config();
  config.strength.opponents = {"stranger"};
  EXPECT_THROW(run(config, folder_, 1), InputError);
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(TrainingRunTest, FallsBackToTheCpuAndRecordsItInTheConfig) {
  if (resolve_device(Device::kCuda) == Device::kCuda) GTEST_SKIP() << "there is a GPU";
  TrainingConfig config = small_config();
  const TrainingSummary expected = run(config, folder_ / "cpu", kAll);
  config.training.learner_device = Device::kCuda;
  const TrainingSummary got = run(config, folder_ / "cuda", kAll);
  EXPECT_TRUE(holds(notes_, "cuda is not available"));
  EXPECT_EQ(load_net(got.net_file), load_net(expected.net_file));
  EXPECT_EQ(bytes_of(folder_ / "cuda/config.toml"), bytes_of(folder_ / "cpu/config.toml"));
}

TEST_F(TrainingRunTest, ResumesOnTheCpuIfTheGpuIsGone) {
  if (resolve_device(Device::kCuda) == Device::kCuda) GTEST_SKIP() << "there is a GPU";
  run(small_config(), folder_, 3);
  EXPECT_TRUE(resume(folder_, kAll, {{"training.device", "\"cuda\""}}).finished);
  EXPECT_TRUE(holds(notes_, "cuda is not available"));
  EXPECT_EQ(load_config((folder_ / "config.toml").string()).training.learner_device, Device::kCpu);
}

TEST_F(TrainingRunTest, FallsBackToThePreviousCheckpointIfTheLatestIsDamaged) {
  const TrainingSummary whole = run(small_config(), folder_ / "whole", kAll);
  run(small_config(), folder_ / "hurt", 5);
  const fs::path newest = folder_ / "hurt" / "checkpoint.bin";
  std::string bytes = bytes_of(newest);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  put_bytes(newest, bytes);
  const TrainingSummary hurt = resume(folder_ / "hurt", kAll);
  EXPECT_TRUE(holds(notes_, "checksum mismatch"));
  EXPECT_EQ(load_net(hurt.net_file), load_net(whole.net_file));
}

// The schedule keeps the length that the run had at its start.
TEST_F(TrainingRunTest, ExtendedRunEqualsAWholeOneWithItsSchedule) {
  EXPECT_TRUE(run(small_config(), folder_ / "parts", kAll).finished);
  const TrainingSummary parts = resume(folder_ / "parts", kAll, {{"training.games", "300"}});
  EXPECT_TRUE(parts.finished);
  EXPECT_EQ(parts.games_learned, 300);
  TrainingConfig config = small_config();
  config.training.games = 300;
  config.training.decay_games = 200;
  const TrainingSummary whole = run(config, folder_ / "whole", kAll);
  EXPECT_EQ(load_net(parts.net_file), load_net(whole.net_file));
  EXPECT_EQ(bytes_of(folder_ / "parts/config.toml"), bytes_of(folder_ / "whole/config.toml"));
  const std::vector<GenerationSpan> spans = read_run_history(folder_ / "whole").spans;
  ASSERT_EQ(spans.size(), 15u);
  for (const GenerationSpan& span : spans) {
    const Ratio rate = span.metric_ratios[static_cast<std::size_t>(Metric::kLearningRate)];
    EXPECT_EQ(rate.numerator == config.training.final_learning_rate, span.games_learned_sum > 200);
  }
}

// Directories of older versions have the 0.
TEST_F(TrainingRunTest, ScheduleOfZeroMeansTheGamesAtTheStart) {
  run(small_config(), folder_, 2);
  const std::string file = (folder_ / "config.toml").string();
  TrainingConfig config = load_config(file);
  EXPECT_EQ(config.training.decay_games, 200);
  config.training.decay_games = 0;
  put_bytes(file, format_config(config));
  EXPECT_FALSE(resume(folder_, 1, {{"training.games", "300"}}).finished);
  EXPECT_EQ(load_config(file).training.decay_games, 200);
}

TEST_F(TrainingRunTest, MeansAndPruningNeedAStartNet) {
  TrainingConfig config = small_config();
  config.net.prune_start_net = true;
  EXPECT_EQ(message_of<InputError>([&] { run(config, folder_, 1); }),
            "net.prune: needs a net of net.from, which is \"\"");
  config.net.averaged_net_files = {"other.safetensors"};
  EXPECT_EQ(message_of<InputError>([&] { run(config, folder_, 1); }),
            "net.average_with: needs a net of net.from, which is \"\"");
}

TEST_F(TrainingRunTest, RefusesToStartAnewWithoutTheCheckpointsOfATrainedNet) {
  run(small_config(), folder_, 2);
  fs::remove(folder_ / "checkpoint.bin");
  fs::remove(folder_ / "checkpoint.previous.bin");
  const std::string net = bytes_of(folder_ / "net.safetensors");
  const auto refused = [&] { return message_of<InputError>([&] { resume(folder_, 1); }); };
  EXPECT_TRUE(holds(refused(), "has no checkpoint.bin, but a trained net.safetensors; put"));
  EXPECT_EQ(bytes_of(folder_ / "net.safetensors"), net);
  fs::remove(folder_ / "net.safetensors");
  EXPECT_TRUE(holds(refused(), "has no checkpoint.bin, but generations in metrics.jsonl; put"));
  fs::remove(folder_ / "metrics.jsonl");
  EXPECT_FALSE(resume(folder_, 1).finished) << "killed before its first checkpoint";
}

TEST_F(TrainingRunTest, DamagedMetricsNeverStopARun) {
  const Net whole = load_net(run(small_config(), folder_ / "whole", kAll).net_file);
  const fs::path hurt = folder_ / "hurt";
  const fs::path metrics = hurt / "metrics.jsonl";
  const auto ends_alike = [&](const std::function<void()>& damage) {
    fs::remove_all(hurt);
    run(small_config(), hurt, 5);
    notes_.clear();
    damage();
    return load_net(resume(hurt, kAll).net_file) == whole;
  };
  EXPECT_TRUE(ends_alike([&] { fs::resize_file(metrics, fs::file_size(metrics) - 1); }));
  EXPECT_TRUE(holds(notes_, "resuming from the previous checkpoint"));
  EXPECT_TRUE(ends_alike([&] { fs::resize_file(metrics, 10); }));
  EXPECT_TRUE(holds(notes_, "metrics.jsonl: incomplete; truncated after line 0"));
  EXPECT_TRUE(ends_alike([&] { fs::remove(metrics); }));
  EXPECT_TRUE(holds(notes_, "resuming without the missing lines"));
  EXPECT_TRUE(ends_alike([&] { std::ofstream(metrics, std::ios::app) << "longer"; }));
  EXPECT_EQ(notes_, "");
  EXPECT_TRUE(ends_alike([&] { std::fstream(metrics) << "garbled"; }));
  EXPECT_TRUE(holds(notes_, "metrics.jsonl:1: not an event of a training run"));

  for (const int generations : {4, 5, 6}) {
    const fs::path other = folder_ / ("other" + std::to_string(generations));
    TrainingConfig config = small_config();
    config.seed = 99;
    run(config, other, generations);
    EXPECT_TRUE(ends_alike([&] {
      fs::copy_file(other / "metrics.jsonl", metrics, fs::copy_options::overwrite_existing);
    }));
    EXPECT_TRUE(holds(notes_, "metrics.jsonl: lists other games than the checkpoint"));
  }
}

TEST_F(TrainingRunTest, NamesADirectoryInPlaceOfAFileBeforeWork) {
  run(small_config(), folder_, 2);
  for (const std::string_view name : kRunFileNames) {
    if (name == "config.toml") continue;
    const fs::path file = folder_ / name;
    const fs::path kept = folder_ / "kept";
    if (fs::exists(file)) fs::rename(file, kept);
    fs::create_directory(file);
    EXPECT_EQ(message_of<InputError>([&] { resume(folder_, 1); }),
              file.string() + ": cannot be written: it is a directory");
    fs::remove(file);
    if (fs::exists(kept)) fs::rename(kept, file);
  }
  EXPECT_FALSE(resume(folder_, 1).finished);
}

// Every key that changes games or weights is refused, with both values.
TEST_F(TrainingRunTest, RejectsResumingAsAnotherRun) {
  run(small_config(), folder_, 2);
  for (const ConfigOverride& change :
       std::vector<ConfigOverride>{{"seed", "9"},
                                   {"checkers", "4"},
                                   {"variant", "\"plakoto\""},
                                   {"net.hidden", "[13]"},
                                   {"training.games_per_generation", "10"},
                                   {"training.lambda", "0.5"},
                                   {"training.targets", "\"lookahead\""},
                                   {"training.max_decisions", "500"},
                                   {"training.learning_rate", "0.5"},
                                   {"training.final_learning_rate", "0.5"},
                                   {"training.schedule_games", "400"},
                                   {"training.batch", "64"},
                                   {"training.replay_generations", "2"},
                                   {"training.replay_ratio", "0.5"},
                                   {"gate.mode", "\"frozen\""}}) {
    EXPECT_THROW(resume(folder_, 1, {change}), InputError) << change.key;
  }
  EXPECT_EQ(message_of<InputError>([&] { resume(folder_, 1, {{"training.lambda", "0.5"}}); }),
            "--set training.lambda=0.5: this run was started with 0.7 and cannot change it; start "
            "another run with its own --out");
  EXPECT_THROW(resume(folder_, 1, {{"training.games", "400"}, {"training.schedule_games", "0"}}),
               InputError);
}

TEST_F(TrainingRunTest, LogsWhatAResumedRunChanges) {
  run(small_config(), folder_, 2);
  resume(folder_, 1, {{"training.games", "300"}, {"strength.every", "0"}});
  resume(folder_, 1);
  const std::string metrics = bytes_of(folder_ / "metrics.jsonl");
  EXPECT_TRUE(holds(metrics, R"("changes":[{"key":"training.games","before":"200","after":"300"},)"
                             R"({"key":"strength.every","before":"50000","after":"0"}]})"));
  EXPECT_EQ(metrics.find("changes"), metrics.rfind("changes")) << "once";
}

// config.toml may be edited, but must still fit what was learned so far.
TEST_F(TrainingRunTest, RejectsAnEditedConfigLikeTheSameOverrides) {
  run(small_config(), folder_, 2);
  const std::string file = (folder_ / "config.toml").string();
  const std::string before = bytes_of(file);
  const auto edited = [&](auto change) {
    TrainingConfig config = small_config();
    change(config);
    put_bytes(file, format_config(config));
  };
  const auto expect_refusal = [&](const std::string& said) {
    const std::string error = message_of<InputError>([&] { resume(folder_, 1); });
    EXPECT_TRUE(error.starts_with(file + ": " + said)) << error;
  };
  edited([](TrainingConfig& config) { config.seed = 9; });
  expect_refusal("seed is 9 instead of 8");
  edited([](TrainingConfig& config) { config.training.games_per_generation = 10; });
  expect_refusal("training.games_per_generation is 10 instead of 20");
  edited([](TrainingConfig& config) { config.net.hidden_widths = {13}; });
  expect_refusal("net.hidden is [13] instead of [12]");
  edited([](TrainingConfig& config) { config.run.selfplay_threads = 1; });
  EXPECT_FALSE(resume(folder_, 1).finished);
  put_bytes(file, before);
  EXPECT_TRUE(resume(folder_, kAll).finished);
}

TEST_F(TrainingRunTest, RejectsShorteningARun) {
  run(small_config(), folder_, kAll);
  EXPECT_THROW(resume(folder_, 1, {{"training.games", "100"}}), InputError);
  EXPECT_THROW(resume(folder_, 1, {{"training.lambda", "0.1"}}), InputError);
  EXPECT_TRUE(resume(folder_, 1).finished);
}

TEST_F(TrainingRunTest, AStopEndsTheGenerationInProgress) {
  const std::atomic<bool> stop = true;
  LocalGenerationSource source(small_config(), &stop);
  source.start_generation(0, make_initial_net(small_config()));
  EXPECT_EQ(source.wait_for_generation().decisions, 0u);
}

TEST_F(TrainingRunTest, NewRunNeverOverwritesAnOldOne) {
  run(small_config(), folder_, 2);
  EXPECT_THROW(run(small_config(), folder_, 2), InputError);
}

// The source of self-play is created between the first check of the directory and its lock.
TEST_F(TrainingRunTest, NewRunNeverOverwritesAConcurrentOne) {
  TrainingConfig other = small_config();
  other.seed = 9;
  std::atomic<bool> stop = false;
  TrainingCallbacks callbacks = stopper(stop, 2);
  callbacks.make_generation_source = [&](const TrainingConfig& config) {
    run(other, folder_, 2);
    return std::make_unique<LocalGenerationSource>(config);
  };
  EXPECT_THROW(start_training(small_config(), folder_, stop, callbacks), InputError);
  EXPECT_EQ(load_config((folder_ / "config.toml").string()).seed, 9u);
  EXPECT_TRUE(resume(folder_, kAll).finished);
}

TEST_F(TrainingRunTest, RejectsResumingWithoutARun) {
  EXPECT_THROW(resume(folder_, 1), InputError);
}

TEST_F(TrainingRunTest, TrainsEveryGame) {
  for (const char* variant : {"gul-bara", "plakoto", "fevga", "moultezim", "portes"}) {
    TrainingConfig config = small_config();
    config.game = find_game(variant);
    config.checkers = 15;
    config.training.games = 20;
    EXPECT_TRUE(run(config, folder_ / variant, kAll).finished) << variant;
  }
}

TEST_F(TrainingRunTest, ReportsAFolderThatCannotBeCreated) {
  EXPECT_THROW(run(small_config(), "/proc/no-such-place/run", 1), std::exception);
}

}  // namespace
}  // namespace gioul
