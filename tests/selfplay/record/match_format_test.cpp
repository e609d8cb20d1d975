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
#include "tests/base/holds.h"
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
  for (GameText lines; reader.read_next_game(lines);) {
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

void expect_round_trip(const std::vector<AnnotatedGame>& games) {
  for (const MatchFormat format : {MatchFormat::kMat, MatchFormat::kSgf}) {
    EXPECT_EQ(text_of(games_of(written(format, games))), text_of(games));
  }
}

// Returns "LINE: error".
std::string refusal(const std::string& text) {
  try {
    games_of(text);
  } catch (const GameParseError& error) {
    return std::to_string(error.line_number()) + ": " + error.what();
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
    game.variant = options.game;
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

TEST(MatchFormat, GamesRoundTripThroughBothFormats) { expect_round_trip(played_games()); }

TEST(MatchFormat, WritesMatchesOfUnlimitedLength) {
  const std::vector<AnnotatedGame> games = played_games();
  EXPECT_TRUE(written(MatchFormat::kMat, games).starts_with(" 0 point match\n"));
  EXPECT_TRUE(holds(written(MatchFormat::kSgf, games), "]MI[length:0]"));
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
  expect_round_trip(games);
  for (const MatchFormat format : {MatchFormat::kMat, MatchFormat::kSgf}) {
    const std::string text = written(format, games);
    const std::string score =
        format == MatchFormat::kMat
            ? "net:a b,plies=1 : " + std::to_string(points[0])
            : "[ws:" + std::to_string(points[0]) + "][bs:" + std::to_string(points[1]) + "]";
    EXPECT_NE(text.rfind(score), std::string::npos) << score;
  }
}

// Returns a game that player "a" wins by 2 points, since "b" fails at once.
AnnotatedGame game_without_moves() {
  AnnotatedGame game;
  game.variant = find_game("portes");
  game.players = {"a", "b"};
  game.failed_player = FailedPlayer::kSecond;
  game.record.outcome = Outcome::kWin2;
  return game;
}

TEST(MatchFormat, TheScoreOfOtherPlayersBeginsAtZero) {
  const AnnotatedGame game = game_without_moves();
  AnnotatedGame other = game;
  other.players = {"c", "d"};
  EXPECT_TRUE(
      holds(written(MatchFormat::kMat, {game, game, other}), {" a : 0", " a : 2", " c : 0"}));
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
  expect_round_trip(games);
}

// Expects unfinished games with these decisions to round-trip, whichever column begins.
void expect_round_trip_in_either_column(const std::string& start,
                                        const std::vector<RecordedDecision>& decisions) {
  AnnotatedGame game;
  game.variant = find_game("portes");
  game.players = {"a", "b"};
  game.start_position = parse_position(game.variant, start);
  game.is_running = true;
  game.record.game_number = 1;
  game.record.decisions = decisions;
  AnnotatedGame other = game;
  other.players = {"b", "a"};
  other.record.game_number = 2;
  expect_round_trip({game, other});
}

TEST(MatchFormat, KeepsStartPositions) {
  expect_round_trip_in_either_column("bar:1,13:5,8:3,off:6|bar:2,24:1,6:5,3:2,off:5",
                                     {{.dice = {3, 1}, .play = parse_play("bar/24 13/10")}});
}

// Without turns nothing else tells who moves first.
TEST(MatchFormat, GamesWithoutTurnsKeepTheFirstPlayer) {
  expect_round_trip_in_either_column("6:2,5:2,off:11|bar:2,4:4,off:9", {});
}

TEST(MatchFormat, WritesNoMatNamesThatWouldBeReadOtherwise) {
  AnnotatedGame game = played_games().front();
  for (const std::string name : {"; x", "# x", "Game 2", "a : 0  b", "x: 5  y"}) {
    game.players = {name, "b"};
    EXPECT_TRUE(holds(message_of<InputError>([&] { written(MatchFormat::kMat, {game}); }),
                      "game 1: a .mat file cannot hold the player names '" + name + "' and 'b'"));
    EXPECT_EQ(games_of(written(MatchFormat::kSgf, {game})).front().players, game.players);
  }
}

TEST(MatchFormat, ARefusedGameDoesNotChangeTheScore) {
  const AnnotatedGame game = game_without_moves();
  AnnotatedGame refused = game;
  refused.players = {"; x", "b"};
  MatchWriter write(MatchFormat::kMat);
  write(game);
  EXPECT_THROW(write(refused), InputError);
  EXPECT_TRUE(holds(write(game), " a : 2"));
}

TEST(MatchFormat, GnuBackgammonFilesAgreeInBothFormats) {
  for (const std::string name : {"gnubg", "gnubg_cube"}) {
    const std::vector<AnnotatedGame> games = games_of_file(name + ".mat");
    EXPECT_EQ(games.size(), name == "gnubg" ? 5u : 1u);
    EXPECT_EQ(text_of(games_of_file(name + ".sgf")), text_of(games));
  }
  const std::vector<AnnotatedGame> games = games_of_file("gnubg.mat");
  EXPECT_EQ(games[1].players[0], "root");
  EXPECT_EQ(games[1].record.game_number, 2u);
  EXPECT_EQ(games[1].record.decisions.size(), 46u);
  EXPECT_EQ(games[1].dropped_content, "");
}

TEST(MatchFormat, ReportsDroppedContent) {
  const AnnotatedGame cube = games_of_file("gnubg_cube.mat").front();
  EXPECT_EQ(cube.dropped_content, "has a doubling cube, which is ignored (Portes has none)");
  EXPECT_EQ(cube.dropped_content_line_number, 25u);
  EXPECT_EQ(format_result(cube), "second wins 1, as first resigned");
  const AnnotatedGame single =
      games_of(mat("  1) 31: 8/5 6/5    64: 24/14\n      Wins 1 point\n")).front();
  EXPECT_EQ(single.dropped_content, "counts 1 in the file, 2 in Portes");
  EXPECT_EQ(single.dropped_content_line_number, 6u);
  EXPECT_EQ(format_result(single), "first wins 2, as second resigned");
  EXPECT_EQ(games_of(sgf("RE[B+3R];W[31hefe]")).front().dropped_content,
            "counts 3 in the file, 2 in Portes");
  EXPECT_EQ(games_of(sgf(";CV[2];W[31hefe]")).front().dropped_content, cube.dropped_content);
  const AnnotatedGame several =
      games_of(mat("  1) 31: 8/5 6/5    Doubles => 2\n  2)  Takes    64:\n")).front();
  EXPECT_TRUE(holds(several.dropped_content, {cube.dropped_content, "; "}));
  EXPECT_EQ(several.dropped_content_line_number, 5u) << "that of the first";
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
  EXPECT_EQ(refusal(mat("  1) 31: 5/8\n")),
            "5: game 1: the move '5/8': column 4: a checker moves to a lower point");
  EXPECT_EQ(refusal(mat("  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5\n")),
            "6: game 1: is the turn of the other player");
  EXPECT_EQ(refusal(mat("  1) nothing\n")), "5: game 1: 'nothing': expected dice ('31:')");
  EXPECT_EQ(refusal(" Game 1\n unnamed\n"),
            "2: game 1: expected the players: 'NAME : 0   OTHER : 0'");
  EXPECT_EQ(refusal("; [Variation \"HyperGammon\"]\n Game 1\n"),
            "1: is a game of 'HyperGammon'; expected Backgammon, NackGammon or LongGammon");
  EXPECT_EQ(refusal(sgf("\n;W[31hefd]")).substr(0, 20), "2: game 0: the play ");
  EXPECT_EQ(refusal(sgf(";W[31hefe]\n;W[31hefe]")), "2: game 0: is the turn of the other player");
  EXPECT_EQ(refusal(sgf(";W[3]")), "1: game 0: the move '3': expected a move such as 31hefe");
  EXPECT_EQ(refusal(sgf("AW[a][b]")),
            "1: game 0: sets up checkers on a board that is not empty; expected AE[a:y] before");
  EXPECT_EQ(refusal("(;FF[4]GM[1];B[aa])"), "1: is not a backgammon game; expected GM[6]");
  EXPECT_EQ(refusal("(;FF[4];B[31)"), "1: ends in the middle of a game");
}

const std::string kOpening = "  1) 31: 8/5 6/5                  64: 24/14\n";

// Returns the game's result and note.
std::string result_and_note(const std::string& text) {
  const std::vector<AnnotatedGame> games = games_of(text);
  EXPECT_EQ(games.size(), 1u) << text;
  return games.empty() ? "" : format_result(games[0]) + "; " + games[0].dropped_content;
}

TEST(MatchFormat, HiddenPlaysAndResignationsEndAGame) {
  const std::string dropped = "a player resigned after rolling 5-2, which is dropped";
  for (const std::string words : {"????", "???", "Resigns", "resigned game"}) {
    EXPECT_EQ(result_and_note(mat("  1)                              31: 8/5 6/5\n"
                                  "  2) 64: 24/14                    52: " +
                                  words +
                                  "\n"
                                  "      Wins 2 points\n")),
              "second wins 2, as first resigned; " + dropped)
        << words;
  }
  EXPECT_EQ(result_and_note(mat(kOpening + "  2) 52: ????\n")),
            "second wins 2, as first resigned; " + dropped);
  // The player who rolled resigned, whatever the column of the result is.
  EXPECT_EQ(result_and_note(mat(kOpening + "  2) 52: ????\n      Wins 2 points\n")),
            "second wins 2, as first resigned; " + dropped +
                "; the result is stated in the column of the player who resigned");
  for (const std::string line :
       {"  2) Resigns\n      Wins 2 points\n", "  2) 00: ????\n      Wins 2 points\n",
        "      Resigned Game\n      Wins 2 points and the match\n"}) {
    EXPECT_EQ(result_and_note(mat(kOpening + line)), "first wins 2, as second resigned; ") << line;
  }
  EXPECT_EQ(result_and_note(mat(kOpening + "  2) Resigns\n")),
            "second wins 2, as first resigned; ");
  EXPECT_EQ(result_and_note(mat(kOpening + "  RESIGN gammon\n")),
            "second wins 2, as first resigned; ");
  EXPECT_EQ(refusal(mat(kOpening + "  2) 52: ????                     31: 8/5 6/5\n")),
            "6: game 1: comes after the end of the game");
}

TEST(MatchFormat, RollsWithoutAPlay) {
  EXPECT_EQ(result_and_note(mat(kOpening + "  2) 21:\n")),
            "running; the last roll, 2-1, has no play and is dropped");
  EXPECT_EQ(result_and_note(mat(kOpening + "  2) 21:\n                        Wins 2 points\n")),
            "second wins 2, as first resigned; the last roll, 2-1, has no play and is dropped");
  EXPECT_EQ(refusal(mat(kOpening + "  2) 21:                          31: 8/5 6/5\n")),
            "6: game 1: the play of 2-1 is missing");
  // A dance and a forced play.
  const std::string start = "; Set Pos=-c----E-E----D-----bbbbbbA/0\n";
  const auto play = [&](const std::string& turn) {
    return format_play(games_of(mat(start + turn)).front().record.decisions.front().play);
  };
  EXPECT_EQ(play("  1) 66:                           65: 24/18 18/13\n"), "-");
  EXPECT_EQ(play("  1) 66: Cannot Move\n"), "-");
  EXPECT_EQ(play("  1) 66: pass                      65: 24/18 18/13\n"), "-");
}

TEST(MatchFormat, WordsMayBeInAnyCaseAndColumnsMayBeTabs) {
  EXPECT_EQ(result_and_note(mat("  1) 31: 8/5 6/5                   doubles => 2\n"
                                "  2)  Drops\n"
                                "                                    WINS 1 POINT\n")),
            "second wins 2, as first resigned; has a doubling cube, which is ignored (Portes has "
            "none)");
  const AnnotatedGame tabs =
      games_of(
          "7 Point Match\n\nGAME 1\none (1500.2): 0\ttwo: 0\n1)\t\t31: 8/5 6/5\n"
          "2)\t64:24/14\t21:13/10\n\t\tWins 1 point\n")
          .front();
  EXPECT_EQ(tabs.players, (std::array<std::string, 2>{"two", "one (1500.2)"}));
  EXPECT_EQ(tabs.record.decisions.size(), 3u);
  EXPECT_EQ(format_result(tabs), "first wins 2, as second resigned");
}

TEST(MatchFormat, HeadsMayHaveCommentsAndProseBefore) {
  const std::string match = " 3 Point Match\n\n Game 1\n one : 0              two : 0\n" + kOpening;
  for (const char* const before :
       {"# exported by a site\n\n", "Hello, our game 5 of Friday (see below):\n\n", "\xEF\xBB\xBF",
        "; [Site \"x\"]\n+----+\n| 1993 |\n"}) {
    EXPECT_EQ(games_of(std::string(before) + match).front().record.decisions.size(), 2u) << before;
  }
  std::string with_cr = match;
  std::ranges::replace(with_cr, '\n', '\r');
  EXPECT_EQ(games_of(with_cr).front().decision_line_numbers, (std::vector<std::size_t>{5, 5}));
  EXPECT_EQ(games_of("see (this) game:\n" + sgf(";W[31hefe]")).size(), 1u);
  EXPECT_EQ(refusal("hello\n"),
            "1: no game found; expected 'game N' (text), '{' (JSON lines), 'Game N' (.mat) or '(;' "
            "(.sgf)");
}

TEST(MatchFormat, MatchesAreNumberedOn) {
  const auto game = [](int number) {
    return " Game " + std::to_string(number) + "\n a : 0            b : 0\n" + kOpening +
           "      Wins 2 points\n\n";
  };
  const auto numbers = [](const std::string& text) {
    std::vector<std::uint64_t> all;
    for (const AnnotatedGame& read : games_of(text)) all.push_back(read.record.game_number);
    return all;
  };
  const std::string head = "; [Variation \"Backgammon\"]\n 5 point match\n\n";
  EXPECT_EQ(numbers(head + game(1) + game(2) + "And the second:\n" + head + game(1) + game(2)),
            (std::vector<std::uint64_t>{1, 2, 3, 4}));
  EXPECT_EQ(numbers(game(3) + game(4) + game(1)), (std::vector<std::uint64_t>{3, 4, 5}));
  EXPECT_EQ(numbers(game(7) + game(7)), (std::vector<std::uint64_t>{7, 7}));
  EXPECT_EQ(numbers(sgf("") + sgf("") + sgf("")), (std::vector<std::uint64_t>{0, 1, 2}));
  const std::string first = sgf("MI[length:3][game:1]");
  EXPECT_EQ(numbers(first + sgf("MI[game:2]") + first), (std::vector<std::uint64_t>{1, 2, 3}));
  // A variation of the second match does not concern the first.
  EXPECT_EQ(
      refusal(head + game(1) + "; [Variation \"Acey\"]\n 5 point match\n" + game(1)).substr(0, 20),
      "9: is a game of 'Ace");
}

TEST(MatchFormat, PositionsSetUpAreReadOrRejected) {
  const auto start = [&](const std::string& text) {
    const AnnotatedGame game = games_of(text).front();
    return game.start_position ? format_position(game.variant, *game.start_position) : "";
  };
  const std::string nack = "24:2,23:2,13:4,8:3,6:4|24:2,23:2,13:4,8:3,6:4";
  EXPECT_EQ(start("; [Variation \"Nackgammon\"]\n" + mat("  1) 31: 24/23 24/21\n")), nack);
  EXPECT_EQ(start("; [Variation \"LongGammon\"]\n" + mat("  1) 31: 24/23 24/21\n")), "24:15|24:15");
  EXPECT_EQ(start(sgf("RU[NoCube:Nackgammon];W[31xwxu]")), nack);
  EXPECT_EQ(start(mat("; Set Pos=-b----E-C---eE---c-e----B-/0\n" + kOpening)), "");
  // Capital letters are the left player.
  const std::string set_up = "; Set Pos=a-----E-C---dE---c-e----AA/0\n";
  const std::string left = "bar:1,24:1,13:5,8:3,6:5";
  const std::string right = "bar:1,13:4,8:3,6:5,off:2";
  EXPECT_EQ(start(mat(set_up + "  1) 31: 25/22 6/5\n")), left + "|" + right);
  EXPECT_EQ(start(mat(set_up + "  1)                             31: 25/22 6/5\n")),
            right + "|" + left);
  EXPECT_EQ(start(mat(set_up)), left + "|" + right);
  EXPECT_EQ(start(sgf(";AE[a:y]AW[y][x][m][m]AB[y][a];B[31ycab]")),
            "bar:1,24:1,off:13|bar:1,24:1,13:2,off:11");
  EXPECT_EQ(start(sgf(";PL[B]AE[a:y]AW[y][x][m][m]AB[y][a]")),
            "bar:1,24:1,off:13|bar:1,24:1,13:2,off:11");
  EXPECT_EQ(refusal(sgf(";AE[a:y]AW[c:a]")),
            "1: game 0: sets up 'c:a'; expected the lower letter first");
  EXPECT_EQ(refusal(mat(kOpening + set_up)),
            "6: game 1: sets up a position that the turns before do not lead to");
  EXPECT_EQ(refusal(mat("; Set Pos=A----/0\n" + kOpening)).substr(0, 23),
            "5: game 1: the board 'A");
  EXPECT_EQ(result_and_note(mat("; Set Pos=-b----E-C---eE---c-e----B-/2\n")),
            "running; has a doubling cube, which is ignored (Portes has none)");
}

TEST(MatchFormat, SnowiesIllegalPlaysAreRejected) {
  EXPECT_EQ(
      refusal(mat("  1) 31: illegal play (24/20 8/7)   64: 24/14\n")),
      "5: game 1: the play of 3-1 is marked as an illegal one: 'play (24/20 8/7)   64: 24/14'");
}

TEST(MatchFormat, ReadsSgfResultsAndEmptyMoves) {
  const std::string moves = ";W[31hefe];B[64aggk]";
  for (const std::string result : {"W+Resign", "W+R", "W+", "w+Time", "W+2R"}) {
    EXPECT_EQ(result_and_note(sgf("RE[" + result + "]" + moves)),
              "first wins 2, as second resigned; ")
        << result;
  }
  EXPECT_EQ(result_and_note(sgf("RE[?]" + moves)), "running; ");
  EXPECT_EQ(text_of(games_of(sgf(";W[31hefe];B[64xrrn]"))), text_of(games_of(sgf(moves))));
  EXPECT_EQ(result_and_note(sgf(";W[31hefe];B[]")), "running; ");
  EXPECT_EQ(result_and_note(sgf(";W[31hefe];B[64]")),
            "running; the last roll, 6-4, has no play and is dropped");
  EXPECT_EQ(result_and_note(sgf(";W[31hefe];DI[64]")),
            "running; the last roll, 6-4, has no play and is dropped");
  EXPECT_EQ(result_and_note(sgf(";DI[31];W[31hefe];DI[00]")), "running; ");
  EXPECT_EQ(refusal(sgf(";W[31hefe]\n;B[]\n;W[21mkxw]")),
            "2: game 0: the move is empty; expected a move such as 31hefe");
  EXPECT_EQ(refusal(sgf("\n;W[31hefe]\nC[see [1] here]\n;B[64]")),
            "3: game 0: 'h': unexpected between properties; a ']' inside of a text such as "
            "'C[see [1]' must be written '\\]'");
}

TEST(MatchFormat, NamesAreUtf8InAllFormats) {
  const auto name = [](const std::string& text) { return games_of(text).front().players[0]; };
  const std::string turn = "  1) 31: 8/5 6/5\n";
  EXPECT_EQ(name("Game 1\nRen\xE9 \x96 : 0     b : 0\n" + turn), "Ren\xC3\xA9 \xE2\x80\x93");
  EXPECT_EQ(name("Game 1\nRen\xC3\xA9 : 0     b : 0\n" + turn), "Ren\xC3\xA9");
  EXPECT_EQ(name("Game 1\na\x1B[1mb\x07 : 0     b : 0\n" + turn), "a\\x1b[1mb\\x07");
  for (const std::string charset : {"ISO-8859-1", "UTF-8", "windows-1252", "unknown", ""}) {
    EXPECT_EQ(name("(;GM[6]CA[" + charset + "]PW[Ren\xE9];W[31hefe])"), "Ren\xC3\xA9") << charset;
  }
  EXPECT_EQ(name("(;GM[6]CA[ISO-8859-7]PW[\xC1\xED];W[31hefe])"), "\xCE\x91\xCE\xBD");
  EXPECT_EQ(name("(;GM[6]PW[a\tb\nc];W[31hefe])"), "a\\x09b\\x0ac");
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
