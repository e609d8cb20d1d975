// gioul review, on games of tournaments and of self-play.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/games/game.h"
#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

class ReviewCommand : public testing::Test {
 protected:
  std::string in(std::string_view name) const { return (folder_ / name).string(); }

  // Games of two players with names of maximum length.
  std::string games_of(std::string_view game, const std::string& ending) {
    const std::string file = in(std::string(game) + ending);
    gioul_out({"tournament", "net:" + put_net(folder_, game), "random", "--variant",
               std::string(game), "--pairs", "1", "--db", file + ".db", "--records", file});
    return file;
  }

  TemporaryFolder folder_;
};

TEST_F(ReviewCommand, ReviewsAllGamesInBothFormats) {
  for (const Game game : all_games()) {
    const std::string net = put_net(folder_, game.name());
    const auto review = [&](const std::string& file) {
      return gioul_run({"review", file, "--net", net, "--plies", "0", "--json"});
    };
    const Finished text = review(games_of(game.name(), ".txt"));
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_EQ(text.err, "");
    EXPECT_EQ(text.out, review(games_of(game.name(), ".jsonl")).out);
    const auto found = nlohmann::json::parse(text.out);
    EXPECT_EQ(found["games"][std::string(game.name())], 2);
    EXPECT_EQ(found["players"].size(), 2u);
    EXPECT_LT(found["players"][0]["error_rate"], found["players"][1]["error_rate"]);
  }
}

TEST_F(ReviewCommand, TablesFitIn100Columns) {
  const std::string file = games_of("gioul", ".txt");
  const std::string run =
      gioul_out({"review", file, "--net", put_net(folder_, "gioul"), "--plies", "0"});
  std::istringstream lines(run);
  for (std::string line; std::getline(lines, line);) {
    const bool is_position = line.starts_with("          ") && line.find('|') != std::string::npos;
    EXPECT_TRUE(is_position || line.size() <= 100) << line;
  }
  EXPECT_TRUE(holds(run, {"2 games of gioul, evaluated at 0 plies.\n", "| mistakes |"}));
}

TEST_F(ReviewCommand, ReviewsTheRequestedGame) {
  const std::string file = games_of("portes", ".txt");
  const Finished run = gioul_run({"review", file, "--net", put_net(folder_, "portes"), "--plies",
                                  "0", "--game", "1", "--top", "3", "--json"});
  const auto found = nlohmann::json::parse(run.out);
  EXPECT_EQ(found["games"]["portes"], 1);
  ASSERT_EQ(found["worst_mistakes"].size(), 3u);
  for (const auto& play : found["worst_mistakes"]) EXPECT_EQ(play["game"], 1);
}

TEST_F(ReviewCommand, RejectsGamesItCannotReview) {
  expect_refused("review", "missing argument: FILE with games");
  expect_refused({"review", in("none.txt")}, "none.txt: cannot be opened");
  const std::string file = games_of("fevga", ".txt");
  const std::string net = put_net(folder_, "fevga");
  expect_refused({"review", file, "--net", net, "--game", "9"}, ": game 9 not found");
  expect_refused({"review", file, "--net", put_net(folder_, "gioul")}, "gioul.safetensors");
  std::string bytes = bytes_of(file);
  bytes.replace(bytes.find("24/"), 3, "23/");
  put_bytes(in("wrong.txt"), bytes);
  expect_refused({"review", in("wrong.txt"), "--net", net, "--game", "0"}, "wrong.txt:");
}

// One illegal game of two; several files, a folder and standard input.
TEST_F(ReviewCommand, BadGamesDoNotLoseTheRest) {
  const std::string net = put_net(folder_, "fevga");
  std::string bytes = bytes_of(games_of("fevga", ".txt"));
  const auto review = [&](const Words& files, const std::string& input = "") {
    return gioul_run(Words{"review"} + files + Words{"--net", net, "--plies", "0", "--json"},
                     input);
  };
  const auto games_in = [](const Finished& run) {
    return nlohmann::json::parse(run.out)["games"]["fevga"].get<int>();
  };
  const Finished all = review({"-"}, bytes);
  EXPECT_EQ(all.code, 0) << all.err;
  EXPECT_EQ(games_in(all), 2);
  std::filesystem::create_directory(in("folder"));
  put_bytes(in("folder/good.txt"), bytes);
  bytes.replace(bytes.find("24/"), 3, "23/");
  put_bytes(in("folder/wrong.txt"), bytes);
  for (const Words& files :
       {Words{in("folder/wrong.txt"), in("folder/good.txt")}, Words{in("folder")}}) {
    const Finished run = review(files);
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(games_in(run), 3);
    EXPECT_TRUE(
        run.err.starts_with("gioul review: " + in("folder/wrong.txt") + ":9: game 0, decision 1: "))
        << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1);
    const auto mistakes = nlohmann::json::parse(run.out)["worst_mistakes"];
    for (const auto& mistake : mistakes) {
      EXPECT_TRUE(holds(mistake["file"].get<std::string>(), "folder/"));
    }
  }
}

}  // namespace
}  // namespace gioul
