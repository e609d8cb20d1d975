#include "selfplay/config/config.h"

#include "base/error.h"
#include "nn/encode/input_table.h"

namespace gioul {

ConfigOverride parse_config_override(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) {
    throw InputError("--set " + std::string(text) +
                     ": expected KEY=VALUE, such as training.games=1000");
  }
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

TrainingConfig parse_config(std::string_view text, const std::string& source,
                            const std::vector<ConfigOverride>& overrides,
                            std::optional<std::int64_t> stage) {
  ConfigSection top(text, source, overrides, stage);
  TrainingConfig config;
  read_config_values(training_config_keys(), top, config);
  const LearningConfig& learning = config.training;
  if (learning.siblings_per_decision > 0 && learning.target_kind != TargetKind::kLookahead) {
    throw InputError(source + ": training.siblings: needs training.targets = \"lookahead\"");
  }
  if (learning.comparison_weight > 0.0 && learning.siblings_per_decision == 0) {
    throw InputError(source + ": training.comparison_weight: needs training.siblings");
  }
  if (config.gate.mode == GateMode::kSprt && config.strength.games_between_tests == 0) {
    throw InputError(source + ": gate.mode: \"sprt\" needs strength.every > 0");
  }
  check_checker_count(source, config.game, config.checkers);
  try {
    if (!config.net.input_block_names.empty())
      make_input_table(config.game, config.net.input_block_names);
  } catch (const InputError& error) {
    throw InputError(source + ": net.inputs: " + error.what());
  }
  return config;
}

TrainingConfig load_config(const std::string& file, const std::vector<ConfigOverride>& overrides,
                           std::optional<std::int64_t> stage) {
  return parse_config(read_config_text(file), file, overrides, stage);
}

std::string format_config(const TrainingConfig& config) {
  return format_config_values(training_config_keys(), config);
}

std::vector<ConfigChange> list_config_changes(const TrainingConfig& before,
                                              const TrainingConfig& after) {
  std::vector<ConfigChange> changes;
  const bool is_gated = before.gate.mode == GateMode::kSprt;
  for (const ConfigKey<TrainingConfig>& key : training_config_keys()) {
    if (key.format(before) == key.format(after)) continue;
    changes.push_back(
        {.key = key.dotted_name(),
         .old_value = key.format(before),
         .new_value = key.format(after),
         .affects_results = key.resume_policy == ResumePolicy::kImmutable ||
                            (is_gated && key.resume_policy == ResumePolicy::kImmutableIfGated)});
  }
  return changes;
}

std::optional<ConfigChange> find_change_affecting_results(const TrainingConfig& before,
                                                          const TrainingConfig& after) {
  for (const ConfigChange& change : list_config_changes(before, after)) {
    if (change.affects_results) return change;
  }
  return std::nullopt;
}

std::string describe_config_difference(const TrainingConfig& config, const TrainingConfig& other) {
  for (const ConfigChange& change : list_config_changes(other, config)) {
    if (change.key.starts_with("run.")) continue;
    return change.key + " is " + change.new_value + " instead of " + change.old_value;
  }
  return {};
}

}  // namespace gioul
