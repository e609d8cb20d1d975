#include "selfplay/record/tournament_games.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string_view>

#include "base/error.h"
#include "eval/tournament/start_positions.h"
#include "eval/tournament/tournament.h"
#include "selfplay/record/game_file.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

// Plays a tournament with these start positions, one a line.
TournamentOptions play_from(const TemporaryFolder& folder, std::string_view positions) {
  const std::filesystem::path file = folder / "starts.txt";
  put_bytes(file, positions);
  TournamentOptions options = {.player_names = {"blocker", "random"},
                               .pairs_per_pairing = 5,
                               .results_database = (folder / "t.db").string(),
                               .record_moves = true,
                               .start_position_file = file.string()};
  run_tournament(options);
  return options;
}

TEST(TournamentGames, BothGamesOfAPairStartAtItsPosition) {
  const TemporaryFolder folder;
  const TournamentOptions options = play_from(folder, "24:15|24:15\n24:11,21:4|24:15|owed=12\n");
  const StartPositions starts(Game(), 15, options.start_position_file);
  for (const char* const name : {"games.txt", "games.jsonl"}) {
    write_tournament_games(options, folder / name);
    GameFile file(folder / name);
    GameValidator check;
    AnnotatedGame game;
    std::size_t games = 0;
    for (; file.read_next_game(game); ++games) {
      const Position& start = starts.for_pair(game.tournament_pair->pair_index);
      EXPECT_EQ(check(game).front().decision.position, start);
      EXPECT_EQ(game.start_position.value_or(Game().start()), start);
      EXPECT_EQ(game.start_position.has_value(),
                game.tournament_pair->pair_index % 2 == 1);  // the first is standard
    }
    EXPECT_EQ(games, 10u);
  }
}

TEST(TournamentGames, DiceFromAPositionMustMatchTheSeed) {
  const TemporaryFolder folder;
  write_tournament_games(play_from(folder, "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3\n"),
                         folder / "games.jsonl");
  GameFile file(folder / "games.jsonl");
  AnnotatedGame game;
  ASSERT_TRUE(file.read_next_game(game));
  ASSERT_TRUE(game.start_position && game.seed);
  game.seed = *game.seed + 1;
  GameValidator check;
  EXPECT_TRUE(holds(message_of<InputError>([&] { check(game); }), "its seed and pair give"));
}

// Also if this run does not ask for luck.
TEST(TournamentGames, JsonHasTheLuckThatWasMeasured) {
  const TemporaryFolder folder;
  TournamentOptions options = {.player_names = {"blocker", "random"},
                               .pairs_per_pairing = 2,
                               .results_database = (folder / "t.db").string(),
                               .record_moves = true,
                               .luck_adjustment = LuckAdjustment::kAlways};
  const PairingTotals result = run_tournament(options).pairings.at(0);
  options.luck_adjustment = LuckAdjustment::kNever;
  write_tournament_games(options, folder / "games.jsonl");
  GameFile file(folder / "games.jsonl");
  AnnotatedGame game;
  double luck = 0.0;
  for (int number = 0; file.read_next_game(game); ++number) {
    ASSERT_TRUE(game.first_player_luck);
    luck += number % 2 == 0 ? *game.first_player_luck : -*game.first_player_luck;
  }
  EXPECT_NEAR(luck / 4.0, result.pair_points.luck_estimate().mean, 1e-9);
}

}  // namespace
}  // namespace gioul
