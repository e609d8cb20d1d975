#include "nn/net/shipped_net.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "engine/games/variants.h"
#include "nn/net/net_file.h"

namespace gioul {
namespace {

TEST(ShippedNet, OfGioulFitsThisProgram) {
  const auto file = shipped_net(Gioul::kAxes);
  EXPECT_EQ(find_shipped_net(Gioul::kAxes), file);
  EXPECT_LT(std::filesystem::file_size(file), 4'000'000u);
  const Net net = load_net(file, Gioul::kAxes, Encoder(Gioul::kAxes));
  EXPECT_EQ(net.encoder_version, Encoder::kVersion);
  EXPECT_EQ(net.checkers, kMaxCheckers);
}

TEST(ShippedNet, OfAGameWithoutOneIsSaid) {
  EXPECT_FALSE(find_shipped_net(Fevga::kAxes));
  EXPECT_THROW(shipped_net(Fevga::kAxes), InputError);
}

}  // namespace
}  // namespace gioul
