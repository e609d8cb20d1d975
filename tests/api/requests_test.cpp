#include "api/requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "api/answers.h"
#include "base/interrupt.h"
#include "engine/games/legal_play_list.h"
#include "engine/games/loose_play.h"
#include "engine/text/notation.h"
#include "selfplay/record/game_file.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

using testing::StartsWith;

TEST(Answers, EquitiesAreNeverAboveTwoPoints) {
  const PositionEvaluation rounded{.value = {0.0, 0.0, 0.0, 1e-9, 1.0}, .plays = {}};
  EXPECT_THAT(evaluation_json(rounded), StartsWith("{\"equity\":2.0,"));
}

class Requests : public testing::Test {
 protected:
  std::string answer(std::string_view name, std::string_view json) {
    const PreparedRequest ready = read_request(name, json, players_);
    return add_id_to_answer(ready.id, ready.compute_answer({}));
  }
  nlohmann::json answer_json(std::string_view name, std::string_view json) {
    return nlohmann::json::parse(answer(name, json));
  }

  // Returns the invalid field and the message.
  std::pair<std::string, std::string> refused(std::string_view name, std::string_view json,
                                              PlayerRegistry& players) {
    try {
      read_request(name, json, players);
    } catch (const RequestError& error) {
      return {error.field(), error.what()};
    }
    return {"", "nothing"};
  }
  auto refused(std::string_view name, std::string_view json) {
    return refused(name, json, players_);
  }

  TemporaryFolder folder_;
  PlayerRegistry players_{RequestPolicy{}};
};

TEST_F(Requests, AnswerStartsWithTheId) {
  EXPECT_THAT(answer("version", "{\"id\":12}"), StartsWith("{\"id\":12,\"program\":\"gioul\""));
  EXPECT_THAT(answer("version", R"({"id":"a\"b"})"), StartsWith(R"({"id":"a\"b",)"));
  EXPECT_THAT(answer("version", "{}"), StartsWith("{\"program\""));
}

TEST_F(Requests, ErrorsNameTheField) {
  EXPECT_EQ(refused("moves", R"({"dice":[0,1]})").first, "dice");
  EXPECT_EQ(refused("moves", R"({"dice":[3,1,1]})").first, "dice");
  EXPECT_EQ(refused("moves", R"({"dice":[3,1],"position":"24:16|24:15"})").first, "position");
  EXPECT_EQ(refused("moves", R"({"dice":[3,1],"chekers":3})").first, "chekers");
  EXPECT_EQ(refused("moves", R"({"dice":[3,1],"checkers":16})").first, "checkers");
  EXPECT_EQ(refused("moves", R"({"position":"24:15|24:15","checkers":15})").first, "checkers");
  EXPECT_EQ(refused("choose", R"({"dice":[3,1],"player":"stranger"})").first, "player");
  EXPECT_EQ(refused("version", R"({"":1})").first, "\"\"");
  EXPECT_EQ(refused("moves", R"({"dice":[3,1],"":1})").first, "\"\"");
  EXPECT_EQ(refused("moves", "[]").first, "");
  EXPECT_EQ(refused("moves", R"({"dice":[3,1],"dice":[3,1]})"),
            (std::pair<std::string, std::string>("dice", "dice is given twice")));
  EXPECT_TRUE(holds(refused("fly", "{}").second, "expected version, games"));
  EXPECT_EQ(refused("evaluate", R"({"dice":[3,1],"plays":1})").first, "plays");  // it has them all
}

TEST_F(Requests, ErrorsRepeatTheIdOfRejectedJson) {
  const std::string deep = std::string(10, '[') + std::string(10, ']');
  for (const auto& [json, id] :
       {std::pair<std::string, std::string>{R"({"id":5,"dice":[3,1],"dice":[3,1]})", "5"},
        {R"({"dice":1,"dice":{"id":6},"id":"a\"b"})", R"("a\"b")"},
        {R"({"id":1,"id":2})", "1"},
        {R"({"id":5,"text":)" + deep + "}", "5"},
        {R"({"text":)" + deep + R"(,"id":5})", "5"},
        {R"({"id":5,"dice":[3,)", "5"},
        {R"({"id":[5],"dice":1,"dice":"id"})", ""},
        {R"({"id":")" + std::string(200, 'x') + R"(","id":1})", ""},
        {R"(["id",5])", ""}}) {
    const std::string start = id.empty() ? R"({"error":)" : R"({"id":)" + id + R"(,"error":)";
    try {
      read_request("moves", json, players_);
      ADD_FAILURE() << json;
    } catch (const RequestError& error) {
      EXPECT_THAT(error_json({}, error), StartsWith(start)) << json;
    }
  }
}

