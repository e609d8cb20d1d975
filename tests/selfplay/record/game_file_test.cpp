#include "selfplay/record/game_file.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/tournament/tournament.h"
#include "selfplay/record/game_reader.h"
#include "selfplay/record/shard_writer.h"
#include "selfplay/record/tournament_games.h"
#include "selfplay/report/game_page.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/base/test_name.h"
#include "tests/selfplay/record/recorded_games.h"

namespace gioul {
namespace {

class GameFileTest : public testing::Test {
 protected:
  // Returns the errors of the games in a file, one per line.
  std::vector<std::string> complaints(const std::string& text) const {
    const std::filesystem::path path = folder_ / "games";
    put_bytes(path, text);
    GameFile file(path);
    GameValidator check;
    AnnotatedGame game;
    std::vector<std::string> found;
    for (int rounds = 0; rounds < 1000; ++rounds) {
      try {
        if (!file.read_next_game(game)) return found;
        check(game);
      } catch (const ReplayError& error) {
        found.push_back(file.format_decision_location(game, error.decision_number()) + ": " +
                        error.problem());
      } catch (const InputError& error) {
        found.emplace_back(error.what());
      }
    }
    ADD_FAILURE() << "a file without end";
    return found;
  }

  // Writes `text` to a file and returns its first game.
  AnnotatedGame first_game(const std::string& text) const {
    put_bytes(folder_ / "games", text);
    AnnotatedGame game;
    EXPECT_TRUE(GameFile(folder_ / "games").read_next_game(game)) << text;
    return game;
  }

  // Returns the only error, without the file name.
  std::string complaint(const std::string& text) const {
    const std::vector<std::string> all = complaints(text);
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? "" : all.front().substr((folder_ / "games").string().size());
  }

  TemporaryFolder folder_;
};

// From 1:1,off:14 for both sides, with one checker each: the first to roll wins.
constexpr const char* kShort = R"(game 5
variant gioul
checkers 1
first player one of us
second player
   1  first   6-5         24/18 18/13
   2  second  4-3         24/20 20/17
   3  first   6-5         13/7 7/2
   4  second  2-1         17/15 15/14
   5  first   6-5         2/off
first wins 2
)";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST_F(GameFileTest, AcceptsAHandWrittenGame) {
  EXPECT_EQ(complaints(kShort), std::vector<std::string>{});
  EXPECT_EQ(complaints(std::string(kShort) + "\n\n" + kShort), std::vector<std::string>{});
  EXPECT_EQ(complaints(std::string(kShort) + kShort), std::vector<std::string>{});
  const AnnotatedGame game = first_game(kShort);
  EXPECT_EQ(game.record.game_number, 5u);
  EXPECT_EQ(game.players[0], "one of us");
  EXPECT_EQ(game.players[1], "");
  EXPECT_EQ(game.record.outcome, Outcome::kWin2);
  EXPECT_EQ(game.decision_line_numbers, (std::vector<std::size_t>{6, 7, 8, 9, 10}));
}

TEST_F(GameFileTest, ReportsIllegalPlaysWithLineAndLegalPlay) {
  EXPECT_EQ(complaint(with(kShort, "13/7 7/2", "13/7 7/3")),
            ":8: game 5, decision 3: the play '13/7 7/3' is illegal in "
            "13:1|17:1 with 6-5; legal is '13/7 7/2'");
  EXPECT_EQ(
      complaint(with(kShort, "first wins 2", "first wins 1")),
      ":10: game 5, decision 5: ends the game with 2 points for the first player, not with 1");
  EXPECT_EQ(complaint(with(kShort, "   4  second", "   4  first ")),
            ":9: game 5, decision 4: is the second player's turn by the rules");
  EXPECT_EQ(complaint(with(kShort, "2-1         ", "owed 3      ")),
            ":9: game 5, decision 4: has owed=3, but the rules give a roll");
  EXPECT_EQ(complaint(with(kShort, "   5  first   6-5         2/off\n", "")),
            ":9: game 5, decision 4: is the last one but does not end the game");
}

TEST_F(GameFileTest, RejectsValuesAboveTwoPoints) {
  const std::string text = with(kShort, "24/18 18/13", "24/18 18/13   +2.001");
  EXPECT_TRUE(holds(complaint(text), ":6: the value '+2.001': expected points from -2 to +2"));
}

