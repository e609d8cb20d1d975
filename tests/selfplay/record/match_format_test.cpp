#include "selfplay/record/match_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "base/files.h"
#include "engine/text/notation.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/game_reader.h"
#include "selfplay/record/game_splitter.h"
#include "tests/base/temporary_folder.h"
#include "tests/paths.h"
#include "tests/selfplay/record/recorded_games.h"

namespace gioul {
namespace {

// Returns all games in such text, after validation; throws on errors.
std::vector<AnnotatedGame> games_of(const std::string& text) {
  std::istringstream in(text);
  GameSplitter reader([&](std::string& line) { return static_cast<bool>(std::getline(in, line)); });
  std::vector<AnnotatedGame> games;
  GameValidator check;
  for (GameText lines; reader.next(lines);) {
    games.push_back(parse_game(lines));
    check(games.back());
  }
  return games;
}

std::vector<AnnotatedGame> games_of_file(const std::string& name) {
  return games_of(read_file(test_data() + "/matches/" + name, 1 << 20));
}

std::string text_of(const std::vector<AnnotatedGame>& games) {
  std::string text;
  GameValidator check;
  for (const AnnotatedGame& game : games) text += format_game(game, check(game));
  return text;
}

std::string written(MatchFormat format, const std::vector<AnnotatedGame>& games) {
  MatchWriter writer(format);
  std::string text;
  for (const AnnotatedGame& game : games) text += writer(game);
  return text;
}

// Returns "LINE: error".
std::string refusal(const std::string& text) {
  try {
    games_of(text);
  } catch (const GameParseError& error) {
    return std::to_string(error.line()) + ": " + error.what();
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

// Without data that match files lack, numbered from 1.
std::vector<AnnotatedGame> played_games() {
  const GenerationOptions options{
      .game = find_game("portes"), .seed = 3, .games = 12, .threads = 1};
  std::vector<AnnotatedGame> games;
  for (const PlayedSteps& played : played_steps(options)) {
    AnnotatedGame game;
    game.game = options.game;
    game.record =
        make_game_record(options.game, games.size() + 1, played.steps, played.last_result);
    games.push_back(std::move(game));
  }
  return games;
}

std::string mat(const std::string& turns) {
  return " 3 point match\n\n Game 1\n white : 0      black : 0\n" + turns;
}
std::string sgf(const std::string& nodes) { return "(;FF[4]GM[6]PW[white]PB[black]" + nodes + ")"; }

TEST(MatchFormat, GamesRoundTripThroughBothFormats) {
  const std::vector<AnnotatedGame> games = played_games();
  for (const MatchFormat format : {MatchFormat::kMat, MatchFormat::kSgf}) {
    EXPECT_EQ(text_of(games_of(written(format, games))), text_of(games));
  }
}

TEST(MatchFormat, PlayersKeepTheirColumnAndPoints) {
  std::vector<AnnotatedGame> games = played_games();
  for (std::size_t i = 0; i < games.size(); ++i) {
    games[i].players = {"net:a b,plies=1", "ubgi:./c --x : 3"};
    if (i % 2 == 1) std::swap(games[i].players[0], games[i].players[1]);
  }
  std::array<int, 2> points{};
  for (std::size_t i = 0; i + 1 < games.size(); ++i) {
    const int won = gioul::points(games[i].record.outcome);
    points[(won < 0) != (i % 2 == 1) ? 1 : 0] += std::abs(won);
  }
  for (const MatchFormat format : {MatchFormat::kMat, MatchFormat::kSgf}) {
    const std::string text = written(format, games);
    EXPECT_EQ(text_of(games_of(text)), text_of(games));
    const std::string score =
        format == MatchFormat::kMat
            ? "net:a b,plies=1 : " + std::to_string(points[0])
            : "[ws:" + std::to_string(points[0]) + "][bs:" + std::to_string(points[1]) + "]";
    EXPECT_NE(text.rfind(score), std::string::npos) << score;
  }
}

TEST(MatchFormat, KeepsResignedAndUnfinishedGames) {
  std::vector<AnnotatedGame> games = played_games();
  games.resize(3);
  for (AnnotatedGame& game : games) game.record.decisions.resize(9);
  games[0].failed_player = FailedPlayer::kFirst;
  games[0].record.outcome = Outcome::kLose2;
  games[1].failed_player = FailedPlayer::kSecond;
  games[1].record.outcome = Outcome::kWin2;
  games[2].is_running = true;
  games[2].record.outcome = Outcome::kTie;
  for (const MatchFormat format : {MatchFormat::kMat, MatchFormat::kSgf}) {
    EXPECT_EQ(text_of(games_of(written(format, games))), text_of(games));
  }
}

TEST(MatchFormat, WritesOnlyPortesFromItsStart) {
  AnnotatedGame game = played_games().front();
  game.start = parse_position(game.game, "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5");
  const auto refused = [&] {
    return message_of<InputError>([&] {
      MatchWriter writer(MatchFormat::kMat);
      writer(game);
    });
  };
  EXPECT_EQ(refused(), "game 1: match files support only games from the start position");
  game.game = find_game("plakoto");
  EXPECT_EQ(refused(), "game 1: match files support Portes only, not plakoto");
}

TEST(MatchFormat, GnuBackgammonFilesAgreeInBothFormats) {
  for (const std::string name : {"gnubg", "gnubg_cube"}) {
    const std::vector<AnnotatedGame> games = games_of_file(name + ".mat");
    EXPECT_EQ(games.size(), name == "gnubg" ? 5u : 1u);
    EXPECT_EQ(text_of(games_of_file(name + ".sgf")), text_of(games));
  }
  const std::vector<AnnotatedGame> games = games_of_file("gnubg.mat");
  EXPECT_EQ(games[1].players[0], "root");
  EXPECT_EQ(games[1].record.number, 2u);
  EXPECT_EQ(games[1].record.decisions.size(), 46u);
  EXPECT_EQ(games[1].dropped_content, "");
}

TEST(MatchFormat, ReportsDroppedContent) {
  const AnnotatedGame cube = games_of_file("gnubg_cube.mat").front();
  EXPECT_EQ(cube.dropped_content, "has a doubling cube, which is ignored (Portes has none)");
  EXPECT_EQ(cube.dropped_content_line, 25u);
  EXPECT_EQ(format_result(cube), "second wins 1, as first resigned");
  const AnnotatedGame single =
      games_of(mat("  1) 31: 8/5 6/5    64: 24/14\n      Wins 1 point\n")).front();
  EXPECT_EQ(single.dropped_content, "counts 1 in the file, 2 in Portes");
  EXPECT_EQ(single.dropped_content_line, 6u);
  EXPECT_EQ(format_result(single), "first wins 2, as second resigned");
  EXPECT_EQ(games_of(sgf("RE[B+3R];W[31hefe]")).front().dropped_content,
            "counts 3 in the file, 2 in Portes");
}

TEST(MatchFormat, ReadsCombinedMovesOfOneChecker) {
  const std::vector<AnnotatedGame> games = games_of_file("other_style.mat");
  ASSERT_EQ(games.size(), 2u);
  EXPECT_EQ(games[0].players[1], "other(1500)");
  EXPECT_EQ(format_play(games[0].record.decisions[1].play), "24/18 18/14");
  EXPECT_EQ(format_play(games[0].record.decisions[3].play), "13/8(2) 8/3(2)");
  EXPECT_EQ(format_result(games[0]), "first wins 2, as second resigned");
  EXPECT_EQ(games[1].players[0], "other(1500)");
  EXPECT_EQ(format_result(games[1]), "first wins 2, as second resigned");
}

TEST(MatchFormat, SplitsCombinedMovesAtHits) {
  const auto answer = [&](const std::string& move) {
    const std::string turns = "  1) 62: 24/18 13/11   64: " + move + "\n";
    return format_play(games_of(mat(turns)).front().record.decisions[1].play);
  };
  EXPECT_EQ(answer("13/3"), "13/9 9/3");
  EXPECT_EQ(answer("13/7*/3"), "13/7* 7/3");
  EXPECT_EQ(answer("13/7/3"), "13/7* 7/3");
}

TEST(MatchFormat, ErrorsNameGameAndLine) {
  EXPECT_EQ(refusal(mat("  1) 31: 8/5 6/4\n")).substr(0, 48),
            "5: game 1: the play '8/5 6/4' is illegal in 24:2");
  EXPECT_EQ(refusal(mat("  1) 31: 5/8\n")), "5: game 1: the move '5/8': goes backwards from 5");
  EXPECT_EQ(refusal(mat("  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5\n")),
            "6: game 1: is the turn of the other player");
  EXPECT_EQ(refusal(mat("  1) nothing\n")), "5: game 1: 'nothing': expected dice ('31:')");
  EXPECT_EQ(refusal(" Game 1\n unnamed\n"),
            "2: game 1: expected the players: 'NAME : 0   OTHER : 0'");
  EXPECT_EQ(refusal("; [Variation \"NackGammon\"]\n Game 1\n"),
            "1: does not start from the position of Portes: '; [Variation \"NackGammon\"]'");
  EXPECT_EQ(refusal(sgf("\n;W[31hefd]")).substr(0, 20), "2: game 0: the play ");
  EXPECT_EQ(refusal(sgf(";W[31hefe]\n;W[31hefe]")), "2: game 0: is the turn of the other player");
  EXPECT_EQ(refusal(sgf(";W[3]")), "1: game 0: the move '3': expected a move such as 31hefe");
  EXPECT_EQ(refusal(sgf("AW[a][b]")),
            "1: game 0: sets up a position; expected a game from the start of Portes");
  EXPECT_EQ(refusal("(;FF[4]GM[1];B[aa])"), "1: is not a backgammon game; expected GM[6]");
  EXPECT_EQ(refusal("(;FF[4];B[31)"), "1: ends in the middle of a game");
}

TEST(MatchFormat, IgnoresVariationsInSgf) {
  const std::string tree = "(;GM[6];W[31hefe](;B[42lpab](;W[11]))(;B[66]C[a \\] (b]))";
  EXPECT_EQ(refusal(tree).substr(0, 20), "1: game 0: the play ");
  const std::string good = "(;GM[6];W[31hefe](;B[42qusu])(;B[66]C[a \\] (b]))";
  const std::vector<AnnotatedGame> games = games_of(good + good + "\n\n" + good);
  ASSERT_EQ(games.size(), 3u);
  for (const AnnotatedGame& game : games) EXPECT_EQ(game.record.decisions.size(), 2u);
}

}  // namespace
}  // namespace gioul
