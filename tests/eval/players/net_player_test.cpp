#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "engine/games/dispatch.h"
#include "eval/players/players.h"
#include "nn/net/net_file.h"
#include "tests/base/holds.h"
#include "tests/eval/players/refusal.h"

namespace gioul {
namespace {

TEST(NetPlayer, ParsesNetAndPlies) {
  const PlayerSpec player =
      parse_player("net:runs/g.safetensors,plies=2,filter=5,margin=0.25,beam=8");
  EXPECT_EQ(player.net_or_table_file, "runs/g.safetensors");
  EXPECT_EQ(player.plies, 2);
  EXPECT_EQ(*player.search_options,
            (SearchOptions{.plies = 2, .move_filter = 5, .filter_margin = 0.25, .chain_beam = 8}));
}

TEST(NetPlayer, DefaultsToTheBundledNet) {
  const PlayerSpec net = parse_player("net,plies=1");
  EXPECT_EQ(net.plies, 1);
  EXPECT_EQ(net.evaluator_file(game_with_rules<Gioul>()),
            require_bundled_net(game_with_rules<Gioul>()));
  EXPECT_EQ(parse_player("net:g").evaluator_file(game_with_rules<Gioul>()), "g");
}

TEST(NetPlayer, DefaultsToZeroPlies) {
  const PlayerSpec player = parse_player("net:g.safetensors");
  EXPECT_EQ(*player.search_options, SearchOptions{});
  EXPECT_EQ(player.precision, Precision::kQuantized);
  EXPECT_EQ(parse_player("net:g,precision=float").precision, Precision::kFloat);
}

TEST(NetPlayer, PliesSetDefaultsAtAnyPlaceInTheName) {
  SearchOptions expected = default_search_options(1);
  expected.chain_beam = 3;
  EXPECT_EQ(*parse_player("net:g,beam=3,plies=1").search_options, expected);
}

TEST(NetPlayer, GivenPliesOverrideThoseInTheName) {
  EXPECT_EQ(*parse_player("net:g,plies=1", 2).search_options, default_search_options(2));
  EXPECT_EQ(parse_player("net:g,plies=1", 0).plies, 0);
  EXPECT_FALSE(parse_player("net:g,plies=1", 0).uses_tables);
}

TEST(NetPlayer, TablesAreOnByDefaultOnlyWithSearch) {
  EXPECT_FALSE(parse_player("net:g").uses_tables);
  EXPECT_TRUE(parse_player("net:g,tables=on").uses_tables);
  EXPECT_TRUE(parse_player("net:g,plies=1").uses_tables);
  EXPECT_FALSE(parse_player("net:g,tables=off,plies=1").uses_tables);
  EXPECT_FALSE(parse_player("net:g,plies=0").uses_tables);
}

TEST(NetPlayer, SoftmaxPlayerPrefersGoodPlaysAndNeverTakesPoorOnes) {
  const Game game = game_with_rules<Portes>();
  const auto list = std::make_unique<AfterstateList>();
  game.generate_afterstates(game.start(), make_dice(3, 1), *list);
  const PlayerSpec net = parse_player("net");
  EvaluatorLoader files;
  const auto search = make_search(game, *net.search_options, net.load_evaluator(files, game)());
  std::vector<ScoredPlay> ranked;
  for (const ScoredPlay& line : search->rank(game.start(), *list)) ranked.push_back(line);
  ASSERT_GT(ranked.size(), 10u);

  const auto count_by_line = [&](const std::string& name) {
    std::vector<int> count(list->size());
    const auto player = make_player_factory(name, game)();
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      CounterRng rng(seed, 0, RngStream::kFirstPlayer);
      ++count[player->choose(game.start(), *list, rng)];
    }
    return count;
  };
  EXPECT_EQ(count_by_line("net,temperature=0")[ranked[0].afterstate_index], 2000);

  const std::vector<int> count = count_by_line("net,temperature=100");
  EXPECT_EQ(count, count_by_line("net,temperature=100"));
  EXPECT_LT(count[ranked[0].afterstate_index], 1900);
  for (const ScoredPlay& line : ranked) {
    const double behind = ranked[0].equity - line.equity;
    const double expected =
        behind > 0.4 ? 0.0 : count[ranked[0].afterstate_index] * std::exp(-behind / 0.1);
    EXPECT_NEAR(count[line.afterstate_index], expected, 5 * std::sqrt(expected) + 3) << behind;
  }
}

TEST(NetPlayer, ErrorsSayWhatIsExpected) {
  EXPECT_TRUE(holds(refusal_of("net:"), "player 'net:': expected a file after 'net:'"));
  EXPECT_TRUE(holds(refusal_of("net:g,plies=9"), "plies '9': expected a whole number from 0 to 4"));
  EXPECT_TRUE(holds(refusal_of("net:g,plies=1.5"), "plies '1.5'"));
  EXPECT_TRUE(holds(refusal_of("net:g,margin=-1"), "margin '-1': expected a number of points"));
  EXPECT_TRUE(holds(refusal_of("net:g,margin=nan"), "margin 'nan'"));
  EXPECT_TRUE(holds(refusal_of("net:g,tables=yes"), "tables 'yes': expected on or off"));
  EXPECT_TRUE(holds(refusal_of("net:g,plys=1"), "unknown option 'plys'; did you mean plies?"));
  EXPECT_TRUE(holds(refusal_of("net:g,temperature=0.1"),
                    "temperature '0.1': expected a whole number from 0 to 4000"));
  EXPECT_TRUE(
      holds(refusal_of("net:g,precision=int4"), "precision 'int4': expected float or int16"));
}

}  // namespace
}  // namespace gioul
