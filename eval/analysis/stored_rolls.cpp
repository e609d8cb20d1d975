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

constexpr std::uint64_t kMostTrialsKept = 1'000'000'000;

void write_estimate(PieceWriter& bytes, const Estimate& estimate) {
  bytes.real(estimate.mean);
  bytes.real(estimate.standard_error);
}

Estimate read_estimate(PieceReader& bytes) {
  Estimate estimate;
  estimate.mean = bytes.real();
  estimate.standard_error = bytes.real();
  if (estimate.standard_error < 0.0) throw InputError("negative error");
  return estimate;
}

void write_rollout(PieceWriter& bytes, const RolloutResult& result) {
  write_estimate(bytes, result.equity);
  write_estimate(bytes, result.win);
  for (const Estimate& outcome : result.outcomes) write_estimate(bytes, outcome);
  write_estimate(bytes, result.difference);
  bytes.whole(static_cast<std::uint64_t>(result.trials));
  bytes.whole(result.dropped ? 1 : 0);
  bytes.whole(static_cast<std::uint64_t>(result.variance_reduction));
}

RolloutResult read_rollout(PieceReader& bytes) {
  RolloutResult result;
  result.equity = read_estimate(bytes);
  result.win = read_estimate(bytes);
  for (Estimate& outcome : result.outcomes) outcome = read_estimate(bytes);
  result.difference = read_estimate(bytes);
  result.trials = static_cast<std::int64_t>(bytes.whole(kMostTrialsKept));
  result.dropped = bytes.whole(1) == 1;
  result.variance_reduction =
      static_cast<VarianceReduction>(bytes.whole(kVarianceReductionNames.size() - 1));
  return result;
}

std::string replies_text(const std::vector<std::size_t>& replies) {
  std::string text;
  for (const std::size_t opening : replies) {
    text += (text.empty() ? "" : ",") + format_dice(kRolls[opening]);
  }
  return text;
}

WorkPlan plan_of_openings(const OpeningsStudy::Options& options,
                          const std::vector<std::size_t>& replies, const RolledBy& rolled_by) {
  const RollStudyOptions& openings = options.openings;
  WorkPlan plan{.command = "openings",
                .unit = "rolls",
                .pieces = static_cast<std::int64_t>((1 + replies.size()) * kRolls.size()),
                .options = {{"variant", std::string(options.game.name())},
                            {"position", format_position(options.game, options.start)},
                            {"number of plies", std::to_string(openings.search.plies)},
                            {"number of plays", std::to_string(openings.plays)},
                            {"number of trials", std::to_string(openings.rollout.trials)},
                            {"error", format_shortest(openings.rollout.target_error)},
                            {"certainty", format_shortest(openings.rollout.drop_sigmas)},
                            {"seed", std::to_string(openings.rollout.seed)},
                            {"list of replies", replies_text(replies)},
                            {"number of trials for replies",
                             replies.empty() ? "" : std::to_string(options.replies.rollout.trials)},
                            {"name of the player", options.name}}};
  plan.options.insert(plan.options.end(), rolled_by.begin(), rolled_by.end());
  return plan;
}

}  // namespace

std::string bytes_of_rollouts(const RollRollouts& rollouts) {
  PieceWriter bytes;
  bytes.whole(rollouts.plays.size());
  for (const RolloutResult& play : rollouts.plays) write_rollout(bytes, play);
  write_rollout(bytes, rollouts.best);
  return bytes.take();
}

RollRollouts rollouts_of_bytes(std::string_view text) {
  PieceReader bytes(text);
  RollRollouts rollouts;
  const std::uint64_t plays = bytes.whole(kMaxAfterstates);
  if (plays == 0) throw InputError("no plays");
  for (std::uint64_t i = 0; i < plays; ++i) rollouts.plays.push_back(read_rollout(bytes));
  rollouts.best = read_rollout(bytes);
  bytes.expect_end();
  return rollouts;
}

KeptRolls::KeptRolls(const std::filesystem::path& file, const OpeningsStudy::Options& options,
                     std::vector<std::size_t> replies, const RolledBy& rolled_by)
    : replies_(std::move(replies)), file_(file, plan_of_openings(options, replies_, rolled_by)) {}

std::int64_t KeptRolls::piece_of(std::uint64_t number) const {
  const std::uint64_t row = number / kRolls.size();
  if (row == 0) return static_cast<std::int64_t>(number);
  const auto place = std::ranges::find(replies_, row - 1);
  assert(place != replies_.end());
  const auto reply = static_cast<std::uint64_t>(place - replies_.begin());
  return static_cast<std::int64_t>((1 + reply) * kRolls.size() + number % kRolls.size());
}

std::optional<RollRollouts> KeptRolls::recall(std::uint64_t number) {
  std::optional<RollRollouts> found;
  const std::int64_t piece = piece_of(number);
  file_.read(piece, piece + 1,
             [&](std::int64_t, std::string_view bytes) { found = rollouts_of_bytes(bytes); });
  return found;
}

void KeptRolls::keep(std::uint64_t number, const RollRollouts& rollouts) {
  file_.add(piece_of(number), bytes_of_rollouts(rollouts));
}

}  // namespace gioul
