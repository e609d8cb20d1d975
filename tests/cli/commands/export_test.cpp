// gioul export: every file of it, and no files left behind after errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/locks.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "nn/net/net_file.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"
#include "tests/paths.h"

namespace gioul {
namespace {

using nlohmann::json;

/// Evaluates the net layer by layer, as its README describes.
std::vector<double> computed(const Net& net, std::vector<double> x) {
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    const DenseLayer& layer = net.layers[l];
    std::vector<double> y(layer.bias.begin(), layer.bias.end());
    for (std::size_t o = 0; o < y.size(); ++o) {
      for (std::size_t i = 0; i < x.size(); ++i)
        y[o] += double{layer.weight[o * x.size() + i]} * x[i];
      if (l + 1 < net.layers.size()) y[o] = std::max(0.0, y[o]);
    }
    x = y;
  }
  double sum = 0.0;
  for (double& value : x) sum += value = std::exp(value);
  for (double& value : x) value /= sum;
  return x;
}

class ExportCommand : public ::testing::Test {
 protected:
  Finished run_export(const std::string& game, const std::string& place = "out") {
    return gioul_run(
        {"export", "--net", put_net(folder_, game), "--out", (folder_ / place).string()});
  }

  json golden(std::string_view folder = "out") const {
    return json::parse(bytes_of(folder_.path() / folder / "golden.json"));
  }

  std::vector<std::string> files(std::string_view folder) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / folder)) {
      names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
  }

  TemporaryFolder folder_;
};

TEST_F(ExportCommand, WritesAllFilesAndNamesThem) {
  const Finished run = run_export("gioul", "new/deep");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(std::ranges::count(run.out, '\n'), 5);
  EXPECT_EQ(files("new/deep"), (std::vector<std::string>{"README.md", "golden.json", "net.h",
                                                         "net.onnx", "net.safetensors"}));
  EXPECT_EQ(bytes_of(folder_ / "new/deep/net.safetensors"),
            bytes_of(folder_ / "gioul.safetensors"));
}

TEST_F(ExportCommand, ExportsTheBundledNetByDefault) {
  const std::string out = (folder_ / "out.safetensors").string();
  gioul_out({"export", "--variant", "portes", "--out", out});
  EXPECT_EQ(load_net(out), load_net(require_bundled_net(find_game("portes"))));
  expect_refused({"export", "--variant", "portes", "--net", out, "--out", out},
                 "--variant and --net cannot be combined");
}

TEST_F(ExportCommand, WritesOneFormatIfAFileIsNamed) {
  std::filesystem::create_directory(folder_ / "web");
  put_bytes(folder_ / "web/README.md", "mine");
  EXPECT_EQ(run_export("gioul", "web/a.onnx").code, 0);
  EXPECT_EQ(run_export("gioul", "web/b.safetensors").code, 0);
  EXPECT_EQ(run_export("gioul", "web/c.h").code, 0);
  EXPECT_EQ(files("web"),
            (std::vector<std::string>{"README.md", "a.README.md", "a.golden.json", "a.onnx",
                                      "b.README.md", "b.golden.json", "b.safetensors",
                                      "c.README.md", "c.golden.json", "c.h"}));
  EXPECT_EQ(bytes_of(folder_ / "web/README.md"), "mine");
  EXPECT_TRUE(holds(bytes_of(folder_ / "web/a.README.md"), "`a.golden.json`"));
  EXPECT_EQ(bytes_of(folder_ / "web/b.safetensors"), bytes_of(folder_ / "gioul.safetensors"));
}

TEST_F(ExportCommand, RejectsClashingNames) {
  put_bytes(folder_ / "file", "mine");
  std::filesystem::create_directory(folder_ / "other");
  put_bytes(folder_ / "other/README.md", "mine");
  expect_refusal(run_export("gioul", "file"), "file is a file");
  expect_refusal(run_export("gioul", "other"), "README.md: already exists");
  EXPECT_EQ(bytes_of(folder_ / "file"), "mine");
  EXPECT_EQ(files("other"), std::vector<std::string>{"README.md"});
}

TEST_F(ExportCommand, RejectsATableAsANet) {
  const std::string table = (folder_ / "gioul1.table").string();
  ASSERT_EQ(gioul_run({"solve", "--checkers", "1", "--out", table}).code, 0);
  expect_refusal(gioul_run({"export", "--net", table, "--out", (folder_ / "out").string()}),
                 "a table of `gioul solve`; expected a net");
}

