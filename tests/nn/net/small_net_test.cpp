#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "nn/net/net_file.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

using testing::HasSubstr;

class SmallNet : public testing::Test {
 protected:
  SmallNet() : net_(random_net("gioul", 40, {8, 4}, 3)) {
    net_.layers[0].weight[7] = 100.0f;
    save_small_net(net_, 0.25, file_);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "small.safetensors";
  Net net_;
};

TEST_F(SmallNet, HasWeightsThatAreNearEnough) {
  const Net read = load_net(file_);
  ASSERT_EQ(read.layers.size(), net_.layers.size());
  for (std::size_t l = 0; l < read.layers.size(); ++l) {
    EXPECT_EQ(read.layers[l].bias, net_.layers[l].bias);
    for (std::size_t i = 0; i < read.layers[l].weight.size(); ++i) {
      const bool is_beside_a_large_one = l == 0 && i < 40;
      const double step = is_beside_a_large_one ? 4.0 : 0.25;  // root mean squares of 16, 1
      EXPECT_NEAR(read.layers[l].weight[i], net_.layers[l].weight[i], step / 2);
    }
  }
}

TEST_F(SmallNet, NeedsItsSteps) {
  std::string bytes = bytes_of(file_);
  const std::size_t at = bytes.find("layers.1.step");
  bytes[at + 9] = 'S';
  EXPECT_THAT(message_of<InputError>([&] { parse_net(bytes, "NAME"); }), HasSubstr("NAME: "));
}

TEST_F(SmallNet, IsAQuarterAsLarge) {
  const std::filesystem::path whole = folder_.path() / "whole.safetensors";
  const Net large = random_net("gioul", 4000, {64}, 1);
  save_net(large, whole);
  save_small_net(large, 0.1, file_);
  EXPECT_LT(3 * std::filesystem::file_size(file_), std::filesystem::file_size(whole));
}

}  // namespace
}  // namespace gioul
