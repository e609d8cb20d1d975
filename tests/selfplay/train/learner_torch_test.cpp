#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "base/error.h"
#include "base/files.h"
#include "engine/games/gioul.h"
#include "engine/games/variants.h"
#include "engine/text/notation.h"
#include "selfplay/train/learner.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

class LearnerStateTest : public ::testing::Test {
 protected:
  static TrainingConfig config() {
    TrainingConfig config;
    config.net.hidden_widths = {4};
    config.training.replay_generations = 2;
    return config;
  }

  Learner learner() const { return Learner(config(), encoder_, net_); }

  static Generation generation(std::size_t examples) {
    Generation generation;
    generation.games = 1;
    for (std::size_t i = 0; i < examples; ++i) {
      generation.examples.push_back(
          {start_position(Gioul::kVariant, 15), {0.2f, 0.2f, 0.0f, 0.3f, 0.3f}});
    }
    return generation;
  }

  // As in a checkpoint.
  static std::string joined(const LearnerState& pieces) {
    std::string bytes;
    for (const std::string_view piece : pieces.buffers()) bytes += piece;
    return bytes;
  }

  void load(const std::string& bytes, Learner& into) const {
    LearnerState pieces;
    pieces.add_byte_view(bytes);
    write_checkpoint_file(folder_ / "checkpoint", {.behavior_net = net_}, pieces);
    CheckpointFile file(folder_ / "checkpoint");
    file.verify_checksum();
    file.read_run_state(net_);
    into.load_state(file);
  }

  Encoder encoder_{Gioul::kVariant};
  Net net_ = make_random_net("gioul", encoder_.input_count(), {4}, 1);
  TemporaryFolder folder_;
};

TEST_F(LearnerStateTest, RoundTripsWithTheReplayBuffer) {
  Learner first = learner();
  for (std::uint64_t i = 0; i < 4; ++i) first.learn(generation(3 + i), i, 0.01);
  // The sizes and bytes of the trainer and of the two latest generations, and the number of these.
  EXPECT_EQ(first.state().buffers().size(), 7u);
  const std::string state = joined(first.state());
  Learner second = learner();
  load(state, second);
  EXPECT_EQ(joined(second.state()), state);
  // Both continue identically.
  first.learn(generation(5), 4, 0.01);
  second.learn(generation(5), 4, 0.01);
  EXPECT_EQ(joined(second.state()), joined(first.state()));
}

TEST_F(LearnerStateTest, ReplaysAndRoundTripsGroups) {
  TrainingConfig comparing = config();
  comparing.training.comparison_weight = 1.0;
  comparing.training.batch_size = 4;  // less than two groups
  const auto grouped = [](std::uint32_t groups) {
    Generation made = generation(3 * groups);
    made.group_sizes.assign(groups, 3);
    for (std::size_t i = 0; i < made.examples.size(); i += 3) {
      made.examples[i].target = {0.0f, 0.5f, 0.0f, 0.5f, 0.0f};
    }
    return made;
  };
  Learner first(comparing, encoder_, net_);
  for (std::uint32_t i = 0; i < 3; ++i) first.learn(grouped(2 + i), i, 0.01);
  const std::string state = joined(first.state());
  Learner second(comparing, encoder_, net_);
  load(state, second);
  first.learn(grouped(3), 3, 0.01);
  second.learn(grouped(3), 3, 0.01);
  EXPECT_EQ(joined(second.state()), joined(first.state()));

  // Invalid starts of groups: the last bytes are those of the last replayed generation.
  std::string lying = state;
  lying[lying.size() - 4] = 1;
  EXPECT_EQ(message_of<InputError>([&] { load(lying, second); }),
            (folder_ / "checkpoint").string() + ": unknown learner state format");
}

TEST_F(LearnerStateTest, RejectsCountsBeyondTheData) {
  Learner first = learner();
  first.learn(generation(3), 0, 0.01);
  const std::string state = joined(first.state());
  Learner second = learner();
  const std::string file = (folder_ / "checkpoint").string();
  const auto refusal = [&](const std::string& bytes) {
    return message_of<InputError>([&] { load(bytes, second); });
  };
  const std::size_t examples_at = state.size() - 3 * sizeof(TrainingExample) - 8;
  for (const std::size_t at : {std::size_t{0}, examples_at - 8, examples_at}) {
    std::string lying = state;
    const std::uint64_t many = std::uint64_t{1} << 60;
    std::memcpy(lying.data() + at, &many, 8);
    EXPECT_EQ(refusal(lying), file + ": truncated learner state") << at;
  }
  EXPECT_EQ(refusal(state.substr(0, state.size() - 1)), file + ": truncated learner state");
  EXPECT_EQ(refusal(state + "x"), file + ": unknown learner state format");
  EXPECT_EQ(refusal(""), file + ": truncated learner state");
}

TEST(LearningRate, DecaysByHalfACosine) {
  LearningConfig config;
  config.learning_rate = 0.01;
  config.final_learning_rate = 0.002;
  EXPECT_DOUBLE_EQ(scheduled_learning_rate(config, 0.0), 0.01);
  EXPECT_NEAR(scheduled_learning_rate(config, 0.25), 0.006 + 0.004 * std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(scheduled_learning_rate(config, 0.5), 0.006, 1e-12);
  EXPECT_DOUBLE_EQ(scheduled_learning_rate(config, 1.0), 0.002);
}

}  // namespace
}  // namespace gioul