TEST_F(ExportCommand, GoldenInputsGiveGoldenProbabilitiesInEveryGame) {
  for (const std::string_view name : game_names()) {
    const std::string game(name);
    ASSERT_EQ(run_export(game, game).code, 0);
    const Net net = test_net(game);
    const json file = golden(game);
    EXPECT_EQ(file.at("game"), game);
    EXPECT_GE(file.at("positions").size(), 16u) << game;
    for (const json& entry : file.at("positions")) {
      const auto inputs = entry.at("inputs").get<std::vector<double>>();
      ASSERT_EQ(inputs.size(), static_cast<std::size_t>(net.input_count()));
      const auto expected = entry.at("probabilities").get<std::vector<double>>();
      const std::vector<double> found = computed(net, inputs);
      for (std::size_t o = 0; o < kOutcomeCount; ++o)
        ASSERT_NEAR(found[o], expected[o], 1e-5) << game;
    }
  }
}

TEST_F(ExportCommand, GoldenPositionsAreDistinctAndCoverAllKinds) {
  ASSERT_EQ(run_export("gioul").code, 0);
  std::vector<std::string> positions;
  const json file = golden();
  EXPECT_EQ(file.at("checkers"), 15);
  for (const json& entry : file.at("positions")) positions.push_back(entry.at("position"));
  EXPECT_EQ(positions.front(), "24:15|24:15");
  for (const char* part : {"|owed=", "|forfeit=", ",off:"}) {
    EXPECT_TRUE(std::ranges::any_of(positions, [&](const std::string& position) {
      return position.find(part) != std::string::npos;
    })) << part;
  }
  std::ranges::sort(positions);
  EXPECT_EQ(std::ranges::adjacent_find(positions), positions.end());
}

TEST_F(ExportCommand, GoldenProbabilitiesMatchEval) {
  ASSERT_EQ(run_export("portes").code, 0);
  const json entry = golden().at("positions").at(5);
  const Finished run =
      gioul_run({"eval", "--variant", "portes", "--net", (folder_ / "out/net.safetensors").string(),
                 "--position", entry.at("position"), "--json"});
  EXPECT_EQ(json::parse(run.out).at("outcomes"), entry.at("probabilities"));
}

TEST_F(ExportCommand, ReadmeDescribesEveryInput) {
  ASSERT_EQ(run_export("plakoto").code, 0);
  const std::string readme = bytes_of(folder_ / "out/README.md");
  const Encoder encoder(find_game("plakoto"));
  std::size_t at = 0;  // the rows are in order: searching all of it would take minutes with asan
  for (int i = 0; i < encoder.input_count(); ++i) {
    const std::string row =
        "| " + std::to_string(i) + " | " + encoder.input_description(i) + " |\n";
    at = readme.find(row, at);
    ASSERT_NE(at, std::string::npos) << row;
  }
  EXPECT_TRUE(holds(readme, "12 games, seed 34"));
}

// Returns the part of the README between the two texts.
std::string between(const std::string& readme, const std::string& before,
                    const std::string& after) {
  const std::size_t begin = readme.find(before);
  if (begin == std::string::npos) return {};
  const std::size_t start = begin + before.size();
  return readme.substr(start, readme.find(after, start) - start);
}

TEST_F(ExportCommand, ReadmeHasAWorkedExampleForEachGame) {
  for (const std::string_view name : game_names()) {
    const std::string game(name);
    ASSERT_EQ(run_export(game, game).code, 0);
    const std::string readme = bytes_of(folder_ / (game + "/README.md"));
    const std::string position = between(readme, "The inputs of `", "`");
    const json encoded =
        gioul_json({"encode", "--variant", game, "--position", position, "--json"});
    std::vector<float> inputs(encoded.at("inputs").size());
    std::istringstream pairs(between(readme, "as `index: value`:\n\n```\n", "```"));
    std::string index;
    float value = 0.0f;
    while (pairs >> index >> value) inputs.at(std::stoul(index)) = value;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      ASSERT_NEAR(inputs[i], encoded["inputs"][i].get<float>(), 1e-5f) << game << " input " << i;
    }
  }
}

TEST_F(ExportCommand, ReadmeDescribesOnlyFieldsOfItsGame) {
  ASSERT_EQ(run_export("gul-bara", "a").code, 0);
  ASSERT_EQ(run_export("portes", "b").code, 0);
  const std::string gul_bara = bytes_of(folder_ / "a/README.md");
  const std::string portes = bytes_of(folder_ / "b/README.md");
  EXPECT_TRUE(holds(gul_bara, {"| 98 + 4 (p - 1), and the next three | opponent's point p",
                               "| 203 | 1 if there is `forfeit` |", "| 210 + a | 1 for a = 0, 1, 2",
                               "| 216 + 196 (d - 1) + i | input i, which is of a place"}));
  EXPECT_TRUE(holds(portes, "| 98, 99 | n own checkers on the bar"));
  for (const char* field : {"owed", "forfeit", "turns", "pinned"}) {
    EXPECT_FALSE(holds(portes, field));
  }
}