// Returns the play of checker moves [from, to] in notation.
std::string play_of_way(const nlohmann::json& way) {
  std::string play;
  for (const auto& move : way) {
    const int from = move[0];
    const int to = move[1];
    play += (play.empty() ? "" : " ") + (from == 25 ? "bar" : std::to_string(from)) + "/" +
            (to == 0 ? "off" : std::to_string(to));
  }
  return play;
}

TEST_F(Requests, EveryPathOfAPlayEndsInItsAfterstate) {
  const auto list = std::make_unique<AfterstateList>();
  for (const Game game : all_games()) {
    for (const Dice dice : {Dice{2, 1}, Dice{6, 5}, Dice{3, 3}}) {
      const nlohmann::json fields = {{"dice", {dice.high, dice.low}}, {"variant", game.name()}};
      const auto moves = answer_json("moves", fields.dump())["moves"];
      ASSERT_FALSE(moves.empty());
      game.generate_afterstates(game.start(), dice, *list);
      for (const auto& move : moves) {
        EXPECT_FALSE(move["ways"].empty()) << move;
        for (const auto& way : move["ways"]) {
          const std::size_t reached =
              parse_play_to_afterstate_index(game, game.start(), *list, play_of_way(way));
          EXPECT_EQ(format_afterstate(game.variant(), *list, reached), move["afterstate"]) << way;
        }
      }
    }
  }
}

TEST_F(Requests, ListsTheNumbersOfAChain) {
  const auto begun = answer_json("moves", R"({"dice":[5,5]})");
  EXPECT_EQ(begun["chain"]["numbers"], nlohmann::json::parse("[[5,4],[6,4]]"));
  EXPECT_TRUE(begun["acts_again"]);
  const auto forfeited = answer_json("moves", R"({"position":"24:15|24:11,21:4|forfeit=6"})");
  EXPECT_EQ(forfeited["chain"]["numbers"], nlohmann::json::parse("[[5,2],[6,4]]"));
  EXPECT_TRUE(forfeited["chain"]["forfeited"]);
  const auto plain = answer_json("moves", R"({"variant":"portes","dice":[5,5]})");
  EXPECT_FALSE(plain.contains("chain"));
}

TEST_F(Requests, ListsEveryOrderOnlyIfOrderMatters) {
  const auto any_order = [&](const std::string& game, const std::string& dice) -> bool {
    return nlohmann::json::parse(
        answer("moves", R"({"variant":")" + game + R"(","dice":)" + dice + "}"))["any_order"];
  };
  EXPECT_TRUE(any_order("gioul", "[2,2]"));
  EXPECT_FALSE(any_order("gioul", "[2,1]"));
  EXPECT_FALSE(any_order("fevga", "[2,2]"));
}

TEST_F(Requests, ServerRejectsFilesAndProgramsInRequests) {
  const std::string net = put_net(folder_, "portes");
  PlayerRegistry players(
      {.allows_any_player = false, .allowed_players = {"net:" + net}, .max_plies = 2});
  for (const char* const player : {"ubgi:true", "net:/etc/passwd", "table:x", "rollout:x"}) {
    const std::string json = R"({"dice":[3,1],"player":")" + std::string(player) + "\"}";
    EXPECT_EQ(refused("choose", json, players).first, "player") << player;
    EXPECT_EQ(refused("evaluate", json, players).first, "player") << player;
  }
  EXPECT_EQ(refused("evaluate", R"({"net":"x"})", players).first, "net");
  EXPECT_EQ(refused("choose", R"({"dice":[3,1],"player":"net,plies=3"})", players).first, "player");
  EXPECT_EQ(refused("analyze", R"({"plies":3})", players).first, "plies");
  // The server's net is the default player of its variant.
  EXPECT_EQ(players.default_player_name(find_game("portes")), "net:" + net);
  EXPECT_NO_THROW(read_request("evaluate", R"({"variant":"portes"})", players));
  EXPECT_NO_THROW(read_request("choose", R"({"variant":"portes","dice":[3,1]})", players));
}

