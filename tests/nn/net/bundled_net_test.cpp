#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "engine/games/game.h"
#include "nn/net/net_file.h"

namespace gioul {
namespace {

TEST(BundledNet, LoadsForAllGames) {
  for (const Game game : all_games()) {
    SCOPED_TRACE(game.name());
    const auto file = require_bundled_net(game);
    EXPECT_EQ(find_bundled_net(game), file);
    EXPECT_LT(std::filesystem::file_size(file), 15'000'000u);
    const Net net = load_net(file, game, Encoder(game));
    EXPECT_EQ(net.encoder_version, encoder_version(game));
    EXPECT_EQ(net.checkers_per_side, kMaxCheckers);
  }
}

TEST(BundledNet, ReportsGamesWithoutOne) {
  constexpr Variant kNew = {.name = "long-narde"};
  EXPECT_FALSE(find_bundled_net(kNew));
  EXPECT_THROW(require_bundled_net(kNew), InputError);
}

}  // namespace
}  // namespace gioul
