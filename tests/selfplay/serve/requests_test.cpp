#include "selfplay/serve/requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "eval/value/interrupt.h"
#include "nn/encode/encoder.h"
#include "nn/net/net_file.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Requests : public testing::Test {
 protected:
  static Net small_net_of(Game game) {
    return random_net(std::string(game.name()), Encoder(game).inputs(), {8}, 7);
  }

  std::string answer(std::string_view name, std::string_view json) {
    const ReadyRequest ready = read_request(name, json, players_);
    return with_id(ready.id, ready.answer({}));
  }

  // The field that is wrong, and the message.
  std::pair<std::string, std::string> refused(std::string_view name, std::string_view json,
                                              LoadedPlayers& players) {
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
  LoadedPlayers players_{ServePolicy{}};
};

TEST_F(Requests, AnAnswerBeginsWithTheId) {
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
  EXPECT_EQ(refused("choose", R"({"dice":[3,1],"player":"nobody"})").first, "player");
  EXPECT_EQ(refused("version", R"({"":1})").first, "\"\"");
  EXPECT_EQ(refused("moves", R"({"dice":[3,1],"":1})").first, "\"\"");
  EXPECT_EQ(refused("moves", "[]").first, "");
  EXPECT_THAT(refused("moves", R"({"dice":[3,1],"dice":[3,1]})").second, HasSubstr("twice"));
  EXPECT_THAT(refused("fly", "{}").second, HasSubstr("expected version, games"));
}

TEST_F(Requests, EveryWayOfAMoveEndsInItsAfterstate) {
  for (const Game game : all_games()) {
    const auto json = nlohmann::json::parse(
        answer("moves", R"({"dice":[2,1],"variant":")" + std::string(game.name()) + "\"}"));
    for (const auto& move : json["moves"]) {
      EXPECT_GE(move["ways"].size(), 1u) << move;
      for (const auto& way : move["ways"]) EXPECT_LE(way.size(), 2u);
    }
  }
}

TEST_F(Requests, AChainIsToldNumberByNumber) {
  const auto begun = nlohmann::json::parse(answer("moves", R"({"dice":[5,5]})"));
  EXPECT_EQ(begun["chain"]["numbers"], nlohmann::json::parse("[[5,4],[6,4]]"));
  EXPECT_TRUE(begun["acts_again"]);
  const auto forfeited =
      nlohmann::json::parse(answer("moves", R"({"position":"24:15|24:11,21:4|forfeit=6"})"));
  EXPECT_EQ(forfeited["chain"]["numbers"], nlohmann::json::parse("[[5,2],[6,4]]"));
  EXPECT_TRUE(forfeited["chain"]["forfeited"]);
  const auto plain = nlohmann::json::parse(answer("moves", R"({"variant":"portes","dice":[5,5]})"));
  EXPECT_FALSE(plain.contains("chain"));
}

TEST_F(Requests, OnlyGamesWhereOrderMattersListEachOrder) {
  const auto any_order = [&](const std::string& game, const std::string& dice) -> bool {
    return nlohmann::json::parse(
        answer("moves", R"({"variant":")" + game + R"(","dice":)" + dice + "}"))["any_order"];
  };
  EXPECT_TRUE(any_order("gioul", "[2,2]"));
  EXPECT_FALSE(any_order("gioul", "[2,1]"));
  EXPECT_FALSE(any_order("fevga", "[2,2]"));
}

TEST_F(Requests, OverTheNetworkNoFileOrProgramIsNamed) {
  const std::string net = (folder_ / "portes.safetensors").string();
  save_net(small_net_of(find_game("portes")), net);
  LoadedPlayers players({.any_player = false, .players = {"net:" + net}, .plies = 2});
  for (const char* const player : {"ubgi:true", "net:/etc/passwd", "table:x", "rollout:x"}) {
    const std::string json = R"({"dice":[3,1],"player":")" + std::string(player) + "\"}";
    EXPECT_EQ(refused("choose", json, players).first, "player") << player;
    EXPECT_EQ(refused("evaluate", json, players).first, "player") << player;
  }
  EXPECT_EQ(refused("evaluate", R"({"net":"x"})", players).first, "net");
  EXPECT_EQ(refused("choose", R"({"dice":[3,1],"player":"net,plies=3"})", players).first, "player");
  EXPECT_EQ(refused("analyze", R"({"plies":3})", players).first, "plies");
  // What the server was started with is the usual player of its game.
  EXPECT_EQ(players.default_player(find_game("portes")), "net:" + net);
  EXPECT_NO_THROW(read_request("evaluate", R"({"variant":"portes"})", players));
  EXPECT_NO_THROW(read_request("choose", R"({"variant":"portes","dice":[3,1]})", players));
}

TEST_F(Requests, AChoiceDependsOnItsSeedAlone) {
  const std::string json = R"({"dice":[6,4],"position":"20:2,13:3,8:4,6:3,5:3|24:15",)"
                           R"("player":"random","seed":)";
  EXPECT_EQ(answer("choose", json + "3}"), answer("choose", json + "3}"));
  std::set<std::string> choices;
  for (int seed = 0; seed < 20; ++seed) {
    choices.insert(answer("choose", json + std::to_string(seed) + "}"));
  }
  EXPECT_GT(choices.size(), 1u);
}

TEST_F(Requests, WhatIsInterruptedIsInterruptedAlone) {
  StopFlag stop = true;
  {
    const BoundToStop bound(&stop);
    EXPECT_TRUE(is_interrupted());
    const BoundToStop inner(nullptr);
    EXPECT_FALSE(is_interrupted());
  }
  EXPECT_FALSE(is_interrupted());
}

TEST_F(Requests, AGameIsPlayedAgainFromItsText) {
  const std::string text =
      R"(game 4\nvariant gioul\ncheckers 1\nfirst player a\n   1  first   6-5  24/18 18/13\n)"
      R"(   2  second  6-4  24/18 18/14\n   3  first   6-6  13/7 7/1\n   4  second  owed 2  -\n)";
  EXPECT_EQ(refused("replay", R"({"text":""})").first, "text");
  EXPECT_EQ(refused("replay", R"({"text":"game 1","game":1})").first, "game");
  const ReadyRequest ready = read_request("replay", R"({"text":")" + text + "\"}", players_);
  EXPECT_THROW(ready.answer({}), RequestError) << "that is not as the rules have it";
}

}  // namespace
}  // namespace gioul