TEST_F(Requests, ErrorNamesTheServerOptionThatAllowsIt) {
  PlayerRegistry players({.allows_any_player = false});
  EXPECT_TRUE(
      holds(refused("choose", R"({"dice":[3,1],"player":"net:x"})", players).second, "--players"));
  EXPECT_TRUE(holds(refused("evaluate", R"({"net":"x"})", players).second, "--players net:"));
}

TEST_F(Requests, CostClassGrowsWithWork) {
  const auto cost = [&](std::string_view name, const std::string& more) {
    const std::string dice = more.find("dice") == std::string::npos ? R"("dice":[3,1])" : "";
    return read_request(name, "{" + dice + more + "}", players_).cost_class;
  };
  EXPECT_EQ(cost("moves", ""), CostClass::kMoment);
  EXPECT_EQ(cost("choose", R"(,"player":"net,plies=0")"), CostClass::kMoment);
  EXPECT_EQ(cost("choose", R"(,"player":"net,tables=on")"), CostClass::kQuick);
  EXPECT_EQ(cost("choose", R"(,"player":"net,beam=16")"), CostClass::kMoment);
  EXPECT_EQ(cost("choose", R"("dice":[2,2],"player":"net")"), CostClass::kMoment);
  EXPECT_EQ(cost("choose", R"("dice":[2,2],"player":"net,beam=16")"), CostClass::kQuick);
  EXPECT_EQ(cost("choose", R"("dice":[2,2],"player":"net,beam=256")"), CostClass::kShort);
  EXPECT_EQ(cost("analyze", R"(,"plies":0,"beam":256)"), CostClass::kShort);
  EXPECT_EQ(cost("choose", R"(,"plies":3)"), CostClass::kVeryLong);
  EXPECT_EQ(cost("choose", R"(,"player":"rollout")"), CostClass::kVeryLong);
  EXPECT_EQ(cost("analyze", R"(,"plies":0)"), CostClass::kQuick);
  EXPECT_EQ(cost("analyze", R"(,"plies":2)"), CostClass::kLong);
  EXPECT_EQ(cost("analyze", R"(,"plies":0,"rollout":true)"), CostClass::kVeryLong);
}

TEST_F(Requests, ChoiceDependsOnlyOnTheSeed) {
  const std::string json = R"({"dice":[6,4],"position":"20:2,13:3,8:4,6:3,5:3|24:15",)"
                           R"("player":"random","seed":)";
  EXPECT_EQ(answer("choose", json + "3}"), answer("choose", json + "3}"));
  std::set<std::string> choices;
  for (int seed = 0; seed < 20; ++seed) {
    choices.insert(answer("choose", json + std::to_string(seed) + "}"));
  }
  EXPECT_GT(choices.size(), 1u);
}

TEST(StopFlagScope, EndRestoresThePreviousFlag) {
  StopFlag stop = true;
  {
    const StopFlagScope bound(&stop);
    EXPECT_TRUE(is_interrupted());
    const StopFlagScope inner(nullptr);
    EXPECT_FALSE(is_interrupted());
  }
  EXPECT_FALSE(is_interrupted());
}

TEST_F(Requests, ReplayRejectsUnusableTexts) {
  const std::string text =
      R"(game 4\nvariant gioul\ncheckers 1\nfirst player a\n   1  first   6-5  24/18 18/13\n)"
      R"(   2  second  6-4  24/18 18/14\n   3  first   6-6  13/7 7/1\n   4  second  owed 2  -\n)";
  EXPECT_EQ(refused("replay", R"({"text":""})").first, "text");
  EXPECT_EQ(refused("replay", R"({"text":"game 1","game":1})").first, "game");
  const PreparedRequest ready = read_request("replay", R"({"text":")" + text + "\"}", players_);
  EXPECT_THROW(ready.compute_answer({}), RequestError) << "decision 4 is illegal";
}

// Returns the number of games in the text as a file, or the error as in a request.
std::string games_in_file(const std::filesystem::path& path) {
  GameFile file(path);
  AnnotatedGame game;
  int games = 0;
  try {
    while (file.read_next_game(game)) ++games;
  } catch (const InputError& error) {
    return "text: line " + std::string(error.what()).substr(path.string().size() + 1);
  }
  return std::to_string(games);
}