TEST_F(ExportCommand, ReadmeExplainsClosedPointsOfItsGame) {
  const std::string start = "A point is **closed** to a player if there ";
  const auto meaning = [&](const char* game) {
    EXPECT_EQ(run_export(game, game).code, 0);
    const std::string readme = bytes_of(folder_ / (std::string(game) + "/README.md"));
    EXPECT_EQ(readme.find("**can make a move**") != std::string::npos,
              readme.find("`owed`") != std::string::npos);
    return between(readme, start, "\n- ");
  };
  const std::string one = "is a checker of the other player on it.";
  const std::string two = "are two or more checkers of the other player on it";
  EXPECT_EQ(meaning("gioul"), one);
  EXPECT_EQ(meaning("fevga"), one);
  EXPECT_EQ(meaning("portes"), two + ".");
  EXPECT_EQ(meaning("plakoto"), two + ",\n  or if one of its own checkers is pinned on it.");
}

TEST_F(ExportCommand, SecondExportWritesTheSameBytes) {
  ASSERT_EQ(run_export("fevga", "a").code, 0);
  ASSERT_EQ(run_export("fevga", "a").code, 0);  // over the first export
  ASSERT_EQ(run_export("fevga", "b").code, 0);
  for (const std::string& name : files("a")) {
    EXPECT_EQ(bytes_of(folder_ / ("a/" + name)), bytes_of(folder_ / ("b/" + name))) << name;
  }
}

TEST_F(ExportCommand, DoesNotOverwriteAnExportOfAnotherNet) {
  const auto refuses = [&](const std::string& out) {
    expect_refusal(run_export("plakoto", out), "belongs to the export of another net");
  };
  ASSERT_EQ(run_export("gioul", "a").code, 0);
  refuses("a");
  EXPECT_EQ(golden("a").at("game"), "gioul");
  ASSERT_EQ(run_export("gioul", "a/n.onnx").code, 0);
  refuses("a/n.h");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a/n.h"));
  ASSERT_EQ(run_export("fevga", "b").code, 0);
  const Finished run = run_export("moultezim", "b");  // its test net has the same weights
  expect_refusal(run, "fevga with the checksum");
}

TEST_F(ExportCommand, ReplacesACompleteExportOfAnOlderNet) {
  ASSERT_EQ(run_export("gioul", "a").code, 0);
  const std::string file = (folder_ / "newer.safetensors").string();
  save_net(test_net("gioul", {8}), file);
  const std::string out = (folder_ / "a").string();
  ASSERT_EQ(gioul_run({"export", "--net", file, "--out", out}).code, 0);
  EXPECT_EQ(load_net(folder_ / "a/net.safetensors"), load_net(file));
  EXPECT_EQ(golden("a").at("layers"), "4484-8-5");
}

TEST_F(ExportCommand, CompletesAnExportOfTheSameNetAndListsAllFormats) {
  ASSERT_EQ(run_export("gioul", "a/n.onnx").code, 0);
  EXPECT_FALSE(holds(bytes_of(folder_ / "a/n.README.md"), "`n.h`"));
  ASSERT_EQ(run_export("gioul", "a/n.h").code, 0);
  const std::string readme = bytes_of(folder_ / "a/n.README.md");
  EXPECT_TRUE(holds(readme, {"| `n.h` |", "| `n.onnx` |", "### `n.h`", "### `n.onnx`"}));
  EXPECT_FALSE(holds(readme, "n.safetensors"));
}

TEST_F(ExportCommand, DoesNotReplaceForeignFiles) {
  const auto refuses = [&](const char* name, const char* place) {
    put_bytes(folder_ / name, "mine");
    expect_refusal(run_export("gioul", place), "already exists and is not part of an export");
    EXPECT_EQ(bytes_of(folder_ / name), "mine");
    std::filesystem::remove(folder_ / name);
  };
  refuses("net.h", "");
  refuses("net.onnx", "");
  refuses("n.onnx", "n.onnx");
  refuses("n.safetensors", "n.safetensors");
  refuses("n.golden.json", "n.onnx");
  put_bytes(folder_ / "n.h", "mine");
  EXPECT_EQ(run_export("gioul", "n.onnx").code, 0);  // it conflicts with no other file
}

