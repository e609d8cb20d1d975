#include "eval/players/player_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/games/variants.h"
#include "engine/games/visit.h"
#include "eval/search/search.h"
#include "nn/infer/compiled_net.h"
#include "nn/net/shipped_net.h"

namespace gioul {
namespace {

using ::testing::HasSubstr;

std::string refusal(std::string_view name) {
  try {
    parse_player(name);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(PlayerSpec, NamesANetAndHowFarItLooksAhead) {
  const PlayerSpec spec =
      parse_player("net:runs/g.safetensors,plies=2,filter=5,margin=0.25,beam=8");
  EXPECT_EQ(spec.kind, PlayerSpec::Kind::kNet);
  EXPECT_EQ(spec.file, "runs/g.safetensors");
  EXPECT_EQ(spec.search.plies, 2);
  EXPECT_EQ(spec.search.filter, 5);
  EXPECT_EQ(spec.search.margin, 0.25);
  EXPECT_EQ(spec.search.beam, 8);
}

TEST(PlayerSpec, WithoutAFileTheShippedNetIsMeant) {
  const PlayerSpec net = parse_player("net,plies=1");
  EXPECT_EQ(net.kind, PlayerSpec::Kind::kNet);
  EXPECT_EQ(net.search.plies, 1);
  EXPECT_EQ(file_of(net, game_of<Gioul>()), shipped_net(game_of<Gioul>()));
  EXPECT_EQ(file_of(parse_player("rollout,trials=36"), game_of<Gioul>()),
            shipped_net(game_of<Gioul>()));
  EXPECT_EQ(file_of(parse_player("net:g"), game_of<Gioul>()), "g");
  EXPECT_EQ(file_of(parse_player("random"), game_of<Gioul>()), "");
  EXPECT_THROW(file_of(net, game_of<Fevga>()), InputError);
}

TEST(PlayerSpec, SingleGamesAreForThoseWhoPlayTheirChainsOn) {
  EXPECT_EQ(default_player(game_of<Gioul>()), patient("net"));
  EXPECT_EQ(default_player(game_of<Fevga>()), "random");
  const PlayerSpec spec = parse_player(patient("net:a,b"));
  EXPECT_EQ(spec.file, "a,b");
  EXPECT_EQ(spec.search.plies, 0);
  EXPECT_EQ(spec.search.beam, default_search(1).beam);
}

TEST(PlayerSpec, ANetAloneDoesNotLookAhead) {
  const PlayerSpec spec = parse_player("net:g.safetensors");
  EXPECT_EQ(spec.search, SearchOptions{});
  EXPECT_EQ(spec.precision, Precision::kFloat);
}

TEST(PlayerSpec, PliesBringTheirDefaultsWhereverTheyStand) {
  const PlayerSpec spec = parse_player("net:g,beam=3,plies=1");
  SearchOptions expected = default_search(1);
  expected.beam = 3;
  EXPECT_EQ(spec.search, expected);
}

TEST(PlayerSpec, TablesAreForPlayersThatLookAheadUnlessSaidOtherwise) {
  EXPECT_FALSE(parse_player("net:g").tables);
  EXPECT_TRUE(parse_player("net:g,tables=on").tables);
  EXPECT_TRUE(parse_player("net:g,plies=1").tables);
  EXPECT_FALSE(parse_player("net:g,tables=off,plies=1").tables);
  EXPECT_FALSE(parse_player("net:g,plies=0").tables);
}

TEST(PlayerSpec, FilesMayHoldCommasAndEquals) {
  EXPECT_EQ(parse_player("net:a,b/c=d.net").file, "a,b/c=d.net");
  EXPECT_EQ(parse_player("net:x,Y=1").file, "x,Y=1");
  EXPECT_EQ(parse_player("table:t,1.table").file, "t,1.table");
}

TEST(PlayerSpec, RolloutsHaveOptionsOfTheirOwn) {
  const PlayerSpec spec = parse_player("rollout:g,trials=36,truncate=0,plays=3,plies=2,tables=off");
  EXPECT_EQ(spec.kind, PlayerSpec::Kind::kRollout);
  EXPECT_EQ(spec.file, "g");
  EXPECT_EQ(spec.rollout.trials, 36);
  EXPECT_EQ(spec.rollout.truncate, 0);
  EXPECT_EQ(spec.rollout.plays, 3);
  EXPECT_EQ(spec.rollout.search, default_search(2));
  EXPECT_FALSE(spec.tables);
  EXPECT_EQ(parse_player("rollout:g").rollout, RolloutPlayerOptions{});
  EXPECT_TRUE(parse_player("rollout:g").tables);
  EXPECT_THAT(refusal("rollout:g,trials=7"), HasSubstr("trials '7': expected an even number"));
  EXPECT_THAT(refusal("rollout:g,beam=1"), HasSubstr("unknown option 'beam' (known are trials"));
}

TEST(PlayerSpec, RefusalsSayWhatWouldBeRight) {
  EXPECT_THAT(refusal("grandmaster"), HasSubstr("unknown player 'grandmaster': known are random"));
  EXPECT_THAT(refusal("net:"), HasSubstr("expected a file"));
  EXPECT_THAT(refusal("net:g,plies=9"),
              HasSubstr("plies '9': expected a whole number from 0 to 4"));
  EXPECT_THAT(refusal("net:g,plies=1.5"), HasSubstr("plies '1.5'"));
  EXPECT_THAT(refusal("net:g,depth=1"), HasSubstr("unknown option 'depth' (known are plies"));
  EXPECT_THAT(refusal("net:g,plies=1,plies=2"), HasSubstr("plies is given twice"));
  EXPECT_THAT(refusal("net:g,margin=-1"), HasSubstr("margin '-1': expected a number of points"));
  EXPECT_THAT(refusal("net:g,margin=nan"), HasSubstr("margin 'nan'"));
  EXPECT_THAT(refusal("net:g,precision=int4"),
              HasSubstr("precision 'int4': expected float or int16"));
  EXPECT_THAT(refusal("random,plies=1"), HasSubstr("unknown option 'plies' (it takes none)"));
}

}  // namespace
}  // namespace gioul
