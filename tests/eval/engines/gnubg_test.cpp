// Tests with the real GNU Backgammon, if it is installed: its plays are legal in Portes, and its
// bear-off tables agree with ours.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "engine/games/loose_play.h"
#include "engine/games/sample_positions.h"
#include "engine/text/notation.h"
#include "eval/engines/gnubg_player.h"
#include "eval/engines/gnubg_session.h"
#include "eval/players/players.h"
#include "tests/eval/endgame/endgame_tables.h"

namespace gioul {
namespace {

class GnubgTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string program = find_installed_gnubg();
    if (program.empty()) GTEST_SKIP() << "GNU Backgammon is not installed";
    spec_.argv = {program};
    session_.emplace(spec_, nullptr);
  }

  GnubgSpec spec_;
  std::optional<GnubgSession> session_;
  Game game_ = find_game("portes");
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

// Every position with every roll, including rolls without a legal move. gnubg repeats each board.
TEST_F(GnubgTest, EveryAnswerIsALegalPlay) {
#ifdef GIOUL_REDUCED_TESTS
  constexpr std::size_t kPositions = 50;
#else
  constexpr std::size_t kPositions = 500;
#endif
  int passes = 0;
  for (const Position& position : sample_positions(game_, kMaxCheckers, 11, kPositions)) {
    for (const Dice dice : kDistinctRolls) {
      game_.generate_afterstates(position, dice, *list_);
      const std::string moves = session_->choose_play(position, dice);
      EXPECT_LT(parse_play_to_afterstate_index(game_, position, *list_, moves), list_->size());
      if (moves.empty()) ++passes;
    }
  }
  EXPECT_GT(passes, static_cast<int>(kPositions) / 50);
}

TEST_F(GnubgTest, AgreesOnDecisionsOfEveryKind) {
  std::size_t asked = 0;
  for (const DecisionSamples& samples : sample_decisions(game_, 60, 300, 2)) {
    for (const Decision& decision : samples.decisions) {
      game_.generate_afterstates(decision.position, decision.dice, *list_);
      const std::string moves = session_->choose_play(decision.position, *decision.dice);
      EXPECT_LT(parse_play_to_afterstate_index(game_, decision.position, *list_, moves),
                list_->size());
      ++asked;
    }
  }
  EXPECT_GT(asked, 200u);
}

TEST_F(GnubgTest, PlaysTheKnownOpenings) {
  const Position start = start_position(game_);
  EXPECT_EQ(session_->choose_play(start, {3, 1}), "8/5 6/5 ");
  EXPECT_EQ(session_->choose_play(start, {6, 1}), "13/7 8/7 ");
}

// As with Debian 13's version, which serves at ports only.
TEST_F(GnubgTest, PlaysThroughAPort) {
  spec_.argv = {"/bin/sh", "-c", "grep -v '^external socket$' | exec " + spec_.argv[0] + " \"$@\"",
                "gnubg"};
  session_.emplace(spec_, nullptr);
  for (const Position& position : sample_positions(game_, kMaxCheckers, 13, 50)) {
    game_.generate_afterstates(position, Dice{6, 4}, *list_);
    const std::string moves = session_->choose_play(position, {6, 4});
    EXPECT_LT(parse_play_to_afterstate_index(game_, position, *list_, moves), list_->size());
  }
}

// Its two-sided table is exact, as ours is; positions of the one-sided tables are skipped.
TEST_F(GnubgTest, BearoffEquitiesMatchOurTables) {
  const auto tables = build_tables(game_, {.one_sided = true, .two_sided = 6});
  int compared = 0;
  for (const Position& position : sample_positions(game_, kMaxCheckers, 7, 4000)) {
    const auto value = tables->find_value(position);
    if (!value || !value->is_exact()) continue;
    EXPECT_NEAR(session_->evaluate(position, 0), equity(value->outcome_probabilities), 0.0005)
        << format_position(game_, position);
    ++compared;
  }
  EXPECT_GT(compared, 30);
}

TEST_F(GnubgTest, PlayerNameStartsTheInstalledProgram) {
  const PlayerFactory factory = make_player_factory("gnubg:plies=1", game_);
  EXPECT_NE(factory(), nullptr);
}

}  // namespace
}  // namespace gioul