// A game from another position than the start, as text and as the JSON written from it.
TEST_F(GameFileTest, AcceptsStartPositionsResignationsAndUnfinishedGames) {
  const std::string begun =
      "game 7\nstart 13:1|17:1\ncheckers 1\nvariant gioul\n   1  first   6-5         13/7 7/2\n";
  const std::string over = begun + "   2  second  2-1         17/15 15/14\n";
  for (const auto& [text, result] :
       {std::pair{over + "   3  first   6-5         2/off\nfirst wins 2\n", "first wins 2"},
        std::pair{over + "second wins 2, as first resigned\n", "second wins 2, as first resigned"},
        std::pair{over + "second wins 2, as first gave up\n",  // in older files
                  "second wins 2, as first resigned"},
        std::pair{begun + "running\n", "running"}, std::pair{over + "running\n", "running"}}) {
    EXPECT_EQ(complaints(text), std::vector<std::string>{}) << text;
    const AnnotatedGame game = first_game(text);
    EXPECT_EQ(format_result(game), result);
    GameValidator check;
    const std::span<const GameStep> steps = check(game);
    EXPECT_EQ(format_position(game.variant, steps[0].decision.position), "13:1|17:1");
    const std::string json = format_game_json(game, steps);
    EXPECT_EQ(complaints(json), std::vector<std::string>{}) << json;
    const AnnotatedGame reread = first_game(json);
    EXPECT_EQ(format_game(reread, check(reread)), format_game(game, check(game)));
  }
  EXPECT_TRUE(holds(complaint(begun + "first wins 2, as first resigned\n"), "not 2"));
  EXPECT_TRUE(
      holds(complaint(with(begun, "13:1|", "13:x|") + "running\n"), ":2: start '13:x|17:1'"));
  EXPECT_TRUE(holds(complaint(over + "   3  first   6-5         2/off\nrunning\n"),
                    "ends the game, but its result is 'running'"));
  EXPECT_TRUE(holds(complaint(begun + "first wins 2, as second gave\n"), "or 'as first resigned'"));
}

TEST_F(GameFileTest, ContinuesAfterAnUnreadableGame) {
  EXPECT_EQ(complaint(with(kShort, "   3  first", "   4  first")), ":8: decision '4': expected 3");
  EXPECT_TRUE(
      holds(complaint(with(kShort, "13/7 7/2", "13/7 7:2")), ":8: the play '13/7 7:2' cannot"));
  EXPECT_TRUE(holds(complaint(with(kShort, "first wins 2\n", "")), ":10: is the last line"));
  EXPECT_TRUE(holds(complaint(with(kShort, "variant gioul", "variant chess")), ":2: "));
  EXPECT_EQ(complaint("hello\n\nand\n\n" + std::string(kShort)),
            ":1: expected 'game N', the start of a game");
  EXPECT_TRUE(holds(complaint(with(kShort, "game 5", "hello")), ":1: no game found; expected"));
  EXPECT_TRUE(holds(complaint(with(kShort, "6-5 ", "7-5 ")), "'7-5': expected dice"));
  EXPECT_TRUE(holds(complaint(with(kShort, "checkers 1", "checkers 99")), ":3: checkers '99'"));
  EXPECT_TRUE(
      holds(complaint(with(kShort, "wins 2", "wins 2, as second failed:")), "the reason is empty"));
  EXPECT_EQ(complaints(with(kShort, "24/18", "24//18") + kShort + "garbage\n\n" + kShort).size(),
            2u);
}

TEST_F(GameFileTest, JsonWithTwoEndingsIsRejected) {
  const auto ending = [&](const std::string& members) {
    return complaint(R"({"variant":"gioul","checkers":1,"game":0,)" + members +
                     R"(,"decisions":[]})");
  };
  EXPECT_EQ(ending(R"("result":1,"running":true)"), ":1: running and result cannot be combined");
  EXPECT_EQ(ending(R"("running":true,"resigned":1)"),
            ":1: running and resigned cannot be combined");
  EXPECT_EQ(ending(R"("result":-2,"resigned":1,"failed":1,"reason":"x")"),
            ":1: failed and resigned cannot be combined");
  EXPECT_TRUE(holds(ending(R"("result":-2,"failed":1,"reason":"")"), "the reason is empty"));
  EXPECT_EQ(complaints(R"({"variant":"gioul","checkers":1,"game":0,"result":null,"running":true,)"
                       R"("decisions":[]})"),
            std::vector<std::string>{});
}