TEST_F(Requests, TextHasTheSameGamesAsAFile) {
  const std::string game =
      "game 5\nvariant gioul\ncheckers 1\nfirst player a\nsecond player b\n"
      "   1  first   6-5         24/18 18/13\n   2  second  4-3         24/20 20/17\n"
      "   3  first   6-5         13/7 7/2\n   4  second  2-1         17/15 15/14\n"
      "   5  first   6-5         2/off\nfirst wins 2\n";
  put_bytes(folder_ / "games", game);
  AnnotatedGame noted;
  ASSERT_TRUE(GameFile(folder_ / "games").read_next_game(noted));
  const std::string json = format_game_json(noted, GameValidator()(noted));
  for (const std::string& text :
       {game + "\n" + game, game + game, game + " \t\r\n" + game, "\t\n" + game, " " + json + json,
        "\t" + json, json + game, game + json, game + "\n" + json, json + " \n\t\n" + json}) {
    put_bytes(folder_ / "games", text);
    std::string found;
    try {
      const nlohmann::json request = {{"text", text}};
      const auto answered = answer_json("replay", request.dump());
      found = std::to_string(answered["games"].size());
      for (const auto& one : answered["games"]) {
        if (!one.contains("error")) continue;
        found = "text: line " + one["line"].dump() + ": " + one["error"].get<std::string>();
        break;
      }
    } catch (const RequestError& error) {
      found = error.what();
    }
    EXPECT_EQ(found, games_in_file(folder_ / "games")) << text;
  }
}

// The second of three games is illegal.
TEST_F(Requests, BadGamesDoNotLoseTheRest) {
  const std::string game =
      "game 5\nvariant gioul\ncheckers 1\n   1  first   6-6         24/18 18/12 12/6 6/off\n"
      "first wins 2\n\n";
  std::string bad = game;
  bad.replace(bad.find("12/6"), 4, "12/5");
  const auto ask = [&](std::string_view name, nlohmann::json request) {
    request["text"] = bad + game;
    return answer_json(name, request.dump());
  };
  const nlohmann::json replayed = ask("replay", {});
  ASSERT_EQ(replayed["games"].size(), 2u);
  EXPECT_EQ(replayed["games"][0]["line"], 4);
  EXPECT_TRUE(
      holds(replayed["games"][0]["error"].get<std::string>(), "game 5, decision 1: the play"));
  EXPECT_EQ(replayed["games"][1]["result"], "first wins 2");
  EXPECT_EQ(replayed["game"]["decisions"].size(), 1u);
  EXPECT_EQ(ask("replay", {{"game", 1}}), replayed);
  EXPECT_THROW(ask("replay", {{"game", 0}}), RequestError);
  const nlohmann::json written = ask("record", {});
  EXPECT_EQ(written["text"], game);
  EXPECT_EQ(written["rejected"][0]["line"], 4);
}

TEST_F(Requests, PositionsInOtherNotations) {
  const auto ask = [&](std::string_view name, const std::string& position,
                       const std::string& more) {
    return nlohmann::json::parse(
        answer(name, R"({"variant":"portes","position":")" + position + '"' + more + "}"));
  };
  const std::string xgid = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:0:0:0:0:10";
  const std::string text = "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5";
  const nlohmann::json same = ask("position", xgid, "");
  EXPECT_EQ(same["position"], text);
  EXPECT_EQ(same["dice"], "3-1");
  EXPECT_EQ(same["note"], "its doubling cube is ignored");
  EXPECT_EQ(ask("position", same["gnubg_id"], "")["xgid"], same["xgid"]);
  nlohmann::json moves = ask("moves", xgid, "");
  EXPECT_EQ(moves["note"], same["note"]);
  moves.erase("note");
  EXPECT_EQ(moves, ask("moves", text, R"(,"dice":[1,3])"));
  EXPECT_EQ(
      refused("moves", R"({"variant":"portes","dice":[6,5],"position":")" + xgid + "\"}").first,
      "dice");
}

TEST_F(Requests, SeedsMayBeText) {
  const auto chosen = [&](const std::string& seed) {
    return answer("choose", R"({"dice":[6,4],"player":"random","seed":)" + seed + "}");
  };
  EXPECT_EQ(chosen("18446744073709551615"), chosen("\"18446744073709551615\""));
  EXPECT_EQ(refused("choose", R"({"dice":[6,4],"seed":"18446744073709551616"})").first, "seed");
}

