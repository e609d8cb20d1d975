// The small commands: solve, selfplay, net and encode.
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/games/dispatch.h"
#include "engine/games/variants.h"
#include "nn/encode/encoder.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

using nlohmann::json;

TEST(SolveCommand, PrintsTheEquityOfTheStartAndOfAPosition) {
  const json start = gioul_json("solve --checkers 1 --json");
  EXPECT_NEAR(start.at("equity").get<double>(), 0.554081, 1e-6);
  EXPECT_EQ(start.at("outcomes").size(), 5u);
  const json sure = gioul_json("solve --checkers 1 --position 1:1|23:1 --json");
  EXPECT_NEAR(sure.at("equity").get<double>(), 2.0, 1e-12);
  const json chain = gioul_json("solve --checkers 1 --position 24:1|24:1|owed=4 --json");
  EXPECT_GT(chain.at("equity").get<double>(), start.at("equity").get<double>());
}

TEST(SolveCommand, RejectsGamesItCannotSolve) {
  expect_refused("solve", "--checkers");
  expect_refused("solve --checkers 15", "needs");
  expect_refused("solve --variant portes --checkers 2", "portes");
  expect_refused("solve --checkers 2 --position 1:1|23:1",
                 "--position: has 1 checkers per side, expected 2");
}

TEST(SolveCommand, TableCanReplaceANet) {
  const TemporaryFolder folder;
  const std::string table = (folder.path() / "gioul1.table").string();
  ASSERT_EQ(gioul_run({"solve", "--checkers", "1", "--out", table}).code, 0);
  const Words position = {"eval", "--net", table, "--position", "24:1|24:1", "--json"};
  EXPECT_NEAR(gioul_json(position).at("equity").get<double>(), 0.554081, 1e-6);
  expect_refused({"eval", "--net", table, "--position", "24:2|24:2"}, "1 checkers per side");
  expect_refused({"eval", "--variant", "fevga", "--net", table},
                 "is a table for gioul, not for fevga");
  gioul_out(
      {"tournament", "--checkers", "1", "--games", "200", "table:" + table, "random", "--json"});
}

TEST(SelfplayCommand, CountsItsGames) {
  const TemporaryFolder folder;
  const std::string net = put_net(folder, "gioul");
  const std::string run = gioul_out({"selfplay", "--net", net, "--games", "30", "--json"});
  EXPECT_EQ(json::parse(run).at("games"), 30);
  expect_refused({"selfplay", "--variant", "portes", "--net", net},
                 "is a net for gioul, not portes");
}

TEST(NetCommand, InfoPrintsArchitectureAndMetadata) {
  const TemporaryFolder folder;
  const std::string run = gioul_out({"net", "info", put_net(folder, "plakoto")});
  EXPECT_TRUE(holds(run, {"plakoto", "encoder version", "5310-16-5", "checksum", "bytes"}));
  expect_refused({"net", "info", (folder.path() / "none").string()}, "none");
  expect_refused({"net", "info", ""}, "empty file name");
  expect_refused("net", "missing subcommand: info, prune");
  expect_refused("net foo", "unknown subcommand 'foo'; expected info");
  expect_refused("net info a b", "unexpected argument 'b' (expected");
}

TEST(NetCommand, InfoShowsTheBundledNetByDefault) {
  EXPECT_EQ(gioul_json("net info --json").at("game"), "gioul");
  EXPECT_EQ(gioul_json("net info --variant portes --json").at("game"), "portes");
  expect_refused("net info a --variant portes", "--variant and FILE cannot be combined");
}

TEST(NetCommand, InfoJsonMatchesTheText) {
  const TemporaryFolder folder;
  const std::string file = put_net(folder, "plakoto");
  const json info = gioul_json({"net", "info", file, "--json"});
  EXPECT_EQ(info.at("game"), "plakoto");
  EXPECT_EQ(info.at("checkers"), 15);
  EXPECT_EQ(info.at("layers").at(0).at("parameters"), 5311 * 16);
  EXPECT_EQ(info.at("parameters"), 5311 * 16 + 17 * 5);
  EXPECT_EQ(info.at("trained"), json({{"games", 12}, {"seed", "34"}, {"version", "test"}}));
  EXPECT_EQ(info.at("checksum"), format_checksum(test_net("plakoto")));
  EXPECT_EQ(info.at("file_bytes"), std::filesystem::file_size(file));
}

