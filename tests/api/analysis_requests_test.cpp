#include "api/analysis_requests.h"

#include <gtest/gtest.h>

#include <string>

#include "api/field_reader.h"

namespace gioul {
namespace {

// Returns the invalid field and the message, or nothing.
template <typename F>
std::pair<std::string, std::string> refused(F read) {
  try {
    read();
  } catch (const RequestError& error) {
    return {error.field(), error.what()};
  }
  return {};
}

auto analyze_refused(std::string_view json) {
  return refused([&] { read_analyze_request(JsonFieldReader(json), RequestPolicy{}); });
}

TEST(AnalysisRequests, DefaultsMatchTheCommands) {
  const RequestPolicy policy{.max_threads = 3};
  const AnalyzeRequest asked = read_analyze_request(JsonFieldReader("{\"rollout\":true}"), policy);
  EXPECT_EQ(asked.query.search_options.plies, 3);
  EXPECT_EQ(asked.query.search_options.move_filter, 20);
  EXPECT_EQ(asked.query.search_options.chain_beam, 16);
  EXPECT_EQ(asked.query.threads, 3);
  EXPECT_TRUE(asked.use_tables);
  ASSERT_TRUE(asked.with_rollout);
  EXPECT_EQ(asked.rollout.max_trials, 12960);
  EXPECT_EQ(asked.rollout.seed, 1u);
  EXPECT_EQ(asked.rollout.drop_sigmas, 3.3);
  const PlayerRegistry players{RequestPolicy{.max_plies = 1, .max_trials = 8}};
  EXPECT_EQ(read_rollout_request(JsonFieldReader("{}"), players).options.max_trials, 8)
      << "all there may be";
  EXPECT_EQ(read_analyze_request(JsonFieldReader("{}"), players.request_policy())
                .query.search_options.plies,
            1);
}

TEST(AnalysisRequests, ErrorNamesTheFieldAndWhatIsExpected) {
  using Wrong = std::pair<std::string, std::string>;
  EXPECT_EQ(analyze_refused(R"({"chain":"half"})"),
            (Wrong{"chain", "chain: expected decisions or full"}));
  EXPECT_EQ(analyze_refused(R"({"seed":2})"), (Wrong{"seed", "seed needs rollout"}));
  EXPECT_EQ(analyze_refused(R"({"rollout":true,"trials":7})").first, "trials");
  EXPECT_EQ(analyze_refused(R"({"rollout":true,"dice":[3,3],"chain":"full"})").first, "rollout");
  const PlayerRegistry players{RequestPolicy{}};
  EXPECT_EQ(
      refused([&] {
        read_rollout_request(JsonFieldReader(R"({"variance_reduction":"bad"})"), players);
      }),
      (Wrong{"variance_reduction", "variance_reduction: expected auto, all, doublets or none"}));
  EXPECT_EQ(refused([&] {
              read_rollout_request(
                  JsonFieldReader(R"({"variant":"portes","variance_reduction":"doublets"})"),
                  players);
            }).first,
            "variance_reduction");
  EXPECT_EQ(
      refused([&] { read_rollout_request(JsonFieldReader(R"({"candidates":2})"), players); }).first,
      "dice");
}

TEST(AnalysisRequests, APendingPositionHasNoDice) {
  const auto dice = [](std::string_view json) {
    return read_evaluate_request(JsonFieldReader(json)).dice;
  };
  EXPECT_EQ(dice("{}"), std::nullopt);
  EXPECT_EQ(dice(R"({"dice":[1,1]})"), make_dice(1, 1));
  EXPECT_EQ(dice(R"({"position":"24:15|24:15|owed=4"})"), std::nullopt);
}

}  // namespace
}  // namespace gioul