TEST_F(Requests, JudgeMatchesAnalyze) {
  for (const Game game : all_games()) {
    const std::string net = put_net(folder_, game.name());
    const std::string fields = R"("variant":")" + std::string(game.name()) + R"(","net":")" + net +
                               R"(","plies":1,"dice":[2,1],"tables":false)";
    const auto analysis = answer_json("analyze", "{" + fields + "}");
    for (const auto& play : analysis["plays"]) {
      const auto judged = answer_json("judge", "{" + fields + R"(,"luck":true,"afterstate":)" +
                                                   play["afterstate"].dump() + "}");
      EXPECT_EQ(judged["best"]["play"], analysis["plays"][0]["play"]);
      EXPECT_EQ(judged["made"]["equity"], play["equity"]);
      EXPECT_NEAR(judged["cost"].get<double>(), std::max(0.0, -play["difference"].get<double>()),
                  1e-12);
      EXPECT_TRUE(judged["luck"].is_number());
    }
  }
  EXPECT_EQ(refused("judge", R"({"dice":[3,1],"afterstate":"24:15|24:15"})").first, "afterstate");
  EXPECT_EQ(answer("judge", R"({"dice":[3,1],"play":"24 23 24 21"})"),
            answer("judge", R"({"dice":[3,1],"afterstate":"24:15|24:13,23:1,21:1"})"));
  EXPECT_EQ(refused("judge", R"({"dice":[3,1],"play":"24/22"})"),
            (std::pair<std::string, std::string>("play", "play: illegal play '24/22'")));
  EXPECT_EQ(refused("judge", R"({"dice":[3,1],"play":"-","afterstate":"win=1"})").first, "play");
  EXPECT_EQ(refused("judge", R"({"dice":[3,1]})").first, "play");
  EXPECT_EQ(refused("judge", R"({"position":"24:11,21:4|24:15|owed=12","luck":true,)"
                             R"("afterstate":"24:11,17:4|24:15|owed=8"})")
                .first,
            "luck");
  EXPECT_EQ(refused("judge", R"({"afterstate":"24:15|24:15"})").first, "dice");
}

TEST_F(Requests, ConvertsGamesBetweenFormats) {
  const std::string game =
      "game 5\nvariant gioul\ncheckers 1\nfirst player a\nsecond player b\n"
      "   1  first   6-6         24/18 18/12 12/6 6/off\nfirst wins 2\n\n";
  const auto written = [this](const std::string& text, const std::string& form) {
    const nlohmann::json request = {{"text", text}, {"format", form}};
    return answer_json("record", request.dump())["text"].get<std::string>();
  };
  const std::string json = written(game + game, "jsonl");
  EXPECT_EQ(std::ranges::count(json, '\n'), 2);
  EXPECT_EQ(written(json, "text"), game + game);
  EXPECT_EQ(written(json, "jsonl"), json);
  EXPECT_EQ(refused("record", R"({"text":"game 1","format":"xml"})").first, "format");
  EXPECT_EQ(refused("record", R"({"text":""})").first, "text");
  const PreparedRequest wrong = read_request(
      "record",
      R"({"text":"game 1\nvariant gioul\ncheckers 1\n   1  first  6-5  24/1\nrunning\n"})",
      players_);
  EXPECT_THROW(wrong.compute_answer({}), RequestError) << "that is not legal";
}

TEST_F(Requests, SamplesTestSetDecisionsWithTheLossOfEachPlay) {
  const auto some = answer_json("decisions", R"({"variant":"fevga","count":5,"seed":3})");
  EXPECT_EQ(some["of"], 600);
  ASSERT_EQ(some["decisions"].size(), 5u);
  std::set<int> numbers;
  for (const auto& decision : some["decisions"]) {
    numbers.insert(decision["number"].get<int>());
    int before = 0;
    for (const auto& play : decision["plays"]) {
      EXPECT_GE(play["loss"], before) << "the best first";
      before = play["loss"];
    }
    EXPECT_EQ(decision["plays"][0]["loss"], 0);
    nlohmann::json asked = {{"variant", "fevga"}, {"position", decision["position"]}};
    if (decision.contains("dice")) asked["dice"] = decision["dice"];
    EXPECT_EQ(answer_json("moves", asked.dump())["moves"].size(), decision["plays"].size());
  }
  EXPECT_EQ(numbers.size(), 5u);
  EXPECT_EQ(answer_json("decisions", R"({"variant":"fevga","count":5,"seed":3})"), some);
  EXPECT_NE(answer_json("decisions", R"({"variant":"fevga","count":5,"seed":4})"), some);
  EXPECT_EQ(refused("decisions", R"({"count":101})").first, "count");
}

}  // namespace
}  // namespace gioul
