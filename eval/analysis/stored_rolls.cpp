#include "eval/analysis/stored_rolls.h"

#include <algorithm>
#include <cassert>

#include "base/format_number.h"
#include "engine/afterstates.h"
#include "engine/text/notation.h"
#include "eval/analysis/rollout_report.h"
#include "eval/store/byte_codec.h"

namespace gioul {

namespace {

constexpr std::uint64_t kMaxTrials = 1'000'000'000;

// Calls each() for all estimates of a result, in their encoded order.
template <typename Result, typename Each>
void for_all_estimates(Result& result, const Each& each) {
  each(result.equity);
  each(result.win_probability);
  for (auto& outcome : result.outcome_probabilities) each(outcome);
  each(result.difference_to_best);
}

void write_rollout(ByteWriter& bytes, const RolloutResult& result) {
  for_all_estimates(result, [&](const Estimate& estimate) {
    bytes.write_double(estimate.mean);
    bytes.write_double(estimate.standard_error);
  });
  bytes.write_varint(static_cast<std::uint64_t>(result.trial_count));
  bytes.write_varint(result.is_dropped ? 1 : 0);
  bytes.write_varint(static_cast<std::uint64_t>(result.variance_reduction));
}

RolloutResult read_rollout(ByteReader& bytes) {
  RolloutResult result;
  for_all_estimates(result, [&](Estimate& estimate) {
    estimate.mean = bytes.read_double();
    estimate.standard_error = bytes.read_double();
    if (estimate.standard_error < 0.0) throw InputError("negative error");
  });
  result.trial_count = static_cast<std::int64_t>(bytes.read_varint(kMaxTrials));
  result.is_dropped = bytes.read_varint(1) == 1;
  result.variance_reduction =
      static_cast<VarianceReduction>(bytes.read_varint(kVarianceReductionNames.size() - 1));
  return result;
}

std::string format_replies(const std::vector<std::size_t>& replies) {
  std::string text;
  for (const std::size_t opening : replies) {
    text += (text.empty() ? "" : ",") + format_dice(kDistinctRolls[opening]);
  }
  return text;
}

WorkSpec make_openings_spec(const OpeningsAnalyzer::Options& options,
                            const std::vector<std::size_t>& replies,
                            const RolloutFingerprint& rollout_fingerprint) {
  const RollAnalyzerOptions& openings = options.opening_options;
  WorkSpec spec{
      .command = "openings",
      .unit_name = "rolls",
      .unit_count = static_cast<std::int64_t>((1 + replies.size()) * kDistinctRolls.size()),
      .options = {
          {"variant", std::string(options.game.name())},
          {"position", format_position(options.game, options.start_position)},
          {"number of plies", std::to_string(openings.search_options.plies)},
          {"number of plays", std::to_string(openings.max_candidates)},
          {"number of trials", std::to_string(openings.rollout_options.max_trials)},
          {"error", format_shortest(openings.rollout_options.target_error)},
          {"certainty", format_shortest(openings.rollout_options.drop_sigmas)},
          {"seed", std::to_string(openings.rollout_options.seed)},
          {"list of replies", format_replies(replies)},
          {"number of trials for replies",
           replies.empty() ? "" : std::to_string(options.reply_options.rollout_options.max_trials)},
          {"name of the player", options.player_name}}};
  spec.options.insert(spec.options.end(), rollout_fingerprint.begin(), rollout_fingerprint.end());
  return spec;
}

}  // namespace

std::string encode_rollouts(const RollRolloutResults& rollouts) {
  ByteWriter bytes;
  bytes.write_varint(rollouts.candidate_results.size());
  for (const RolloutResult& play : rollouts.candidate_results) write_rollout(bytes, play);
  write_rollout(bytes, rollouts.best_result);
  return bytes.take_bytes();
}

RollRolloutResults decode_rollouts(std::string_view text) {
  ByteReader bytes(text);
  RollRolloutResults rollouts;
  const std::uint64_t plays = bytes.read_varint(kMaxAfterstates);
  if (plays == 0) throw InputError("no plays");
  for (std::uint64_t i = 0; i < plays; ++i)
    rollouts.candidate_results.push_back(read_rollout(bytes));
  rollouts.best_result = read_rollout(bytes);
  bytes.expect_end();
  return rollouts;
}

StoredOpeningRollouts::StoredOpeningRollouts(const std::filesystem::path& file,
                                             const OpeningsAnalyzer::Options& options,
                                             std::vector<std::size_t> replies,
                                             const RolloutFingerprint& rollout_fingerprint)
    : reply_openings_(std::move(replies)),
      result_store_(file, make_openings_spec(options, reply_openings_, rollout_fingerprint)) {}

std::int64_t StoredOpeningRollouts::unit_index(std::uint64_t number) const {
  const std::uint64_t row = number / kDistinctRolls.size();
  if (row == 0) return static_cast<std::int64_t>(number);
  const auto found = std::ranges::find(reply_openings_, row - 1);
  assert(found != reply_openings_.end());
  const auto reply = static_cast<std::uint64_t>(found - reply_openings_.begin());
  return static_cast<std::int64_t>((1 + reply) * kDistinctRolls.size() +
                                   number % kDistinctRolls.size());
}

std::optional<RollRolloutResults> StoredOpeningRollouts::find(std::uint64_t number) {
  std::optional<RollRolloutResults> found;
  const std::int64_t unit = unit_index(number);
  result_store_.for_each_unit(unit, unit + 1, [&](std::int64_t, std::string_view bytes) {
    found = decode_rollouts(bytes);
  });
  return found;
}

void StoredOpeningRollouts::store(std::uint64_t number, const RollRolloutResults& rollouts) {
  result_store_.add(unit_index(number), encode_rollouts(rollouts));
}

}  // namespace gioul
