// Which nets a game accepts; net_file_test.cpp tests the file format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "engine/games/variants.h"
#include "nn/infer/float_net.h"
#include "nn/net/net_file.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

using testing::IsEmpty;

TEST(AdaptInputs, RejectsNetsOfOtherGamesByName) {
  const TemporaryFolder folder;
  const auto file = folder / "net.safetensors";
  const Encoder encoder(game_with_rules<Gioul>());
  const auto refusal = [&](const Net& net) {
    save_net(net, file);
    return message_of<InputError>([&] { load_net(file, game_with_rules<Gioul>(), encoder); });
  };
  const Net good = make_random_net("gioul", encoder.input_count(), {4}, 1);
  EXPECT_THAT(refusal(good), IsEmpty());
  EXPECT_EQ(refusal(make_random_net("plakoto", encoder.input_count(), {4}, 1)),
            file.string() + ": is a net for plakoto, not gioul");
  Net newer = good;
  newer.encoder_version = 4;
  EXPECT_TRUE(holds(refusal(newer), "encoder version 4, this program those of version 3"));
  for (const int older : {1, 2}) {  // but with the inputs of version 3
    newer.encoder_version = older;
    EXPECT_TRUE(holds(refusal(newer), "encoder version " + std::to_string(older) +
                                          ", this program those of version 3"));
  }
  EXPECT_TRUE(holds(refusal(make_random_net("gioul", 20, {4}, 1)),
                    "has 20 inputs, not the " + std::to_string(encoder.input_count())));
}

// Weights of an older version stay; those of its missing inputs are 0.
void expect_brought_up_to_date(const Encoder& encoder, const Net& old, const Net& net) {
  EXPECT_EQ(net.encoder_version, encoder.version());
  EXPECT_EQ(net.input_count(), encoder.input_count());
  for (int unit = 0; unit < 4; ++unit) {
    for (int input = 0; input < encoder.input_count(); ++input) {
      const auto weight = [&](const Net& of) {
        return of.layers[0].weight[static_cast<std::size_t>(unit * of.input_count() + input)];
      };
      ASSERT_EQ(weight(net), input < old.input_count() ? weight(old) : 0.0f);
    }
  }
  EXPECT_EQ(net.layers[1], old.layers[1]);
  EXPECT_EQ(net.layers[0].bias, old.layers[0].bias);
}

// Returns the activation of a hidden unit from the inputs of an older version only.
float unit_of(const Net& old, const std::vector<float>& inputs, int unit) {
  float sum = old.layers[0].bias[static_cast<std::size_t>(unit)];
  for (int i = 0; i < old.input_count(); ++i) {
    sum += old.layers[0].weight[static_cast<std::size_t>(unit * old.input_count() + i)] *
           inputs[static_cast<std::size_t>(i)];
  }
  return std::max(0.0f, sum);
}

// Returns the probabilities that `old` gave with its own encoder version.
Distribution old_value(const Net& old, const std::vector<float>& inputs) {
  Distribution p{};
  float total = 0.0f;
  for (std::size_t o = 0; o < kOutcomeCount; ++o) {
    float sum = old.layers[1].bias[o];
    for (int unit = 0; unit < 4; ++unit) {
      sum +=
          old.layers[1].weight[o * 4 + static_cast<std::size_t>(unit)] * unit_of(old, inputs, unit);
    }
    total += p[o] = std::exp(sum);
  }
  for (float& share : p) share /= total;
  return p;
}

TEST(AdaptInputs, KeepsTheValuesOfNetsOfOlderVersions) {
  const TemporaryFolder folder;
  const auto file = folder / "net.safetensors";
  for (const std::string_view name : game_names()) {
    const Game game = find_game(name);
    const Encoder encoder(game);
    for (int version = 1; version < encoder.version(); ++version) {
      SCOPED_TRACE(std::string(name) + ", version " + std::to_string(version));
      Net old = make_random_net(std::string(name), encoder.input_count_of_version(version), {4}, 1);
      old.encoder_version = version;
      save_net(old, file);
      const Net net = load_net(file, game, encoder);
      expect_brought_up_to_date(encoder, old, net);
      const FloatNet compiled(net, encoder);
      FloatNetScratch buffer;
      for (const Position& position : sample_positions(game, kMaxCheckers, 3, 50)) {
        const Distribution expected = old_value(old, encoder.encode_dense(position));
        const Distribution found = compiled.evaluate(position, buffer);
        for (std::size_t o = 0; o < kOutcomeCount; ++o) ASSERT_NEAR(found[o], expected[o], 1e-6);
      }
    }
  }
}

