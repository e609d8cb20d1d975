// libgioul in every variant, compared with the C++ layers below it.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/c/gioul.h"
#include "engine/games/game.h"
#include "engine/games/legal_play_list.h"
#include "engine/games/variants.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/players/players.h"
#include "nn/infer/float_net.h"
#include "tests/api/c/capi_handles.h"
#include "tests/base/test_name.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr std::size_t kComparedDecisions = 60;
#else
constexpr std::size_t kComparedDecisions = 600;
#endif

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

// Plays random games through the C interface and calls check(position, dice, list) at each
// decision; the dice are {0, 0} if moves are pending.
template <typename Check>
void at_random_decisions(std::string_view game, Check check) {
  CounterRng rng(5, 1, RngStream::kDice);
  PositionHandle position = start_of(game);
  for (std::size_t decision = 0; decision < kComparedDecisions; ++decision) {
    const bool rolls = gioul_position_pending(position.get()) == GIOUL_TO_ROLL;
    const Dice dice = rolls ? rng.roll_dice() : Dice{0, 0};
    const ListHandle list = list_of(position.get(), dice.low, dice.high);
    ASSERT_GE(gioul_afterstates_count(list.get()), 1u);
    check(position.get(), dice, list.get());
    if (::testing::Test::HasFatalFailure()) return;
    const std::size_t line = rng.uniform_below(gioul_afterstates_count(list.get()));
    gioul_position* next = nullptr;
    if (gioul_afterstates_ending(list.get(), line) == GIOUL_GOES_ON) {
      ASSERT_EQ(gioul_position_create_afterstate(list.get(), line, &next), GIOUL_OK);
      position.reset(next);
    } else {
      position = start_of(game);
    }
  }
}

class CApiGames : public ::testing::TestWithParam<std::string_view> {
 protected:
  const Game game_ = find_game(GetParam());
  const std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  const TemporaryFolder folder_;
  const NetHandle net_ = net_of(put_net(folder_, GetParam()));
};

TEST_P(CApiGames, AfterstatesMatchTheEngine) {
  at_random_decisions(
      GetParam(), [&](const gioul_position* at, Dice dice, const gioul_afterstates* listed) {
        const Position position = parse_position(game_, gioul_position_text(at));
        ASSERT_EQ(gioul_position_owed(at), position.owed_moves);
        if (position.is_pending()) dice = make_dice(1, 1);
        game_.generate_afterstates(position, dice, *list_);
        const std::vector<ListedPlay> expected =
            plays_sorted_by_afterstate_text(game_, position, dice, *list_);
        ASSERT_EQ(gioul_afterstates_count(listed), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
          ASSERT_EQ(gioul_afterstates_play(listed, i), expected[i].play_text);
          ASSERT_EQ(gioul_afterstates_text(listed, i), expected[i].afterstate_text);
          const std::string text = gioul_afterstates_text(listed, i);
          const bool ends = text == "win=1" || text == "win=2" || text == "tie";
          ASSERT_EQ(gioul_afterstates_ending(listed, i) != GIOUL_GOES_ON, ends);
          if (ends) continue;
          gioul_position* next = nullptr;
          ASSERT_EQ(gioul_position_create_afterstate(listed, i, &next), GIOUL_OK);
          const PositionHandle owner(next);
          ASSERT_EQ(gioul_position_text(next), text);
          ASSERT_EQ(
              gioul_afterstates_mover_acts_next(listed),
              mover_acts_next(position, list_->positions()[expected[i].afterstate_index]) ? 1 : 0);
        }
      });
}

TEST_P(CApiGames, EquitiesAreForTheMover) {
  constexpr float kWon[] = {0.0f, 1.0f, 2.0f, 0.0f};  // by gioul_ending
  at_random_decisions(GetParam(), [&](const gioul_position*, Dice, const gioul_afterstates* list) {
    const std::vector<float> equities = equities_of(net_.get(), list);
    const bool again = gioul_afterstates_mover_acts_next(list) == 1;
    for (std::size_t i = 0; i < equities.size(); i += 3) {
      const gioul_ending ending = gioul_afterstates_ending(list, i);
      if (ending != GIOUL_GOES_ON) {
        ASSERT_EQ(equities[i], kWon[ending]);
        continue;
      }
      gioul_position* next = nullptr;
      ASSERT_EQ(gioul_position_create_afterstate(list, i, &next), GIOUL_OK);
      const PositionHandle owner(next);
      const float seen_by_next = equity(value_of(net_.get(), next));
      ASSERT_NEAR(equities[i], again ? seen_by_next : -seen_by_next, 1e-5);
    }
  });
}

TEST_P(CApiGames, ChoicesMatchTheNetPlayer) {
  const auto player = make_player_factory("net:" + put_net(folder_, GetParam()), game_)();
  CounterRng rng{1, 1, RngStream::kFirstPlayer};
  at_random_decisions(GetParam(), [&](const gioul_position* at, Dice dice,
                                      const gioul_afterstates* listed) {
    std::size_t best = 0;
    ASSERT_EQ(gioul_choose(net_.get(), listed, &best), GIOUL_OK);
    const Position position = parse_position(game_, gioul_position_text(at));
    game_.generate_afterstates(position, position.is_pending() ? make_dice(1, 1) : dice, *list_);
    const std::size_t line = player->choose(position, *list_, rng);
    ASSERT_EQ(gioul_afterstates_text(listed, best), format_afterstate(game_, *list_, line));
  });
}

TEST_P(CApiGames, ValuesMatchTheEvaluatorBitForBit) {
  const Encoder encoder(game_);
  const FloatNet evaluator(test_net(GetParam()), encoder);
  FloatNetScratch buffer;
  at_random_decisions(GetParam(), [&](gioul_position* at, Dice, const gioul_afterstates*) {
    const Position position = parse_position(game_, gioul_position_text(at));
    const Distribution expected = evaluator.evaluate(position, buffer);
    const Distribution value = value_of(net_.get(), at);
    ASSERT_TRUE(std::ranges::equal(value, expected, same_bits));
  });
}

TEST_P(CApiGames, InputsMatchTheEncoder) {
  const Encoder encoder(game_);
  at_random_decisions(GetParam(), [&](const gioul_position* at, Dice, const gioul_afterstates*) {
    std::size_t count = 0;
    ASSERT_EQ(gioul_encode(at, nullptr, 0, &count), GIOUL_BUFFER_TOO_SMALL);
    ASSERT_EQ(count, gioul_net_inputs(net_.get()));
    std::vector<float> inputs(count + 1, -1.0f);
    ASSERT_EQ(gioul_encode(at, inputs.data(), inputs.size(), &count), GIOUL_OK);
    std::vector<float> expected(count, 0.0f);
    std::vector<Input> sparse;
    encoder.encode(parse_position(game_, gioul_position_text(at)), sparse);
    for (const Input& input : sparse)
      expected[static_cast<std::size_t>(input.index)] += input.value;
    expected.push_back(-1.0f);  // nothing is written after the inputs
    ASSERT_EQ(inputs, expected);
  });
}

INSTANTIATE_TEST_SUITE_P(All, CApiGames, ::testing::ValuesIn(game_names()), kTestName);

}  // namespace
}  // namespace gioul
