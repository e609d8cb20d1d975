// gioul train. Skipped in builds without LibTorch.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "selfplay/config/config.h"
#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"
#include "tests/paths.h"

namespace gioul {
namespace {

class GioulTrain : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(std::filesystem::path(gioul_binary()).parent_path() /
                                 "gioul-train")) {
      GTEST_SKIP() << "cannot train";
    }
  }

  // Starts a short run; `options` come last.
  Finished train(const std::string& name, const Words& options = {}) {
    return gioul_run(command(name) + options);
  }
  Words command(const std::string& name) const {
    return Words{"train", "--out", folder_ / name, "--checkers", "2"} +
           "--set training.games=60 --set training.games_per_generation=20" +
           "--set net.hidden=[8]";
  }

  TrainingConfig config_of(const std::string& name) const {
    return load_config(folder_ / name / "config.toml");
  }

  TemporaryFolder folder_;
};

TEST_F(GioulTrain, WithoutAGpuFallsBackToTheCpuWithOneNote) {
  const Finished run = train("gpu", {"--device", "cuda"});
  ASSERT_EQ(run.code, 0) << run.err;
  const LearningConfig used = config_of("gpu").training;
  if (used.learner_device == Device::kCuda) GTEST_SKIP() << "there is a GPU";
  EXPECT_EQ(used.learner_device, Device::kCpu);
  const std::string note = "note: cuda is not available in this LibTorch: device is now cpu\n";
  EXPECT_TRUE(holds(run.err, note));
  EXPECT_EQ(run.err.find("cuda"), run.err.rfind("cuda")) << run.err;
}

TEST_F(GioulTrain, LogsTheKernelThatTheEnvironmentNames) {
  const auto train_with = [&](const std::string& kernel) {
    return run_program("/usr/bin/env",
                       Words{"GIOUL_KERNEL=" + kernel, gioul_binary()} + command(kernel));
  };
  EXPECT_EQ(train_with("plain").code, 0);
  EXPECT_TRUE(holds(bytes_of(folder_ / "plain/metrics.jsonl"), "\"kernel\":\"plain\""));
  expect_refusal(train_with("x"), "GIOUL_KERNEL=x: this CPU supports ");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x"));
}

TEST_F(GioulTrain, ParsesSettingsAsToml) {
  const Finished run = train("list", {"--set", "strength.opponents=[\"blocker\",\"random\"]"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(config_of("list").strength.opponents, (std::vector<std::string>{"blocker", "random"}));
  expect_refusal(train("glued", {"--set", "seed=3", "--set", "4"}), "--set 4: expected KEY=VALUE");
  expect_refusal(train("lines", {"--set", "seed=\n\nx"}), "--set seed=");
  expect_refusal(train("comma", {"--set", "strength.opponents=[\"net:f,plies=1\"]"}),
                 "f: cannot be opened");
}

TEST_F(GioulTrain, RejectsRepeatedAndEmptyOptions) {
  expect_refusal(train("a", {"--out", folder_ / "b"}), "--out is given more than once");
  expect_refusal(train("a", {"--checkers", "3"}), "--checkers is given more than once");
  expect_refused({"train", "--out", ""}, "--out is empty");
  expect_refused({"train", "--out", folder_ / "a", "run"}, "unexpected argument 'run'");
  expect_refused({"train", "--out", folder_ / "a", "--fly"}, "fly");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a"));
}

TEST_F(GioulTrain, DoesNotWriteThroughLinks) {
  put_bytes(folder_ / "precious", "mine");
  std::filesystem::create_directory(folder_ / "run");
  std::filesystem::create_symlink(folder_ / "precious", folder_ / "run/metrics.jsonl");
  expect_refusal(train("run"), "already contains a run");
  EXPECT_EQ(bytes_of(folder_ / "precious"), "mine");
}

TEST_F(GioulTrain, DoesNotResumeThroughLinks) {
  ASSERT_EQ(train("run").code, 0);
  const std::string run = (folder_ / "run").string();
  const std::string config = bytes_of(folder_ / "run/config.toml");
  for (const std::string file : {"metrics.jsonl", "checkpoint.bin"}) {
    std::filesystem::rename(folder_ / "run" / file, folder_ / file);
    std::filesystem::create_symlink(folder_ / file, folder_ / "run" / file);
    expect_refused({"train", "--out", run, "--resume", "--set", "training.games=80"},
                   file + ": cannot be written: it is a symbolic link");
    std::filesystem::rename(folder_ / file, folder_ / "run" / file);
  }
  EXPECT_EQ(bytes_of(folder_ / "run/config.toml"), config);
}

TEST_F(GioulTrain, RejectsUnknownDevices) {
  const Finished run = train("run", {"--device", "tpu"});
  expect_refusal(run, "training.device=\"tpu\": must be one of \"cpu\", \"cuda\"");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run"));
}

}  // namespace
}  // namespace gioul
