#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "nn/net/net_file.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/paths.h"

namespace gioul {
namespace {

class RoundedNet : public testing::Test {
 protected:
  RoundedNet() : net_(make_random_net("gioul", 40, {8, 4}, 3)) {
    net_.layers[0].weight[7] = 100.0f;
    for (std::size_t i = 2; i < net_.layers[1].weight.size(); i += 8)
      net_.layers[1].weight[i] = 0.0f;
    save_rounded_net(net_, 0.25, file_);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "small.safetensors";
  Net net_;
};

TEST_F(RoundedNet, WeightsStayCloseToTheOriginal) {
  const Net read = load_net(file_);
  ASSERT_EQ(read.layers.size(), net_.layers.size());
  for (std::size_t l = 0; l < read.layers.size(); ++l) {
    EXPECT_EQ(read.layers[l].bias, net_.layers[l].bias);
    for (std::size_t i = 0; i < read.layers[l].weight.size(); ++i) {
      if (l == 0 && i / 40 == 2) continue;
      EXPECT_NEAR(read.layers[l].weight[i], net_.layers[l].weight[i], l == 0 ? 0.25 : 0.001);
    }
  }
}

TEST_F(RoundedNet, UsesSmallerStepsForMoreImportantUnits) {
  net_.layers[0].weight[7] = 0.5f;
  for (std::size_t i = 0; i < net_.layers[1].weight.size(); i += 8)
    net_.layers[1].weight[i] *= 30.0f;
  save_rounded_net(net_, 0.25, file_);
  const Net read = load_net(file_);
  const auto error = [&](std::size_t unit) {
    double largest = 0.0;
    for (std::size_t i = 40 * unit; i < 40 * (unit + 1); ++i) {
      largest =
          std::max(largest, std::abs(double{read.layers[0].weight[i]} - net_.layers[0].weight[i]));
    }
    return largest;
  };
  EXPECT_LT(10 * error(0), error(1));
  EXPECT_EQ(read.layers[0].weight[2 * 40 + 5], 0.0f) << "nothing is said of what counts nothing";
}

TEST_F(RoundedNet, KeepsTheLargestWeightsWithinBounds) {
  net_.layers[0].weight[7] = kMaxWeight;
  net_.layers[1].weight[3] = -kMaxWeight;
  save_rounded_net(net_, 0.3, file_);
  EXPECT_NEAR(load_net(file_).layers[0].weight[7], kMaxWeight, 50.0f);
}

TEST_F(RoundedNet, ReadsNetsWithOnlyEightBitWeights) {
  const Net old = load_net(test_data() + "/../fuzz/fuzz_net/steps");
  EXPECT_EQ(old.game, "gioul");
}

TEST_F(RoundedNet, RejectsAFileWithoutSteps) {
  std::string bytes = bytes_of(file_);
  const std::size_t at = bytes.find("layers.1.step");
  bytes[at + 9] = 'S';
  EXPECT_TRUE(holds(message_of<InputError>([&] { decode_net(bytes, "NAME"); }), "NAME: "));
}

TEST_F(RoundedNet, RejectsHighBytesOfAnotherShape) {
  std::string bytes = bytes_of(file_);
  bytes.replace(bytes.find("[8,40]", bytes.find("layers.0.high")), 6, "[40,8]");
  EXPECT_TRUE(holds(message_of<InputError>([&] { decode_net(bytes, "NAME"); }),
                    "layers.0.high does not have the dtype and shape of its weight"));
}

TEST_F(RoundedNet, FileIsHalfTheSize) {
  const std::filesystem::path whole = folder_.path() / "whole.safetensors";
  const Net large = make_random_net("gioul", 4000, {64}, 1);
  save_net(large, whole);
  save_rounded_net(large, 0.1, file_);
  EXPECT_LT(19 * std::filesystem::file_size(file_), 10 * std::filesystem::file_size(whole));
}

}  // namespace
}  // namespace gioul