TEST_F(GameFileTest, PositionsOfJsonMustFollowFromTheMoves) {
  const AnnotatedGame game = first_game(kShort);
  GameValidator check;
  const std::string json = format_game_json(game, check(game));
  const std::string third = R"("position":"13:1|17:1",)";
  EXPECT_EQ(complaint(with(json, third, R"("position":"14:1|17:1",)")),
            ":1: game 5, decision 3: the position is '14:1|17:1', but the moves lead to "
            "'13:1|17:1'");
  EXPECT_EQ(complaints(with(json, third, "")), std::vector<std::string>{});
}

// Many programs round numbers above 2^53.
TEST_F(GameFileTest, SeedsAreWrittenAsTextAndReadAsTextOrNumber) {
  const std::string text = with(kShort, "checkers 1", "checkers 1\nseed 18446744073709551615");
  const AnnotatedGame game = first_game(text);
  GameValidator check;
  const std::string json = format_game_json(game, check(game));
  EXPECT_TRUE(holds(json, R"("seed":"18446744073709551615")"));
  for (const std::string& line :
       {json, with(json, R"("18446744073709551615")", "18446744073709551615")}) {
    EXPECT_EQ(first_game(line).seed, ~std::uint64_t{0}) << line;
  }
  EXPECT_TRUE(holds(complaint(with(json, "615\"", "616\"")), "seed: expected a whole number"));
}

TEST_F(GameFileTest, NamesHaveOneFormInAllFormats) {
  const std::string text = with(kShort, "one of us", "a\tb\x1B \xE9");
  const auto name_of = [&](const std::string& bytes) {
    const AnnotatedGame game = first_game(bytes);
    GameValidator check;
    return std::pair(game.players[0], format_game_json(game, check(game)));
  };
  const auto [name, json] = name_of(text);
  EXPECT_EQ(name, "a\\x09b\\x1b \xC3\xA9");
  EXPECT_EQ(name_of(json).first, name);
  EXPECT_EQ(name_of(with(json, R"("a\\x09b\\x1b)", R"("a\tb\u001b)")).first, name);
}

TEST_F(GameFileTest, ReadsUtf16) {
  std::string text;
  for (const char c : std::string(kShort)) text += {c, '\0'};
  for (const std::string& mark : {std::string("\xFF\xFE"), std::string()}) {
    EXPECT_EQ(complaints(mark + text), std::vector<std::string>{});
    EXPECT_EQ(first_game(mark + text).record.decisions.size(), 5u);
  }
}

TEST_F(GameFileTest, TheNameOfAFileChoosesTheExpectedFormat) {
  for (const auto& [name, expected] : {std::pair{"a.mat", "expected 'N point match' or 'Game 1'"},
                                       {"A.SGF", "expected '(;'"},
                                       {"a.jsonl", "expected '{'"},
                                       {"a.txt", "no game found; expected"}}) {
    put_bytes(folder_ / name, "\nhello\n");
    AnnotatedGame game;
    const std::string said =
        message_of<InputError>([&] { GameFile(folder_ / name).read_next_game(game); });
    EXPECT_TRUE(holds(said, std::string(":2: ") + expected)) << said;
  }
}

TEST_F(GameFileTest, TextBeforeTheFirstGameMayHaveAMegabyte) {
  std::string text;
  while (text.size() < 1'000'000) text += "; a comment before the first game of the match\n";
  text += " 3 point match\n\n Game 1\n white : 0      black : 0\n  1) 31: 8/5 6/5\n";
  EXPECT_EQ(complaints(text), std::vector<std::string>{});
}

// Returns the numbers of legal games, then the reasons of the others without the folder.
std::vector<std::string> all_of(const TemporaryFolder& folder,
                                const std::vector<std::string>& arguments,
                                std::optional<std::uint64_t> number = std::nullopt) {
  std::vector<std::string> numbers;
  std::vector<std::string> reasons;
  const ReadGamesResult all = read_games(
      arguments, number,
      [&](const GameFile&, const AnnotatedGame& game, const GameValidator&) {
        numbers.push_back(std::to_string(game.record.game_number));
        return true;
      },
      [&](const std::string& reason) {
        reasons.push_back(reason.substr(folder.path().string().size() + 1));
      });
  EXPECT_EQ(all.legal_game_count, numbers.size());
  EXPECT_EQ(all.rejected_game_count, reasons.size());
  numbers.insert(numbers.end(), reasons.begin(), reasons.end());
  return numbers;
}

