#include "selfplay/bench/bench.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "selfplay/bench/player_bench.h"

namespace gioul {
namespace {

TEST(Bench, SignatureIsAFunctionOfTheProgramAlone) {
  EXPECT_EQ(bench_signature(), bench_signature());
}

TEST(Bench, JsonHasTheSignatureAndWhatWasMeasured) {
  BenchReport report;
  report.signature = 7;
  report.options.threads = 2;
  report.speeds.evals = 1.5;
  const auto found = nlohmann::json::parse(bench_json(report));
  EXPECT_EQ(found.at("signature"), 7);
  EXPECT_EQ(found.at("variant"), "gioul");
  EXPECT_EQ(found.at("threads"), 2);
  EXPECT_EQ(found.at("evals_per_s"), 1.5);
}

TEST(Bench, JsonOfPlayersHasEachKindOfDecision) {
  PlayerSpeeds speeds{.player = "net", .kinds = {}};
  speeds.kinds[1].decisions = 3;
  const auto found = nlohmann::json::parse(player_speeds_json({speeds}));
  EXPECT_EQ(found.at(0).at("player"), "net");
  EXPECT_EQ(found.at(0).at("chain").at("decisions"), 3);
}

}  // namespace
}  // namespace gioul
