#include "selfplay/train/checkpoint.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "engine/games/gioul.h"
#include "engine/games/variants.h"
#include "nn/encode/encoder.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

namespace fs = std::filesystem;

std::string u64(std::uint64_t value) {
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &value, 8);
  return bytes;
}

constexpr const char* kTruncated = ": truncated checkpoint, or one of a net of another shape";

class CheckpointTest : public ::testing::Test {
 protected:
  static RunState example() {
    RunState checkpoint{
        .next_generation = 7,
        .games_hash = ~std::uint64_t{5},
        .metrics_bytes = 1234,
        .seconds = 0.1,
        .config = "seed = 3\n",
        .behavior_net = make_random_net("gioul", Encoder(Gioul::kVariant).input_count(), {3}, 1)};
    checkpoint.behavior_net.provenance.game_count = 1400;
    return checkpoint;
  }

  static std::string start_of(const RunState& checkpoint, std::uint64_t learner_bytes) {
    const std::string header =
        R"({"config":"seed = 3\n","games":1400,"games_hash":18446744073709551610,"generation":7,"metrics_bytes":1234,)"
        R"("seconds":0.1,"trainer_bytes":)" +
        std::to_string(learner_bytes) + "}";
    std::string bytes = "GIOULCK2" + u64(header.size()) + header;
    for (const DenseLayer& layer : checkpoint.behavior_net.layers) {
      for (const std::vector<float>* values : {&layer.weight, &layer.bias}) {
        bytes.append(reinterpret_cast<const char*>(values->data()), values->size() * 4);
      }
    }
    return bytes;
  }

  void save(const RunState& checkpoint, const std::string& learner) const {
    LearnerState pieces;
    pieces.add_owned_bytes(learner.substr(0, 1));
    pieces.add_byte_view(std::string_view(learner).substr(1));
    save_checkpoint(checkpoint, pieces, folder_.path());
  }

  OpenedCheckpoint load(std::uint64_t metrics_bytes = 1234) {
    note_.clear();
    return load_checkpoint(folder_.path(), example().behavior_net, metrics_bytes, note_);
  }

  static std::string rest_of(CheckpointFile& file) {
    std::string bytes(file.unread_bytes(), '\0');
    file.read_learner_bytes(bytes);
    return bytes;
  }

  // Returns the error of a checkpoint with these bytes, without the file name.
  std::string refusal(const std::string& bytes) {
    const fs::path file = folder_ / "checkpoint.bin";
    put_bytes(file, bytes);
    const std::string message = message_of<InputError>([&] { load(); });
    return message.starts_with(file.string()) ? message.substr(file.string().size()) : message;
  }

  TemporaryFolder folder_;
  std::string note_;
};

TEST_F(CheckpointTest, ReadsBackWrittenCheckpoints) {
  const RunState written = example();
  const std::string learner(3'000'000, 'x');
  save(written, learner);
  const OpenedCheckpoint read = load();
  EXPECT_EQ(read.checkpoint.next_generation, written.next_generation);
  EXPECT_EQ(read.checkpoint.games_hash, written.games_hash);
  EXPECT_EQ(read.checkpoint.metrics_bytes, written.metrics_bytes);
  EXPECT_EQ(read.checkpoint.seconds, written.seconds);
  EXPECT_EQ(read.checkpoint.behavior_net, written.behavior_net);
  EXPECT_EQ(rest_of(*read.file), learner);
  EXPECT_EQ(note_, "");
}

TEST_F(CheckpointTest, FileHasTheDocumentedFormat) {
  save(example(), "learner");
  const std::string bytes = start_of(example(), 7) + "learner";
  EXPECT_EQ(bytes_of(folder_ / "checkpoint.bin"), bytes + u64(fnv1a(bytes)));
}

TEST_F(CheckpointTest, SupportsALearnerStateOfFiveGibibytes) {
  constexpr std::uint64_t kLearnerBytes = std::uint64_t{5} << 30;
  const fs::path path = folder_ / "large";
  const std::string start = start_of(example(), kLearnerBytes);
  put_bytes(path, start);
  fs::resize_file(path, start.size() + kLearnerBytes + 8);  // a hole, which takes no disk space
  CheckpointFile file(path);
  EXPECT_EQ(file.read_run_state(example().behavior_net).next_generation, 7u);
  EXPECT_EQ(file.unread_bytes(), kLearnerBytes);
}

TEST_F(CheckpointTest, RejectsAFileOfTheWrongLength) {
  const auto with_sum = [](const std::string& bytes) { return bytes + u64(fnv1a(bytes)); };
  const std::string start = start_of(example(), 7);
  EXPECT_EQ(refusal(with_sum(start + "learne")), kTruncated);
  EXPECT_EQ(refusal(with_sum(start + "learners")), ": trailing data");
  EXPECT_EQ(refusal(with_sum(start.substr(0, start.size() - 1))), kTruncated);
  EXPECT_EQ(refusal(with_sum("GIOULCK2" + u64(40000) + "{}")), kTruncated);
  EXPECT_EQ(refusal(with_sum("GIOULCK2" + u64(~std::uint64_t{0}))), ": corrupted header");
  EXPECT_EQ(refusal(with_sum("GIOULCK2" + u64(1) + "{")),
            ": corrupted header: expected a JSON object");
  EXPECT_EQ(refusal(with_sum("GIOULCK2")), kTruncated);
  EXPECT_EQ(refusal("GIOULCK2"), ": checksum mismatch");
  EXPECT_EQ(refusal("GIOULCK1" + start), ": unknown checkpoint format");
  EXPECT_EQ(refusal(""), ": unknown checkpoint format");
}