TEST_F(GameFileTest, ReadGamesPassesOverBadGames) {
  const std::string other = with(kShort, "game 5", "game 6");
  put_bytes(folder_ / "a.txt", with(other, "13/7 7/2", "13/7 7/3") + "\n" + kShort + "\n" +
                                   with(other, "24/18 ", "24-18 "));
  put_bytes(folder_ / "b.txt", other);
  put_bytes(folder_ / "c.md", "no game");
  const auto all = all_of(folder_, {folder_.path().string()});
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0], "5");
  EXPECT_EQ(all[1], "6");
  EXPECT_TRUE(all[2].starts_with("a.txt:8: game 6, decision 3: the play '13/7 7/3' is illegal"));
  EXPECT_TRUE(all[3].starts_with("a.txt:30: the play '24-18"));
  EXPECT_EQ(all_of(folder_, {(folder_ / "a.txt").string()}, 5), (std::vector<std::string>{"5"}));
}

TEST_F(GameFileTest, FoldersStandForTheirFilesOfGames) {
  std::vector<std::filesystem::path> expected;
  for (const char* name : {"a.txt", "b.jsonl", "c.MAT", "d.sgf"}) {
    expected.push_back(folder_ / name);
    put_bytes(expected.back(), "");
  }
  put_bytes(folder_ / "e.md", "");
  std::filesystem::create_directory(folder_ / "f.txt");
  EXPECT_EQ(list_game_files(folder_.path().string()), expected);
}

TEST_F(GameFileTest, FindsAGameBesideADamagedShard) {
  const GenerationOptions options{.game = find_game("gioul"), .checkers = 1, .seed = 4, .games = 4};
  ShardWriter shards(folder_.path(), header_of(options), 2);
  shards.append(
      play_and_encode_games(options, small_random_net(options.game), RecordLevel::kGamesAndValues)
          .records);
  shards.finish_writing();
  const std::filesystem::path first = folder_ / shard_file_name(0);
  put_bytes(first, bytes_of(first).substr(0, 100));
  EXPECT_EQ(all_of(folder_, {folder_.path().string()}, 3).front(), "3");
}

TEST_F(GameFileTest, ANumberOfTwoGamesIsRejected) {
  put_bytes(folder_ / "a.txt", std::string(kShort) + "\n" + kShort);
  const std::string file = (folder_ / "a.txt").string();
  EXPECT_EQ(message_of<InputError>([&] { all_of(folder_, {file}, 5); }),
            file + ":18: is a second game 5; the first is on line 6");
}

