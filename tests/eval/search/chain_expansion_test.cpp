#include "eval/search/chain_expansion.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/games/gioul.h"
#include "engine/movegen.h"
#include "engine/text/notation.h"
#include "eval/value/evaluator.h"
#include "tests/eval/analysis/small_net.h"

namespace gioul {
namespace {

Game kVariant = game_with_rules<Gioul>();

std::unique_ptr<Evaluator> evaluator() { return small_net(kVariant, {16}, 3)(); }

// Lists all leaves as text by trying every way to play.
void walk(const Position& position, Dice dice, std::set<std::string>& ends) {
  const auto list = std::make_unique<AfterstateList>();
  generate_afterstates<Gioul>(position, dice, *list);
  for (std::size_t line = 0; line < list->size(); ++line) {
    if (list->ending(line) != Ending::kNone) {
      ends.insert(std::string(format_ending(list->ending(line))));
      continue;
    }
    const Position& next = list->positions()[line];
    if (list->mover_acts_next() && next.is_pending()) {
      walk(next, dice, ends);
    } else {
      ends.insert(format_position(kVariant, next));
    }
  }
}

std::string end_text(const ChainEnd& end) {
  if (end.ending != Ending::kNone) return std::string(format_ending(end.ending));
  return format_position(kVariant, end.path.back());
}

void expect_all_ends(const char* text, Dice dice) {
  const Position position = parse_position(kVariant, text);
  std::set<std::string> expected;
  walk(position, dice, expected);
  const auto net = evaluator();
  const ChainLeaves found = expand_chain(kVariant, position, dice, *net, {.max_ends = 1'000'000});
  std::set<std::string> got;
  for (const ChainEnd& end : found.ends) got.insert(end_text(end));
  EXPECT_EQ(got, expected) << text;
  EXPECT_EQ(found.ends.size(), expected.size());
  EXPECT_EQ(found.found_count, expected.size());
  EXPECT_TRUE(found.is_complete);
}

TEST(ExpandChain, FindsTheLeavesOfEveryPath) {
  expect_all_ends("24:15|24:15", make_dice(5, 5));
  expect_all_ends("24:15|24:15", make_dice(3, 1));
  expect_all_ends("13:2,8:3,6:5,off:5|24:3,18:2,14:4,off:6|owed=8", {1, 1});
  expect_all_ends("13:2,8:3,6:5,off:5|24:3,18:2,14:4,off:6|forfeit=10", {1, 1});
  expect_all_ends("5:1,3:2,off:12|24:1,5:14", make_dice(4, 4));  // some ways win
}

TEST(ExpandChain, ThreesFromTheStartHaveSixtyThousandLeaves) {
  const auto net = evaluator();
  const ChainLeaves found =
      expand_chain(kVariant, start_position(kVariant), make_dice(3, 3), *net, {.max_ends = 10});
  EXPECT_TRUE(found.is_complete);
  EXPECT_NEAR(static_cast<double>(found.found_count), 60'000.0,
              5'000.0);  // architecture, section 2
  EXPECT_EQ(found.ends.size(), 10u);
}

TEST(ExpandChain, ReachesLeavesByLegalPlays) {
  const auto net = evaluator();
  const auto list = std::make_unique<AfterstateList>();
  Position position = start_position(kVariant);
  const ChainLeaves found =
      expand_chain(kVariant, position, make_dice(4, 4), *net, {.max_ends = 50});
  for (const ChainEnd& end : found.ends) {
    Position now = position;
    for (const Position& next : end.path) {
      generate_afterstates<Gioul>(now, make_dice(4, 4), *list);
      EXPECT_NE(std::ranges::find(list->positions(), next), list->positions().end());
      now = next;
    }
    EXPECT_FALSE(now.is_pending() && end.mover_acts_next);
  }
}

TEST(ExpandChain, SortsLeavesBestFirstAndABeamFindsNoBetterOne) {
  const auto net = evaluator();
  const Position position = start_position(kVariant);
  const ChainLeaves all = expand_chain(kVariant, position, make_dice(4, 4), *net);
  double last = all.ends.front().equity;
  for (const ChainEnd& end : all.ends) {
    EXPECT_LE(end.equity, last);
    last = end.equity;
  }
  for (const std::size_t width : {1u, 10u, 100u}) {
    const ChainLeaves some = expand_chain(kVariant, position, make_dice(4, 4), *net,
                                          {.max_exhaustive_positions = width, .beam_width = width});
    EXPECT_FALSE(some.is_complete);
    EXPECT_LE(some.ends.front().equity, all.ends.front().equity + 1e-5);
    EXPECT_LT(some.found_count, all.found_count);
  }
}

}  // namespace
}  // namespace gioul
