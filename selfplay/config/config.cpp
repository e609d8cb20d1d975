#include "selfplay/config/config.h"

#include "base/error.h"
#include "nn/encode/game_inputs.h"

namespace gioul {

namespace {

bool is_immutable(const ConfigKey<TrainingConfig>& key) {
  return key.resume_policy == ResumePolicy::kImmutable;
}

bool is_outside_run_section(const ConfigKey<TrainingConfig>& key) { return key.section != "run"; }

// Describes the first key that satisfies `includes` and differs, such as "seed is 2 instead of 1",
// where `other` has 1.
std::string first_difference(const TrainingConfig& config, const TrainingConfig& other,
                             bool (*includes)(const ConfigKey<TrainingConfig>&)) {
  for (const ConfigKey<TrainingConfig>& key : training_keys()) {
    if (!includes(key) || key.format(config) == key.format(other)) continue;
    return key.dotted_name() + " is " + key.format(config) + " instead of " + key.format(other);
  }
  return {};
}

}  // namespace

Override parse_override(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) {
    throw InputError("--set " + std::string(text) +
                     ": expected KEY=VALUE, such as training.games=1000");
  }
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

TrainingConfig parse_config(std::string_view text, const std::string& source,
                            const std::vector<Override>& overrides,
                            std::optional<std::int64_t> stage) {
  ConfigSection top(text, source, overrides, stage);
  TrainingConfig config;
  read_keys(training_keys(), top, config);
  const LearningConfig& learning = config.training;
  if (learning.siblings > 0 && learning.targets != TargetKind::kLookahead) {
    throw InputError(source + ": training.siblings: needs training.targets = \"lookahead\"");
  }
  if (learning.comparison_weight > 0.0 && learning.siblings == 0) {
    throw InputError(source + ": training.comparison_weight: needs training.siblings");
  }
  if (config.gate.mode == GateMode::kSprt && config.strength.every == 0) {
    throw InputError(source + ": gate.mode: \"sprt\" needs strength.every > 0");
  }
  check_checkers(source, config.game, config.checkers);
  try {
    if (!config.net.inputs.empty()) make_input_table(config.game, config.net.inputs);
  } catch (const InputError& error) {
    throw InputError(source + ": net.inputs: " + error.what());
  }
  return config;
}

TrainingConfig load_config(const std::string& file, const std::vector<Override>& overrides,
                           std::optional<std::int64_t> stage) {
  return parse_config(read_config_file(file), file, overrides, stage);
}

std::string format_config(const TrainingConfig& config) {
  return format_keys(training_keys(), config);
}

std::string first_immutable_change(const TrainingConfig& before, const TrainingConfig& after) {
  const std::string text = describe_immutable_change(before, after);
  return text.substr(0, text.find(' '));
}

std::string describe_immutable_change(const TrainingConfig& before, const TrainingConfig& after) {
  return first_difference(after, before, is_immutable);
}

std::string config_diff(const TrainingConfig& config, const TrainingConfig& other) {
  return first_difference(config, other, is_outside_run_section);
}

}  // namespace gioul