TEST_F(GameFileTest, RejectsMaliciousFilesAndTerminates) {
  const std::string json = "{\"variant\":\"gioul\",\"checkers\":1,\"game\":0,\"result\":1,";
  for (const std::string& text :
       {std::string("\0\1\2\3", 4), std::string("{"), std::string("{}"), std::string("[1]"),
        std::string(100'000, '['), "{\"a\":" + std::string(100'000, '['),
        json + "\"decisions\":[7]}",
        json + "\"decisions\":[{\"player\":1,\"dice\":null,\"play\":\"-\",\"position\":\"24:1|24:"
               "1\"}]}",
        json +
            "\"decisions\":[{\"player\":1,\"dice\":\"3-1\",\"play\":\"-\",\"value\":[1,1,1,1,1]}]}",
        json + "\"decisions\":[]}", std::string("{\"variant\":\"gioul\",\"checkers\":1.5}"),
        std::string("game 1\n"), std::string("game 18446744073709551616\n"),
        std::string("game -1\ntie\n"), std::string("game 1\ntie\ntie\n"),
        std::string("game 1\nfirst wins 3\n"), std::string("game 1\nfirst wins 2, because\n"),
        std::string("game 1\nseed\n")}) {
    EXPECT_EQ(complaints(text).size(), 1u) << text.substr(0, 200);
  }
  EXPECT_EQ(complaints("").size(), 0u);
  EXPECT_THROW(GameFile(folder_ / "none"), InputError);
  EXPECT_THROW(GameFile(folder_.path()), InputError);
}

TEST_F(GameFileTest, LinesOfTheHeadingAreGivenOnce) {
  for (const std::string line : {"variant gioul", "checkers 1", "seed 1", "net 1", "pairing 1",
                                 "pair 1", "start 1:1|1:1", "first player a"}) {
    const std::string key = line.substr(0, line.find(' '));
    EXPECT_EQ(complaint("game 0\n" + line + "\n" + line + "\nrunning\n"),
              ":3: " + key + " is given twice");
  }
}

// The position is one of portes only, since in gioul no checker is on the bar.
TEST_F(GameFileTest, StartMayPrecedeTheVariant) {
  const std::string start = "bar:1,24:1,13:5,8:3,6:5|24:2,13:5,8:3,6:5";
  EXPECT_EQ(complaints("game 1\nstart " + start + "\nvariant portes\nrunning"),
            std::vector<std::string>{});
}

TEST_F(GameFileTest, StartHasTheGivenNumberOfCheckers) {
  EXPECT_EQ(complaint("game 1\ncheckers 3\nstart 24:4|24:4\nrunning\n"),
            ":3: start '24:4|24:4': starts with 4 checkers per side; expected 3, the number of "
            "'checkers'");
  EXPECT_EQ(complaint(R"({"variant":"gioul","checkers":3,"game":0,"start":"24:4|24:4",)"
                      R"("running":true,"decisions":[]})"),
            ":1: starts with 4 checkers per side; expected 3, the number of 'checkers'");
  EXPECT_EQ(first_game("game 1\nstart 24:4|24:4\nrunning\n").checkers, 4);
}

TEST_F(GameFileTest, JsonErrorsNameTheKeyAndWhatIsExpected) {
  const auto line = [](const std::string& members) {
    return "{\"variant\":\"gioul\",\"checkers\":1,\"game\":0,\"result\":1," + members + "}\n";
  };
  const auto decision = [&](const std::string& members) {
    return line("\"decisions\":[{" + members + "}]");
  };
  for (const auto& [text, said] :
       {std::pair{std::string("{\"game\":0\n"), ":1: expected a JSON object"},
        {line("\"game\":1,\"decisions\":[]"), ":1: game is given twice"},
        {line("\"decisions\":7"), ":1: decisions: expected a list of objects, not 7"},
        {line("\"seed\":-1,\"decisions\":[]"),
         ":1: seed: expected a whole number from 0 to 18446744073709551615, not -1"},
        {line("\"players\":[\"a\"],\"decisions\":[]"),
         ":1: players: expected a list of 2 texts, not [\"a\"]"},
        {decision("\"player\":3"),
         ":1: decision 1: player: expected a whole number from 1 to 2, not 3"},
        {decision("\"player\":1,\"dice\":\"3-1\""),
         ":1: decision 1: play: is missing (expected a text)"},
        {decision("\"player\":1,\"dice\":\"3-1\",\"play\":\"-\",\"value\":[0,0,0,1]"),
         ":1: decision 1: value: expected a list of 5 numbers from 0 to 1, not [0,0,0,1]"}}) {
    EXPECT_EQ(complaint(text), said) << text;
  }
}

class EveryGame : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryGame, RoundTripsThroughAFile) {
  const GenerationOptions options{.game = find_game(GetParam()), .seed = 4, .games = 6};
  const TemporaryFolder folder;
  std::uint64_t number = 0;
  std::string texts;
  std::string lines;
  GameReplayer replay(options.game, options.checkers);
  for (const PlayedSteps& played : played_steps(options)) {
    const GameRecord record =
        make_game_record(options.game, number++, played.steps, played.last_result);
    AnnotatedGame game = make_annotated_game(header_of(options), record);
    game.players = {"first player \"x\"", "wins 2"};
    const std::span<const GameStep> steps = replay(record);
    texts += format_game(game, steps);
    lines += format_game_json(game, steps);
  }
  for (const auto& [name, text, print] : {std::tuple{"games.txt", texts, &format_game},
                                          std::tuple{"games.jsonl", lines, &format_game_json}}) {
    put_bytes(folder / name, text);
    GameFile file(folder / name);
    GameValidator check;
    AnnotatedGame game;
    std::string again;
    while (file.read_next_game(game)) {
      const std::span<const GameStep> steps = check(game);  // must precede replayer()
      again += print(game, steps);
    }
    EXPECT_EQ(again, text);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryGame, testing::ValuesIn(game_names()), kTestName);

TEST(TournamentGames, SurviveAResumeAndAreLegal) {
  for (const std::string variant : {"gioul", "gul-bara", "plakoto", "portes"}) {
    const TemporaryFolder folder;
    TournamentOptions options{.game = find_game(variant),
                              .player_names = {"random", "blocker", "random"},
                              .pairs_per_pairing = 3,
                              .results_database = (folder / "t.db").string(),
                              .record_moves = true};
    run_tournament(options);
    options.threads = 2;
    options.record_moves = false;  // the file has them
    EXPECT_EQ(run_tournament(options).resumed_games, 18);
    for (const char* name : {"games.txt", "games.jsonl"}) {
      const std::filesystem::path path = folder / name;
      put_bytes(path, "an older file");
      write_tournament_games(options, path);
      GameFile file(path);
      GameValidator check;
      AnnotatedGame game;
      std::uint64_t games = 0;
      for (; file.read_next_game(game); ++games) {
        check(game);
        EXPECT_EQ(game.record.game_number, games);
        ASSERT_TRUE(game.tournament_pair && game.seed);
        EXPECT_EQ(game.tournament_pair->pairing_index, games / 6);
        EXPECT_EQ(game.tournament_pair->pair_index, games % 6 / 2);
        EXPECT_EQ(game.players[games % 2], options.player_names[games < 12 ? 0 : 1]);
      }
      EXPECT_EQ(games, 18u);
      EXPECT_EQ(folder.entries(), 2u + (name[6] == 'j' ? 1u : 0u));
    }
  }
}

TEST(TournamentGames, RejectDiceThatDoNotMatchTheSeed) {
  const TemporaryFolder folder;
  const TournamentOptions options{.checkers = 2,
                                  .player_names = {"random", "blocker"},
                                  .pairs_per_pairing = 1,
                                  .results_database = (folder / "t.db").string(),
                                  .record_moves = true};
  run_tournament(options);
  write_tournament_games(options, folder / "games.txt");
  GameFile file(folder / "games.txt");
  AnnotatedGame game;
  ASSERT_TRUE(file.read_next_game(game));
  game.tournament_pair->pair_index = 1;
  GameValidator check;
  EXPECT_TRUE(holds(message_of<ReplayError>([&] { check(game); }), "its seed and pair give"));
}

TEST(FailedGames, MayStopAnywhereAndTheirResultIsChecked) {
  const std::string text =
      "game 1\ncheckers 1\n   1  first   6-5         24/18 18/13\n"
      "first wins 2, as second failed: it's dead\n";
  const TemporaryFolder folder;
  const auto problem = [&](const std::string& content) {
    put_bytes(folder / "games", content);
    GameFile file(folder / "games");
    AnnotatedGame game;
    GameValidator check;
    EXPECT_TRUE(file.read_next_game(game));
    return message_of<ReplayError>([&] { check(game); });
  };
  EXPECT_EQ(problem(text), "");
  EXPECT_EQ(problem("game 1\nsecond wins 2, as first failed: no answer\n"), "");
  EXPECT_TRUE(
      holds(problem(with(text, "wins 2", "wins 1")), "2 points for the first player, not 1"));
  EXPECT_TRUE(
      holds(problem(with(kShort, "wins 2", "wins 2, as second failed: x")), "no player failed"));
}

TEST(GamePage, HasABoardForEachPositionAndEscapesNames) {
  const GenerationOptions options{.seed = 9, .games = 1};
  const PlayedSteps played = played_steps(options).front();
  AnnotatedGame game = make_annotated_game(
      header_of(options),
      make_game_record(find_game("gioul"), 0, played.steps, played.last_result));
  game.players = {"<script>alert(1)</script>", "&\"'"};
  GameValidator check;
  const std::span<const GameStep> steps = check(game);
  const GamePlayback playback = make_playback(game, steps, check.replayer());
  ASSERT_EQ(playback.positions.size(), game.record.decisions.size() + 1);
  const bool second = game.record.outcome < Outcome::kTie;
  EXPECT_EQ((second ? playback.positions.back().opp : playback.positions.back().own).count(kOff),
            15);
  EXPECT_EQ(playback.equities.back(), static_cast<double>(points(game.record.outcome)));
  const std::string page = game_page(game, playback);
  EXPECT_FALSE(holds(page, "<script>alert"));
  EXPECT_EQ(count_of(page, "id=\"step"), playback.positions.size());
  EXPECT_TRUE(holds(page, "id=\"curve\""));
}

}  // namespace
}  // namespace gioul
