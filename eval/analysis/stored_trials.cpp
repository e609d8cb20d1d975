#include "eval/analysis/stored_trials.h"

#include "base/format_number.h"
#include "engine/text/notation.h"
#include "eval/players/player_fingerprint.h"
#include "eval/store/byte_codec.h"
#include "eval/store/work_spec.h"

namespace gioul {

namespace {

std::vector<std::size_t> starts_with_trials(const std::vector<RolloutStart>& starts) {
  std::vector<std::size_t> rolled;
  for (std::size_t s = 0; s < starts.size(); ++s) {
    if (starts[s].ending == Ending::kNone) rolled.push_back(s);
  }
  return rolled;
}

WorkPlan plan_of_rollout(const RolloutQuestion& question, const RolloutOptions& options,
                         const RolledBy& rolled_by, std::size_t rolled) {
  // Stored text: it stays although the option has other names.
  const std::string luck(options.variance_reduction == VarianceReduction::kAuto
                             ? "best"
                             : format_variance_reduction(options.variance_reduction));
  WorkPlan plan{.command = "rollout",
                .unit = "trials",
                .pieces = options.trials * static_cast<std::int64_t>(rolled),
                .options = {{"variant", std::string(question.game.name())},
                            {"position", format_position(question.game, question.position)},
                            {"roll", question.dice ? format_dice(*question.dice) : ""},
                            {"number of plays", std::to_string(question.plays.size())},
                            {"number of trials", std::to_string(options.trials)},
                            {"truncation", std::to_string(options.truncation_rolls)},
                            {"luck", luck},
                            {"error", format_shortest(options.target_error)},
                            {"certainty", format_shortest(options.drop_sigmas)},
                            {"seed", std::to_string(options.seed)}}};
  plan.options.insert(plan.options.end(), rolled_by.begin(), rolled_by.end());
  return plan;
}

}  // namespace

RolledBy rolled_by(Game game, const std::string& net, bool tables, const std::string& player) {
  return {
      {"net", file_fingerprint(net)},
      {"endgame tables", tables ? tables_fingerprint(game) : ""},
      {"player", player},
      {"checksum of the player's files", player.empty() ? "" : player_fingerprint(player, game)}};
}

KeptTrials::KeptTrials(const std::filesystem::path& file, const RolloutQuestion& question,
                       const RolloutOptions& options, const RolledBy& rolled_by)
    : rolled_(starts_with_trials(question.starts)),
      place_of_(question.starts.size(), -1),
      file_(file, plan_of_rollout(question, options, rolled_by, rolled_.size())) {
  for (std::size_t i = 0; i < rolled_.size(); ++i) {
    place_of_[rolled_[i]] = static_cast<std::int64_t>(i);
  }
}

void KeptTrials::find(std::int64_t begin, std::int64_t end, const Each& each) {
  const auto starts = static_cast<std::int64_t>(rolled_.size());
  file_.read(begin * starts, end * starts, [&](std::int64_t number, std::string_view text) {
    PieceReader bytes(text);
    Value value{};
    for (double& share : value) share = bytes.real();
    bytes.expect_end();
    each(rolled_[static_cast<std::size_t>(number % starts)], number / starts, value);
  });
}

void KeptTrials::store(std::size_t start, std::int64_t trial, const Value& value) {
  PieceWriter bytes;
  for (const double share : value) bytes.real(share);
  file_.add(trial * static_cast<std::int64_t>(rolled_.size()) + place_of_[start], bytes.take());
}

}  // namespace gioul
