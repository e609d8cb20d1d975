// Which nets a game can use; the file itself is tested in net_file_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "engine/games/gioul.h"
#include "engine/games/visit.h"
#include "nn/net/net_file.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(NetFit, NetsOfOtherGamesAreRefusedByName) {
  const TemporaryFolder folder;
  const auto file = folder / "net.safetensors";
  const Encoder encoder(game_of<Gioul>());
  const auto refusal = [&](const Net& net) {
    save_net(net, file);
    return message_of<InputError>([&] { load_net(file, game_of<Gioul>(), encoder); });
  };
  const Net good = random_net("gioul", encoder.inputs(), {4}, 1);
  EXPECT_THAT(refusal(good), IsEmpty());
  EXPECT_EQ(refusal(random_net("plakoto", encoder.inputs(), {4}, 1)),
            file.string() + ": is a net for plakoto, not gioul");
  Net newer = good;
  newer.encoder_version = 3;
  EXPECT_THAT(refusal(newer), HasSubstr("encoder version 3, this program those of version 2"));
  newer.encoder_version = 1;
  EXPECT_THAT(refusal(newer), HasSubstr("encoder version 1, this program those of version 2"));
  EXPECT_THAT(refusal(random_net("gioul", 20, {4}, 1)),
              HasSubstr("has 20 inputs, not the " + std::to_string(encoder.inputs())));
}

TEST(NetFit, NetOfVersion1GivesTheSameValuesInAnyPhase) {
  const TemporaryFolder folder;
  const auto file = folder / "net.safetensors";
  const Encoder encoder(game_of<Gioul>());
  Net old = random_net("gioul", encoder.shared_inputs(), {4}, 1);
  old.encoder_version = 1;
  save_net(old, file);
  const Net net = load_net(file, game_of<Gioul>(), encoder);
  EXPECT_EQ(net.encoder_version, encoder.version());
  EXPECT_EQ(net.inputs(), encoder.inputs());
  for (int unit = 0; unit < 4; ++unit) {
    for (int input = 0; input < encoder.inputs(); ++input) {
      const auto weight = [&](const Net& of) {
        return of.layers[0].weight[static_cast<std::size_t>(unit * of.inputs() + input)];
      };
      ASSERT_EQ(weight(net), input < encoder.shared_inputs() ? weight(old) : 0.0f);
    }
  }
  EXPECT_EQ(net.layers[1], old.layers[1]);
  EXPECT_EQ(net.layers[0].bias, old.layers[0].bias);
}

}  // namespace
}  // namespace gioul