TEST_F(ExportCommand, AcceptsTheRunDirectoryAsOutput) {
  save_net(test_net("gioul"), folder_ / "net.safetensors");
  EXPECT_EQ(run_export("gioul", "").code, 0);
}

TEST_F(ExportCommand, AcceptsUpperCaseExtensions) {
  EXPECT_EQ(run_export("gioul", "web/a.ONNX").code, 0);
  EXPECT_EQ(files("web"), (std::vector<std::string>{"a.ONNX", "a.README.md", "a.golden.json"}));
}

TEST_F(ExportCommand, ReadmeExplainsOnlyTermsOfItsGame) {
  const auto readme = [&](const std::string& game) {
    EXPECT_EQ(run_export(game, game).code, 0);
    return bytes_of(folder_ / (game + "/README.md"));
  };
  const std::string lost = readme("gul-bara-lost");
  const std::string text = lost.substr(0, lost.find("## 6"));  // the inputs of all chains follow
  EXPECT_FALSE(holds(text, "forfeit"));
  EXPECT_TRUE(holds(text, "cannot complete is lost"));
  EXPECT_TRUE(holds(readme("gul-bara"), "Playing forfeited numbers does not count as a roll"));
  for (const char* game : {"plakoto", "plakoto-no-mother"}) {
    EXPECT_TRUE(holds(readme(game), "A player's *mother* is the last checker on"));
  }
  EXPECT_TRUE(holds(readme("plakoto-no-mother"), "decides nothing"));
}

// Its golden file is small enough, its net is too large.
TEST_F(ExportCommand, KeepsTheOldExportIfTheNewOneCannotBeWritten) {
  ASSERT_EQ(run_export("gioul").code, 0);
  const std::vector<std::string> before = files("out");
  const std::string net = bytes_of(folder_ / "out/net.safetensors");
  const std::string golden_vectors = bytes_of(folder_ / "out/golden.json");
  const std::string file = (folder_ / "newer.safetensors").string();
  save_net(test_net("gioul", {64}), file);
  const auto limit = std::to_string(golden_vectors.size() / 1024 + 60);
  const std::string command = "ulimit -f " + limit + "; exec '" + gioul_binary() +
                              "' export --net '" + file + "' --out '" + (folder_ / "out").string() +
                              "'";
  const Finished run = run_program("/bin/bash", {"-c", command});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(holds(run.err, {"net.", "cannot be written: File too large"})) << run.err;
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1);
  EXPECT_EQ(files("out"), before);
  EXPECT_TRUE(bytes_of(folder_ / "out/net.safetensors") == net);
  EXPECT_TRUE(bytes_of(folder_ / "out/golden.json") == golden_vectors);
}

TEST_F(ExportCommand, BadInputWritesNothing) {
  put_bytes(folder_ / "bad", "no net");
  expect_refused({"export", "--net", folder_ / "bad", "--out", folder_ / "out"},
                 "bad: is not a safetensors file");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

TEST_F(ExportCommand, RejectsANetOfAnUnknownGame) {
  Net net = test_net("gioul");
  net.game = "chess";
  save_net(net, folder_ / "chess");
  expect_refusal(gioul_run({"export", "--net", (folder_ / "chess").string(), "--out",
                            (folder_ / "out").string()}),
                 "unknown variant 'chess'");
}

// /proc accepts no files, not even from root.
TEST_F(ExportCommand, ReportsAnUnwritableFolderBeforeWriting) {
  expect_refusal(gioul_run({"export", "--net", put_net(folder_, "gioul"), "--out", "/proc"}),
                 "--out /proc/golden.json: cannot be written: ");
}

TEST_F(ExportCommand, ConcurrentExportsDoNotMix) {
  std::filesystem::create_directory(folder_ / "out");
  {
    const PathLock other(folder_ / "out/net.onnx");
    const Finished run = run_export("gioul");
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(holds(run.err, "net.onnx: cannot be written: another process is writing there"));
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1);
    EXPECT_EQ(run_export("gioul", "out/n.h").code, 0) << "beside it there is room";
  }
  EXPECT_EQ(run_export("gioul").code, 0);
  EXPECT_EQ(files("out").size(), 8u) << "no lock is left";
}

TEST_F(ExportCommand, ReportsAFolderThatCannotBeCreated) {
  put_bytes(folder_ / "file", "");
  expect_refusal(run_export("gioul", "file/inside"), "file/inside: cannot be created");
}

}  // namespace
}  // namespace gioul