TEST(NetCommand, FitStoresPruningWeights) {
  const TemporaryFolder folder;
  const std::string file = (folder / "net").string();
  const Net net = test_net("gioul", {256, 16});
  save_net(net, file);
  EXPECT_TRUE(load_net(file).pruning_weights.empty());
  EXPECT_EQ(gioul_out({"net", "fit", file}), file + ": pruning weights stored\n");
  EXPECT_FALSE(load_net(file).pruning_weights.empty());
  EXPECT_EQ(load_net(file).layers, net.layers);
  EXPECT_TRUE(holds(gioul_out({"net", "fit", put_net(folder, "gioul")}), ": unchanged, since"));
}

TEST(NetCommand, PrunesDeadUnits) {
  const TemporaryFolder folder;
  Net net = test_net("gioul");  // units 0 to 2 are never active, whatever the position
  for (std::size_t unit = 0; unit < 3; ++unit) net.layers[0].bias[unit] = -1000.0f;
  const std::string file = (folder / "idle").string();
  save_net(net, file);
  const std::string out = (folder / "pruned").string();
  std::string bytes;
  std::string printed;
  for (const char* threads : {"1", "2"}) {
    const std::string run = gioul_out({"net", "prune", file, "--out", out, "--positions", "300",
                                       "--games", "20", "--threads", threads});
    EXPECT_TRUE(holds(run, "20 of 20 self-play games"));
    EXPECT_TRUE(bytes.empty() || bytes == bytes_of(out));
    EXPECT_TRUE(printed.empty() || printed == run);
    bytes = bytes_of(out);
    printed = run;
  }
  const json before = gioul_json({"net", "info", file, "--json"});
  const json after = gioul_json({"net", "info", out, "--json"});
  EXPECT_FALSE(before.contains("pruned"));
  const int width = before.at("layers").at(0).at("outputs");
  EXPECT_LE(after.at("layers").at(0).at("outputs"), width - 3);
  const std::string text = after.at("pruned");
  EXPECT_TRUE(holds(text, {" of 16 hidden units were dead on ", "self-play ", "10 % random plays ",
                           "random play ", "few checkers ", "test set "}));
  EXPECT_EQ(after.at("trained"), before.at("trained"));
  EXPECT_TRUE(holds(gioul_run({"net", "info", out}).out, text));
}

TEST(NetCommand, KeepsActiveUnits) {
  const TemporaryFolder folder;
  const std::string file = put_net(folder, "portes");
  const std::string out = (folder / "pruned").string();
  // Large biases: all units are always active.
  Net net = load_net(file);
  for (float& bias : net.layers[0].bias) bias = 1000.0f;
  save_net(net, file);
  gioul_out({"net", "prune", file, "--out", out, "--positions", "50", "--games", "2"});
  EXPECT_EQ(bytes_of(out), bytes_of(file));
}

TEST(NetCommand, PruneRequiresANetAndAnOutput) {
  const TemporaryFolder folder;
  const std::string file = put_net(folder, "gioul");
  expect_refused("net prune", "missing argument: FILE (expected");
  expect_refused({"net", "prune", file}, "--out");
  expect_refused({"net", "prune", file, "--out", file}, "--out");
  expect_refused({"net", "prune", file, "b", "--out", "c"}, "unexpected argument 'b'");
  expect_refused({"net", "prune", file, "--out", "c", "--positions", "0"}, "--positions");
}

TEST(NetCommand, InfoListsTheInputBlocks) {
  const TemporaryFolder folder;
  const std::string file = (folder / "net").string();
  const auto expect_seen = [&](const Net& net, const std::vector<std::string>& blocks) {
    save_net(net, file);
    EXPECT_TRUE(holds(gioul_run({"net", "info", file}).out,
                      fmt::format("\ninputs           {}\n", fmt::join(blocks, ", "))));
    EXPECT_EQ(gioul_json({"net", "info", file, "--json"}).at("inputs"), blocks);
  };
  Net net = test_net("gioul");
  expect_seen(net, {"places", "owed", "phases", "closed", "moves"});
  const Encoder two_versions(find_game("gioul"), {"places", "owed", "phases"});
  net = make_random_net("gioul", two_versions.input_count(), {4}, 1);
  net.encoder_version = 2;
  expect_seen(net, two_versions.table().selected_blocks);
  net.encoder_version = 3;
  net.input_block_names = two_versions.table().selected_blocks;
  expect_seen(net, two_versions.table().selected_blocks);
}