TEST(AdaptInputs, AcceptsNetsOfGamesWithTheSameInputsForTraining) {
  const TemporaryFolder folder;
  const auto file = folder / "net.safetensors";
  const auto begin = [&](const Game from, const Game to) {
    const Net net = make_random_net(std::string(from.name()), Encoder(from).input_count(), {4}, 1);
    save_net(net, file);
    EXPECT_EQ(load_compatible_net(file, from, Encoder(from)).game, from.name());
    const Net found = load_compatible_net(file, to, Encoder(to));
    EXPECT_EQ(found.layers.front().weight, net.layers.front().weight);
    return found.game;
  };
  EXPECT_EQ(begin(game_with_rules<Fevga>(), game_with_rules<Moultezim>()), "moultezim");
  EXPECT_EQ(begin(game_with_rules<Plakoto>(), game_with_rules<PlakotoNoMother>()),
            "plakoto-no-mother");
  EXPECT_EQ(begin(game_with_rules<GulBara>(), game_with_rules<GulBaraLost>()), "gul-bara-lost");
  EXPECT_THROW(begin(game_with_rules<Fevga>(), game_with_rules<Plakoto>()), InputError);
  EXPECT_THROW(load_net(file, game_with_rules<Moultezim>(), Encoder(game_with_rules<Moultezim>())),
               InputError);
}

// All weights of the blocks seen are where an encoder of all inputs looks for them.
TEST(AdaptInputs, KeepsTheValuesOfNetsWithSomeInputBlocks) {
  const TemporaryFolder folder;
  const auto file = folder / "net.safetensors";
  for (const std::string_view name : game_names()) {
    const Game game = find_game(name);
    const Encoder all(game);
    for (const InputBlock& left_out : all.table().input_blocks) {
      if (left_out.name == "places") continue;
      SCOPED_TRACE(std::string(name) + " without " + left_out.name);
      std::vector<std::string> names;
      for (const InputBlock& block : all.table().input_blocks) {
        if (block.name != left_out.name) names.push_back(block.name);
      }
      const Encoder encoder(game, names);
      EXPECT_EQ(encoder.input_count(), all.input_count() - left_out.input_count);
      Net some = make_random_net(std::string(name), encoder.input_count(), {4}, 1);
      some.input_block_names = encoder.table().selected_blocks;
      EXPECT_EQ(some.input_block_names, names);
      save_net(some, file);
      EXPECT_EQ(load_net(file), some);
      EXPECT_EQ(load_net(file, game, encoder), some);
      const Net net = load_net(file, game, all);
      EXPECT_EQ(net.input_count(), all.input_count());
      EXPECT_THAT(net.input_block_names, IsEmpty());
      Net older = some;
      older.encoder_version = 1;  // blocks are found by name
      adapt_inputs(older, "it", game, all);
      EXPECT_EQ(older, net);
      Net back = net;
      adapt_inputs(back, "it", game, encoder);
      EXPECT_EQ(back, some);
      const FloatNet compiled(some, encoder);
      const FloatNet among_all(net, all);
      FloatNetScratch buffer;
      for (const Position& position : sample_positions(game, kMaxCheckers, 3, 20)) {
        ASSERT_EQ(among_all.evaluate(position, buffer), compiled.evaluate(position, buffer));
      }
    }
  }
}

TEST(AdaptInputs, RejectsBlocksTheGameDoesNotHave) {
  const TemporaryFolder folder;
  const auto file = folder / "net.safetensors";
  const Game game = game_with_rules<Gioul>();
  const Encoder encoder(game);
  Net net = make_random_net("gioul", encoder.input_count(), {4}, 1);
  const auto refusal = [&](const std::vector<std::string>& blocks) {
    net.input_block_names = blocks;
    save_net(net, file);
    return message_of<InputError>([&] { load_net(file, game, encoder); });
  };
  const auto expected = [&](const std::string& given) {
    return file.string() + ": its metadata 'inputs': '" + given +
           "': expected input blocks of gioul, each at most once, the first required: places, "
           "owed, phases, closed, moves";
  };
  EXPECT_EQ(refusal({"places", "shots"}), expected("places, shots"));
  EXPECT_EQ(refusal({"places", "owed", "owed"}), expected("places, owed, owed"));
  EXPECT_EQ(refusal({"owed"}), expected("owed"));
  EXPECT_TRUE(holds(refusal({"places", "owed"}), "inputs, not the 210 of gioul"));
}

}  // namespace
}  // namespace gioul