TEST_F(CheckpointTest, DetectsEveryDamagedByte) {
  save(example(), "learner");
  const std::string bytes = bytes_of(folder_ / "checkpoint.bin");
  for (std::size_t i = 8; i < bytes.size(); i += 997) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    EXPECT_EQ(refusal(damaged), ": checksum mismatch") << i;
  }
}

TEST_F(CheckpointTest, FallsBackToThePreviousCheckpointIfTheLatestIsDamaged) {
  RunState checkpoint = example();
  save(checkpoint, "first");
  checkpoint.next_generation = 8;
  checkpoint.config = "seed = 4\n";
  save(checkpoint, "second");
  EXPECT_EQ(load().checkpoint.next_generation, 8u);
  EXPECT_EQ(read_checkpoint_config(folder_.path()), "seed = 4\n");
  put_bytes(folder_ / "checkpoint.bin", "GIOULCK2 half of i");
  EXPECT_EQ(read_checkpoint_config(folder_.path()), "seed = 3\n");
  const OpenedCheckpoint read = load();
  EXPECT_EQ(read.checkpoint.next_generation, 7u);
  EXPECT_EQ(rest_of(*read.file), "first");
  EXPECT_TRUE(holds(note_, "; resuming from the previous checkpoint"));
}

// For example, since the disk is full.
TEST_F(CheckpointTest, FailingToWriteOneLeavesBothUnchanged) {
  save(example(), "first");
  save(example(), "second");
  const auto both = [&] {
    return std::pair(bytes_of(folder_ / "checkpoint.bin"),
                     bytes_of(folder_ / "checkpoint.previous.bin"));
  };
  const auto before = both();
  fs::create_directory(folder_ / "checkpoint.new.bin");
  EXPECT_THROW(save(example(), "third"), std::runtime_error);
  EXPECT_TRUE(both() == before);
}

TEST_F(CheckpointTest, NamesBothCheckpointsIfBothAreDamaged) {
  put_bytes(folder_ / "checkpoint.bin", "");
  put_bytes(folder_ / "checkpoint.previous.bin", "x");
  EXPECT_TRUE(holds(message_of<InputError>([&] { load(); }),
                    {"checkpoint.bin: ", "; ", "checkpoint.previous.bin: ", "start anew"}));
}

TEST_F(CheckpointTest, PrefersACheckpointThatTheMetricsCover) {
  RunState checkpoint = example();
  save(checkpoint, "first");
  checkpoint.next_generation = 8;
  checkpoint.metrics_bytes = 2000;
  save(checkpoint, "second");
  EXPECT_EQ(load(2000).checkpoint.next_generation, 8u);
  EXPECT_EQ(note_, "");
  EXPECT_EQ(load(1999).checkpoint.next_generation, 7u);
  EXPECT_EQ(note_, (folder_ / "metrics.jsonl").string() +
                       ": has 1999 bytes, expected at least 2000; resuming from the previous "
                       "checkpoint");
  EXPECT_EQ(load(1000).checkpoint.next_generation, 8u);
  EXPECT_TRUE(holds(note_, "; resuming without the missing lines"));
}

TEST_F(CheckpointTest, StoresTheConfigOfItsRun) {
  save(example(), "learner");
  EXPECT_EQ(load().checkpoint.config, "seed = 3\n");
  EXPECT_EQ(read_checkpoint_config(folder_.path()), "seed = 3\n");
  std::string bytes = bytes_of(folder_ / "checkpoint.bin");
  bytes[bytes.find("seed = 3") + 7] = '5';
  put_bytes(folder_ / "checkpoint.bin", bytes);
  EXPECT_EQ(read_checkpoint_config(folder_.path()), "") << "that of a damaged one is not used";
}

TEST_F(CheckpointTest, RejectsOlderVersions) {
  const std::string header =
      R"({"games":1400,"games_hash":5,"generation":7,"metrics_bytes":0,"seconds":0.1,"trainer_bytes":0})";
  const std::string bytes = "GIOULCK2" + u64(header.size()) + header;
  EXPECT_EQ(refusal(bytes + u64(fnv1a(bytes))),
            ": was written by an older version; start a new run with another --out");
}

TEST_F(CheckpointTest, LeavesOnlyTwoCheckpoints) {
  for (int i = 0; i < 3; ++i) save(example(), "learner");
  EXPECT_EQ(folder_.entries(), 2u);
}

}  // namespace
}  // namespace gioul