TEST(NetCommand, InfoExplainsWhyANetCannotBeUsed) {
  const TemporaryFolder folder;
  const std::string file = (folder / "net").string();
  const auto said = [&](auto change) {
    Net net = test_net("gioul");
    change(net);
    save_net(net, file);
    const std::string run = gioul_out({"net", "info", file});
    const std::size_t line = run.find("cannot be used");
    EXPECT_EQ(gioul_json({"net", "info", file, "--json"}).at("usable"), line == std::string::npos);
    return line == std::string::npos ? std::string() : run.substr(line);
  };
  EXPECT_EQ(said([](Net&) {}), "");
  EXPECT_TRUE(holds(said([](Net& net) { net.game = "chess"; }), "'chess'"));
  EXPECT_TRUE(holds(said([](Net& net) { ++net.encoder_version; }), "encoder version 4"));
  EXPECT_TRUE(
      holds(said([](Net& net) { net = make_random_net("gioul", 20, {4}, 1); }), "20 inputs"));
}

TEST(NetCommand, RejectsDamagedFiles) {
  const TemporaryFolder folder;
  const std::string file = put_net(folder, "gioul");
  std::string bytes = bytes_of(file);
  bytes[bytes.size() / 2] ^= 1;
  put_bytes(file, bytes);
  expect_refused({"net", "info", file}, "is corrupted");
  put_bytes(file, bytes.substr(0, bytes.size() / 2));
  expect_refused({"net", "info", file, "--json"}, file);
}

// Without it, they would take hours.
TEST(ApiCommand, StopPassesManyWaitingRequests) {
  constexpr int kRequests = 1500;
  std::string input;
  for (int i = 0; i < kRequests; ++i) {
    input += R"({"id":"x","request":"rollout","dice":[3,1],"trials":1000000,"truncate":0})"
             "\n";
  }
  input += R"({"id":"s","request":"stop","of":"x"})"
           "\n";
  const std::string answers = gioul_out({"api", "--threads", "1"}, input);
  EXPECT_TRUE(holds(answers, R"({"id":"s","stopped":)"));
  EXPECT_EQ(std::ranges::count(answers, '\n'), kRequests + 1);
}

TEST(ApiCommand, AnswersLinesOfUpToOneMegabyte) {
  const auto answer_of = [](std::size_t blanks) {
    return gioul_out({"api"}, R"({"id":7,"request":"version")" + std::string(blanks, ' ') + "}\n");
  };
  EXPECT_TRUE(holds(answer_of(1'000'000), R"({"id":7,"program":)"));
  EXPECT_TRUE(holds(answer_of(2'000'000), R"({"id":7,"error":"line too long: more than 1048576)"));
}

/// Returns the lines of request 1. Expects progress in all but the last, and none there.
std::vector<json> lines_of_request(const std::string& out) {
  std::vector<json> lines;
  std::istringstream text(out);
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("{\"id\":1,")) lines.push_back(json::parse(line));
  }
  EXPECT_GT(lines.size(), 1u) << out;
  for (const json& line : lines) EXPECT_EQ(line.contains("progress"), &line != &lines.back());
  return lines;
}

TEST(ApiCommand, ProgressOfARolloutComesBeforeItsAnswer) {
  Dialogue dialogue({"api", "--threads", "1"});
  dialogue.send(R"({"id":1,"request":"rollout","dice":[3,1],"trials":1000000,"truncate":1,)"
                R"("candidates":2,"drop_sigmas":0,"progress":true})");
  std::string out;
  while (out.find(R"("plays":[{)") == std::string::npos) out += dialogue.listen({"\n"});
  dialogue.send(R"({"request":"stop","of":1})");
  const std::vector<json> lines = lines_of_request(out + dialogue.finish());
  const json& first = lines.front().at("progress");
  const json& last = lines.at(lines.size() - 2).at("progress");
  EXPECT_EQ(first.at("total"), 2'000'000);
  EXPECT_GT(last.at("done"), first.at("done"));
  for (std::size_t i : {0u, 1u}) {
    const json& play = last.at("plays").at(i);
    EXPECT_EQ(play.at("play"), lines.back().at("plays").at(i).at("play"));
    EXPECT_LE(play.at("trials"), last.at("done"));
    EXPECT_LT(std::abs(play.at("equity").get<double>()), 2.0);
    EXPECT_GT(play.at("standard_error"), 0.0);
  }
}

TEST(ApiCommand, ProgressOfAWholeChainCountsThousandths) {
  const std::string request =
      R"({"id":1,"request":"analyze","position":"6:3,4:2,off:10|24:1,20:4,off:10",)"
      R"("dice":[4,4],"chain":"full","progress":true})";
  for (json lines = lines_of_request(gioul_out("api --threads 1", request)); lines.size() > 1;) {
    EXPECT_EQ(lines.at(0).at("progress").at("total"), 1000);
    EXPECT_EQ(lines.at(0).at("progress").at("plays"), json::array());
    lines.erase(0);
  }
}

