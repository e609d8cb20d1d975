// Checks the header's numbers; tests/cli/c_header_test.sh checks that it compiles and computes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "engine/rng.h"
#include "nn/export/export.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

using testing::Not;

// Returns all numbers in the arrays of a header, in order.
std::vector<float> numbers_of(const std::string& header) {
  std::vector<float> numbers;
  for (std::size_t at = header.find("] = {\n"); at != std::string::npos;
       at = header.find("] = {\n", at)) {
    const std::size_t end = header.find('}', at);
    at += 6;
    while (at < end) {
      const std::size_t comma = std::min(header.find_first_of(",\n", at), end);
      const std::string text = header.substr(at, comma - at);
      at = comma + 1;
      if (text.find_first_not_of(' ') == std::string::npos) continue;
      char* rest = nullptr;
      numbers.push_back(std::strtof(text.c_str(), &rest));
      EXPECT_STREQ(rest, "f") << text;
      EXPECT_NE(text.find_first_of(".e"), std::string::npos) << text << " would be no C";
    }
  }
  return numbers;
}

TEST(CHeader, WeightsReadBackBitForBit) {
  Net net = make_random_net("gioul", 500, {8}, 1);
  CounterRng rng(2, 0, RngStream::kShuffle);
  std::vector<float>& weight = net.layers[0].weight;
  for (float& value : weight) {
    do {
      value = std::bit_cast<float>(static_cast<std::uint32_t>(rng.next()));
    } while (!(std::abs(value) <= kMaxWeight));
  }
  using Limits = std::numeric_limits<float>;
  const float special[] = {0.0f,          -0.0f,      1.0f,        -100.0f,
                           Limits::min(), kMaxWeight, 65536.0f,    Limits::denorm_min(),
                           -kMaxWeight,   0.1f,       1.0f / 3.0f, 1e-10f};
  std::ranges::copy(special, weight.begin());
  std::vector<float> expected;
  for (const DenseLayer& layer : net.layers) {
    expected.insert(expected.end(), layer.weight.begin(), layer.weight.end());
    expected.insert(expected.end(), layer.bias.begin(), layer.bias.end());
  }
  const std::vector<float> found = numbers_of(encode_c_header(net));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(std::bit_cast<std::uint32_t>(found[i]), std::bit_cast<std::uint32_t>(expected[i]))
        << expected[i];
  }
}

TEST(CHeader, EscapesNamesInCommentsAndStrings) {
  Net net = make_random_net("gioul", 3, {2}, 1);
  net.game = "*/ \"x\\";
  net.provenance.program_version = "*/ int x; /*";
  const std::string header = encode_c_header(net);
  EXPECT_FALSE(holds(header, "int x; /*"));
  EXPECT_TRUE(holds(header, "[] = \"__ _x_\";"));
}

TEST(CHeader, RejectsInvalidNets) {
  Net net = make_random_net("gioul", 3, {2}, 1);
  net.layers[0].bias[0] = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(holds(message_of<std::runtime_error>([&] { encode_c_header(net); }),
                    "net not written as C: layers.0.bias"));
}

}  // namespace
}  // namespace gioul
