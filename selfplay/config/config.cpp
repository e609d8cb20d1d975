#include "selfplay/config/config.h"

#include "base/error.h"
#include "nn/encode/game_inputs.h"

namespace gioul {

namespace {

bool makes_another_run(const ConfigKey<TrainingConfig>& key) {
  return key.on_resume == OnResume::kMakesAnotherRun;
}

bool is_of_the_run(const ConfigKey<TrainingConfig>& key) { return key.section != "run"; }

// Describes the first key that satisfies `counts` and differs, such as "seed is 2 instead of 1",
// where `other` has 1.
std::string difference_text(const TrainingConfig& config, const TrainingConfig& other,
                            bool (*counts)(const ConfigKey<TrainingConfig>&)) {
  for (const ConfigKey<TrainingConfig>& key : training_keys()) {
    if (!counts(key) || key.format(config) == key.format(other)) continue;
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
  if (learning.siblings > 0 && learning.targets != Targets::kLookahead) {
    throw InputError(source + ": training.siblings: needs training.targets = \"lookahead\"");
  }
  if (learning.comparison_weight > 0.0 && learning.siblings == 0) {
    throw InputError(source + ": training.comparison_weight: needs training.siblings");
  }
  if (config.gate.mode == GateMode::kSprt && config.ladder.every == 0) {
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

std::string key_of_another_run(const TrainingConfig& before, const TrainingConfig& after) {
  const std::string text = change_to_another_run(before, after);
  return text.substr(0, text.find(' '));
}

std::string change_to_another_run(const TrainingConfig& before, const TrainingConfig& after) {
  return difference_text(after, before, makes_another_run);
}

std::string difference_between(const TrainingConfig& config, const TrainingConfig& other) {
  return difference_text(config, other, is_of_the_run);
}

}  // namespace gioul