TEST(PositionIdCommand, ConvertsPositionIdsBothWays) {
  const std::string text = "4:3,3:3,off:9|5:1,4:1,3:1,2:1,1:2,off:9";
  EXPECT_EQ(gioul_run({"position-id", "--position", text, "--variant", "portes"}).out,
            "qwIAAO4AAAAAAA\n");
  EXPECT_EQ(gioul_run("position-id --gnubgid qwIAAO4AAAAAAA --variant portes").out, text + "\n");
  expect_refused("position-id", "expected one of --position and --gnubgid");
  expect_refused("position-id --gnubgid nonsense", "Position ID");
  expect_refused("position-id --position 24:15|24:15 --to text --json", "--to cannot be used");
  expect_refused("position-id --position 24:14,21:1|24:15|owed=12", "owed");
}

TEST(PositionIdCommand, ConvertsXgidsAndMatchIds) {
  const std::string xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
  const std::string text = "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5";
  const auto converted = [](const Words& more) {
    const Finished run = gioul_run(Words("position-id --variant portes") + more);
    return run.out + run.err;
  };
  EXPECT_EQ(converted({"--position", xgid}), text + "\nnote: the roll is 3-1\n");
  EXPECT_EQ(converted({"--position", text, "--to", "xgid", "--dice", "1-3"}), xgid + "\n");
  EXPECT_EQ(converted({"--gnubgid", "4HPwATDgc/ABMA:cAkAAAAAAAAA"}), text + "\n");
  EXPECT_EQ(converted({"--position", text, "--to", "gnubgid"}), "4HPwATDgc/ABMA\n");
  const std::string id = converted({"--position", xgid, "--to", "gnubgid"});
  EXPECT_TRUE(id.starts_with("4HPwATDgc/ABMA:"));
  EXPECT_EQ(converted({"--gnubgid", id.substr(0, id.size() - 1), "--to", "xgid"}), xgid + "\n");
  const json all = gioul_json({"position-id", "--variant", "portes", "--position", xgid, "--json"});
  EXPECT_EQ(all, json({{"variant", "portes"},
                       {"position", text},
                       {"dice", "3-1"},
                       {"gnubg_id", id.substr(0, id.size() - 1)},
                       {"xgid", xgid}}));
  EXPECT_EQ(gioul_json("position-id --position 24:14,21:1|24:15|owed=12 --json").at("xgid"),
            nullptr);
  expect_refused({"position-id", "--position", xgid, "--to", "fen"},
                 "expected text, gnubgid or xgid");
  expect_refused({"position-id", "--position", xgid, "--dice", "6-5"},
                 "--dice: expected those of the position, 3-1, got 6-5");
}

TEST(PositionOption, MustHaveTheCheckersOfTheirOption) {
  const Words eval = Words("eval --position 24:14,21:1|24:15|owed=12 --checkers");
  EXPECT_EQ(gioul_run(eval + Words("15")).code, 0);
  expect_refused(eval + Words("3"), "--position: has 15 checkers per side, expected 3");
}

TEST(PositionOption, TakesXgidsAndTheirDice) {
  const std::string xgid = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:0:0:0:0:10";
  const Words moves = Words("moves --variant portes --position") + Words{xgid};
  const Finished run = gioul_run(moves);
  EXPECT_EQ(run.out, gioul_out("moves --variant portes --dice 3-1"));
  EXPECT_EQ(run.err, "note: --position: its doubling cube is ignored\n");
  EXPECT_EQ(gioul_run(moves + Words("--dice 1-3")).out, run.out);
  EXPECT_TRUE(holds(gioul_run(moves + "--dice 6-5").err,
                    "--dice: expected those of the position, 3-1, got 6-5"));
  EXPECT_EQ(gioul_run("moves --variant portes --stdin", xgid + "\n").out, run.out + "\n");
}

TEST(EncodeCommand, PrintsTheInputsOfAPosition) {
  const json encoded = gioul_json("encode --position 24:11,21:4|24:15|owed=12 --json");
  EXPECT_EQ(encoded.at("encoder_version"), encoder_version(game_with_rules<Gioul>()));
  EXPECT_EQ(encoded.at("game"), "gioul");
  EXPECT_EQ(encoded.at("position"), "24:11,21:4|24:15|owed=12");
  // Two points, with none closed ahead.
  EXPECT_EQ(encoded.at("inputs").at(1386), 0.5f);
  const Finished text = gioul_run("encode --position 24:11,21:4|24:15|owed=12");
  EXPECT_TRUE(
      holds(text.out, {"owed to the player to move", "\n 1386   0.50000  n / 4 for n points"}));
  expect_refused("encode --position 24:11", "--position");
}

}  // namespace
}  // namespace gioul
