#include "eval/players/players.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "base/error.h"
#include "engine/games/dispatch.h"
#include "engine/movegen.h"
#include "engine/text/notation.h"
#include "eval/value/evaluator.h"
#include "nn/net/net_file.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

class PlayerTest : public ::testing::Test {
 protected:
  // Generates the decision and lets the player `name` choose.
  std::size_t choose(const std::string& name, const char* position, Dice dice) {
    before_ = parse_position(game_with_rules<Gioul>(), position);
    generate_afterstates<Gioul>(before_, dice, list_);
    return make_player_factory(name, game_with_rules<Gioul>())()->choose(before_, list_, rng_);
  }

  AfterstateList& list_ = *list_owner_;
  CounterRng rng_{1, 1, RngStream::kFirstPlayer};

 private:
  static inline const std::unique_ptr<AfterstateList> list_owner_ =
      std::make_unique<AfterstateList>();
  Position before_{};
};

TEST_F(PlayerTest, BlockerHoldsAsManyPointsAsPossible) {
  const std::size_t line = choose("blocker", "24:15|24:15", make_dice(2, 1));
  // 24/22 24/23 holds three points, 24/21 only two.
  EXPECT_EQ(format_position(game_with_rules<Gioul>(), list_.positions()[line]),
            "24:15|24:13,23:1,22:1");
}

TEST_F(PlayerTest, BlockerPrefersTheLongerRunAmongEqualPointCounts) {
  // Many plays hold four points; only 14/9 7/6 has three adjacent ones.
  const std::size_t line =
      choose("blocker", "14:1,10:1,8:1,7:1,off:11|24:4,off:11", make_dice(5, 1));
  EXPECT_EQ(format_position(game_with_rules<Gioul>(), list_.positions()[line]),
            "24:4,off:11|10:1,9:1,8:1,6:1,off:11");
}

TEST_F(PlayerTest, BlockerTakesTheWin) {
  const std::size_t line = choose("blocker", "2:1,1:1,off:13|22:1,5:14", make_dice(6, 5));
  EXPECT_EQ(list_.ending(line), Ending::kWin2);
}

TEST_F(PlayerTest, RandomPlayerReachesEveryAfterstate) {
  std::set<std::size_t> seen;
  for (int i = 0; i < 500; ++i) seen.insert(choose("random", "24:15|24:15", make_dice(6, 6)));
  EXPECT_EQ(seen.size(), 4u);
}

TEST_F(PlayerTest, RejectsUnknownPlayersAndListsKnownOnes) {
  EXPECT_EQ(
      message_of<InputError>([] { make_player_factory("grandmaster", game_with_rules<Gioul>()); }),
      "unknown player 'grandmaster': known are random, blocker, net, net:FILE, "
      "rollout, rollout:FILE, table:FILE, ubgi:COMMAND, gnubg, gnubg:plies=N (docs/players.md)");
}

TEST_F(PlayerTest, NameIncludesThePrecisionOfTheNet) {
  const TemporaryFolder folder;
  const Encoder encoder(game_with_rules<Gioul>());
  const auto put = [&](const char* name, const std::vector<int>& hidden) {
    Net net = make_random_net("gioul", encoder.input_count(), hidden, 3);
    save_net(net, folder / name);
    return "net:" + (folder / name).string();
  };
  const std::string one = put("one", {8});
  const std::string two = put("two", {8, 4});
  for (const char* ending : {"", ",precision=float", ",precision=int16"}) {
    choose(one + ending, "24:15|24:15", make_dice(3, 1));
    choose(two + ending, "24:15|24:15", make_dice(3, 1));
  }
  EXPECT_THROW(make_player_factory(one + ",precision=int4", game_with_rules<Gioul>()), InputError);
}

// The capabilities of each kind of player.
TEST(Players, ReportTheirCapabilities) {
  struct Expected {
    const char* name;
    bool supports_utility;
    std::optional<int> plies;
    const char* file;
    const char* net_player_name;
    bool is_external;
  };
  for (const Expected& expected : {Expected{"random", false, {}, "", "", false},
                                   {"blocker", false, {}, "", "", false},
                                   {"net:g,plies=2", true, 2, "g", "net:g", false},
                                   {"rollout:g,plies=2", false, {}, "g", "net:g", false},
                                   {"table:t", true, {}, "t", "", false},
                                   {"ubgi:bot,plies=2", false, {}, "", "", true},
                                   {"gnubg:plies=2", false, 2, "", "", true}}) {
    const PlayerSpec player = parse_player(expected.name);
    EXPECT_EQ(player.supports_utility(), expected.supports_utility) << expected.name;
    EXPECT_EQ(player.plies, expected.plies) << expected.name;
    EXPECT_EQ(player.evaluator_file(game_with_rules<Gioul>()), expected.file) << expected.name;
    EXPECT_EQ(player.net_player_name(), expected.net_player_name) << expected.name;
    EXPECT_EQ(player.is_external, expected.is_external) << expected.name;
  }
  EXPECT_EQ(parse_player("net").net_player_name(), "net");
}

TEST(Players, DefaultPlayerSearchesWholeChains) {
  EXPECT_EQ(default_player_name(game_with_rules<Gioul>()), add_chain_search_option("net"));
  const PlayerSpec player = parse_player(add_chain_search_option("net:a,b"));
  EXPECT_EQ(player.net_or_table_file, "a,b");
  EXPECT_EQ(player.plies, 0);
  EXPECT_EQ(player.search_options->chain_beam, default_search_options(1).chain_beam);
}

TEST_F(PlayerTest, BestAfterstateComparesEndingsWithPositions) {
  choose("random", "2:1,1:1,off:13|22:1,5:14", make_dice(6, 5));
  ASSERT_EQ(list_.size(), 1u);
  EXPECT_EQ(best_afterstate_index(list_, std::span<const float>{}), 0u);
  choose("random", "24:15|24:15", make_dice(2, 1));
  std::vector<float> equities(list_.positions().size(), -1.0f);
  equities.back() = 0.5f;
  EXPECT_EQ(best_afterstate_index(list_, equities), equities.size() - 1);
}

}  // namespace
}  // namespace gioul
