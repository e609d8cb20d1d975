#include "eval/analysis/stored_trials.h"

#include <algorithm>
#include <iterator>

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

WorkSpec make_rollout_spec(const RolloutQuery& query, const RolloutOptions& options,
                           const RolloutFingerprint& rollout_fingerprint, std::size_t rolled) {
  // Stored text: it stays although the option has other names.
  const std::string luck(options.variance_reduction == VarianceReduction::kAuto
                             ? "best"
                             : format_variance_reduction(options.variance_reduction));
  WorkSpec spec{.command = "rollout",
                .unit_name = "trials",
                .unit_count = options.max_trials * static_cast<std::int64_t>(rolled),
                .options = {{"variant", std::string(query.game.name())},
                            {"position", format_position(query.game, query.position)},
                            {"roll", query.dice ? format_dice(*query.dice) : ""},
                            {"number of plays", std::to_string(query.plays.size())},
                            {"number of trials", std::to_string(options.max_trials)},
                            {"truncation", std::to_string(options.truncation_rolls)},
                            {"luck", luck},
                            {"error", format_shortest(options.target_error)},
                            {"certainty", format_shortest(options.drop_sigmas)},
                            {"seed", std::to_string(options.seed)}}};
  spec.options.insert(spec.options.end(), rollout_fingerprint.begin(), rollout_fingerprint.end());
  return spec;
}

}  // namespace

RolloutFingerprint rollout_fingerprint(Game game, const std::string& net, bool tables,
                                       const std::string& player) {
  return {
      {"net", file_checksum(net)},
      {"endgame tables", tables ? tables_fingerprint(game) : ""},
      {"player", player},
      {"checksum of the player's files", player.empty() ? "" : player_fingerprint(player, game)}};
}

StoredTrials::StoredTrials(const std::filesystem::path& file, const RolloutQuery& query,
                           const RolloutOptions& options,
                           const RolloutFingerprint& rollout_fingerprint)
    : starts_with_trials_(starts_with_trials(query.starts)),
      result_store_(file, make_rollout_spec(query, options, rollout_fingerprint,
                                            starts_with_trials_.size())) {}

void StoredTrials::for_each_trial(std::int64_t begin, std::int64_t end, const TrialCallback& each) {
  const std::int64_t starts = std::ssize(starts_with_trials_);
  result_store_.for_each_unit(begin * starts, end * starts,
                              [&](std::int64_t number, std::string_view text) {
                                ByteReader bytes(text);
                                Value value{};
                                for (double& share : value) share = bytes.read_double();
                                bytes.expect_end();
                                each(starts_with_trials_[static_cast<std::size_t>(number % starts)],
                                     number / starts, value);
                              });
}

void StoredTrials::store(std::size_t start, std::int64_t trial, const Value& value) {
  ByteWriter bytes;
  for (const double share : value) bytes.write_double(share);
  const auto found = std::ranges::lower_bound(starts_with_trials_, start);
  result_store_.add(trial * std::ssize(starts_with_trials_) + (found - starts_with_trials_.begin()),
                    bytes.take_bytes());
}

}  // namespace gioul
