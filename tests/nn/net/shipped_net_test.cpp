#include "nn/net/shipped_net.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "engine/games/variants.h"
#include "engine/games/visit.h"
#include "nn/net/net_file.h"

namespace gioul {
namespace {

TEST(ShippedNet, OfGioulFitsThisProgram) {
  const auto file = shipped_net(game_of<Gioul>());
  EXPECT_EQ(find_shipped_net(game_of<Gioul>()), file);
  EXPECT_LT(std::filesystem::file_size(file), 5'000'000u);
  const Net net = load_net(file, game_of<Gioul>(), Encoder(game_of<Gioul>()));
  EXPECT_EQ(net.encoder_version, encoder_version(game_of<Gioul>()));
  EXPECT_EQ(net.checkers, kMaxCheckers);
}

TEST(ShippedNet, OfAGameWithoutOneIsSaid) {
  EXPECT_FALSE(find_shipped_net(game_of<Fevga>()));
  EXPECT_THROW(shipped_net(game_of<Fevga>()), InputError);
}

}  // namespace
}  // namespace gioul
