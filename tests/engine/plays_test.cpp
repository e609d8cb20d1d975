// Play text and the list of all legal plays: what `gioul moves` prints in its first column, and
// what users may type.
#include "engine/plays.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/decision_rules.h"
#include "engine/dice.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/text/notation.h"
#include "tests/base/temporary_folder.h"
#include "tests/base/test_name.h"
#include "tests/reference/random_positions.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr int kPlayedDecisions = 300;
#else
constexpr int kPlayedDecisions = 4'000;
#endif

struct Decision {
  Game game;
  Position position;
  Dice dice;
  std::unique_ptr<AfterstateList> list = std::make_unique<AfterstateList>();

  Decision(std::string_view variant, const Position& where, Dice roll)
      : game(find_game(variant)), position(where), dice(roll) {
    game.generate_afterstates(position, dice, *list);
  }
  Decision(std::string_view variant, std::string_view text, std::string_view roll = "1-1")
      : Decision(variant, parse_position(find_game(variant), text), parse_dice(roll)) {}

  std::vector<LegalPlay> plays() const { return game.legal_plays(position, dice, *list); }

  std::set<std::string> texts() const {
    std::set<std::string> texts;
    for (const LegalPlay& play : plays()) texts.insert(format_play(play.play));
    return texts;
  }

  std::string where() const {
    return std::string(game.name()) + " " + format_position(game, position) + " " +
           format_dice(dice);
  }
};

/// Returns the mover's side after the checker moves of `play`; each must have a checker to move.
Side side_after(Side side, const Play& play) {
  for (std::size_t i = 0; i < play.size; ++i) {
    EXPECT_GT(side.count(play.moves[i].from), 0);
    side = side.with_move(place_bit(play.moves[i].from), place_bit(play.moves[i].to));
  }
  return side;
}

// --- Text ---

TEST(PlayNotation, ParsesAllFormsAndFormatsOne) {
  for (const auto& [text, written] :
       {std::pair{"24/21 24/23", "24/21 24/23"}, std::pair{"24/21 24/21 24/21 24/21", "24/21(4)"},
        std::pair{"24/21(2) 21/18(2)", "24/21(2) 21/18(2)"}, std::pair{"8/5* 6/5", "8/5* 6/5"},
        std::pair{"8/5* 8/5", "8/5* 8/5"}, std::pair{"bar/20 5/off", "bar/20 5/off"},
        std::pair{"-", "-"}, std::pair{"24/18/14", "24/18 18/14"},
        std::pair{"24/20*/18(2)", "24/20* 20/18 24/20* 20/18"}}) {
    EXPECT_EQ(format_play(parse_play(text)), written);
  }
  EXPECT_EQ(format_play(Play{}), "-");
}

TEST(PlayNotation, ErrorsNameTheColumn) {
  for (const std::string_view text :
       {"", "24", "24/", "24/25", "0/5", "21/24", "24/21x", "24/21(5)", "24/21(2", "24/21,24/23",
        "24/23(4) 20/19", "bar/bar", "foo", "-1/2", "24//21"}) {
    const std::string complaint = message_of<InputError>([&] { parse_play(text); });
    EXPECT_TRUE(complaint.starts_with("column ")) << text << ": " << complaint;
  }
}

TEST(LoosePlayNotation, ParsesAllCommonSpellings) {
  for (const auto& [text, written] :
       {std::pair{"24/18(2) 13/7*", "24/18(2) 13/7*"}, std::pair{"8-5 6-5", "8/5 6/5"},
        std::pair{"8 5 6 5", "8/5 6/5"}, std::pair{" 8/5,6 5; 4-3 ", "8/5 6/5 4/3"},
        std::pair{"25/20 5/0", "bar/20 5/off"}, std::pair{"Bar/20* 5/OFF", "bar/20* 5/off"},
        std::pair{"BAR 20 5 off", "bar/20 5/off"}, std::pair{"24/18/12", "24/18 18/12"},
        std::pair{"24-18*-12", "24/18* 18/12"}, std::pair{"13 / 9 (4)", "13/9(4)"},
        std::pair{"6/5*(2)", "6/5* 6/5*"}, std::pair{"6/5(2)*", "6/5(2)"}}) {
    EXPECT_EQ(format_play(parse_loose_play(text)), written) << text;
  }
  for (const char* none : {"", "-", " ", "pass", "Pass", "none", "(none)", "cannot move",
                           "Cannot Move", "can't move", "No legal moves.", "--"}) {
    EXPECT_EQ(parse_loose_play(none).size, 0u) << none;
  }
}

TEST(LoosePlayNotation, ErrorsNameTheColumn) {
  for (const std::string_view text :
       {"24", "24/", "26/5", "24/25", "off/5", "5/5", "24/21x", "24/21(5)", "24/21(0)", "24/21(2",
        "24/23(4) 20/19", "roll", "resign 2", "-1/2", "24//21", "8/5 6/5 x", "99999999999/5"}) {
    const std::string complaint = message_of<InputError>([&] { parse_loose_play(text); });
    EXPECT_TRUE(complaint.starts_with("column ")) << text << ": " << complaint;
  }
}

// --- All legal plays ---

class LegalPlays : public ::testing::TestWithParam<std::string_view> {
 protected:
  template <typename Check>
  void at_random_decisions(Check check) const {
    reference::Random random(8);
    for (int i = 0; i < kPlayedDecisions && !HasFailure(); ++i) {
      const Position position = reference::random_position(GetParam(), random);
      const auto roll = static_cast<std::size_t>(reference::random_int(random, 0, 20));
      const Decision decision(GetParam(), position, kDistinctRolls[roll]);
      SCOPED_TRACE(decision.where());
      check(decision);
    }
  }
};

TEST_P(LegalPlays, LeadToTheirAfterstates) {
  at_random_decisions([](const Decision& decision) {
    for (const LegalPlay& play : decision.plays()) {
      const Side side = side_after(decision.position.own, play.play);
      const Ending ending = decision.list->ending(play.afterstate_index);
      if (ending != Ending::kNone) continue;
      const Position& next = decision.list->positions()[play.afterstate_index];
      ASSERT_EQ(side, decision.list->mover_acts_next() ? next.own : next.opp);
    }
  });
}

TEST_P(LegalPlays, HaveEqualLengthUnlessTheyEndTheGame) {
  at_random_decisions([](const Decision& decision) {
    std::set<std::size_t> lengths;
    for (const LegalPlay& play : decision.plays()) {
      if (play.afterstate_index < decision.list->positions().size()) lengths.insert(play.play.size);
    }
    EXPECT_LE(lengths.size(), 1u);
  });
}

TEST_P(LegalPlays, SurviveFormattingAndParsing) {
  at_random_decisions([](const Decision& decision) {
    for (const LegalPlay& play : decision.plays()) {
      const std::string text = format_play(play.play);
      const Play read = parse_play(text);
      ASSERT_EQ(read.size, play.play.size) << text;
      ASSERT_EQ(read.moves, play.play.moves) << text;
    }
  });
}

TEST_P(LegalPlays, UseTheDice) {
  at_random_decisions([](const Decision& decision) {
    const AvailableDice available = available_dice(decision.position, decision.dice);
    for (const LegalPlay& play : decision.plays()) {
      ASSERT_LE(static_cast<int>(play.play.size), available.max_moves);
      for (std::size_t i = 0; i < play.play.size; ++i) {
        const CheckerMove& move = play.play.moves[i];
        const int step = move.from - move.to;
        const bool fits = step == available.high || step == available.low;
        const bool bears_off = move.to == kOff && move.from <= available.high;
        ASSERT_TRUE(fits || bears_off) << format_play(play.play);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(AllGames, LegalPlays, ::testing::ValuesIn(game_names()), kTestName);

// --- The rule text ---

using Texts = std::set<std::string>;

TEST(Plays, MatchTheRules) {
  EXPECT_EQ(Decision("gioul", "24:15|24:15", "6-6").texts(),
            (Texts{"24/18(4)", "24/18(3) 18/12", "24/18(2) 18/12(2)", "24/18(2) 18/12 12/6"}));
  EXPECT_EQ(Decision("gioul", "6:1,3:1,off:13|24:1,off:14", "5-5").texts(), (Texts{"-"}));
  EXPECT_EQ(Decision("gioul", "2:1,off:14|24:1,5:14", "4-1").texts(), (Texts{"2/off"}));
  EXPECT_EQ(Decision("portes", "bar:1,6:1|20:1,2:1", "2-1").texts(),
            (Texts{"bar/23* 6/5*", "bar/23* 23/22", "bar/24 6/4", "bar/24 24/22"}));
  // The opponent's 2 blocks 23, so the checker must move by 3 first.
  EXPECT_EQ(Decision("gioul", "24:1,off:14|2:2,off:13", "3-1").texts(), (Texts{"24/21 21/20"}));
}

TEST(Plays, HitsAreStarred) {
  const Texts texts = Decision("portes", "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5", "3-1").texts();
  EXPECT_FALSE(texts.contains("8/5* 6/5"));
  // The opponent's single checker on its 20 is on own point 5.
  const Texts hits = Decision("portes", "24:2,13:5,8:3,6:5|24:1,20:1,13:5,8:3,6:5", "3-1").texts();
  EXPECT_TRUE(hits.contains("8/5* 6/5"));
  EXPECT_TRUE(hits.contains("6/5* 8/5"));
}

}  // namespace
}  // namespace gioul
