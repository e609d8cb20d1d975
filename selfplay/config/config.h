// Reads and writes the TOML config of a training run. configs/gioul.toml lists every key.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "selfplay/config/config_key.h"
#include "selfplay/config/config_reader.h"
#include "selfplay/config/training_config.h"

namespace gioul {

/// Parses the argument of --set, "key=value". Throws InputError if `text` does not have this form.
ConfigOverride parse_config_override(std::string_view text);

/// Parses a training config, TOML `text`, and applies `overrides` to it. Missing keys have their
/// defaults. If the config has [[stage]] tables (training stages with keys of their own), `stage`
/// is the number of the stage to use, from 1 (default: 1). Throws InputError ("SOURCE:LINE: key:
/// ...") for unknown keys, wrong types and values out of range; `source` is the name of the text in
/// error messages.
TrainingConfig parse_config(std::string_view text, const std::string& source,
                            const std::vector<ConfigOverride>& overrides = {},
                            std::optional<std::int64_t> stage = {});

/// Reads a training config from a TOML file. Has the other arguments and errors of parse_config().
TrainingConfig load_config(const std::string& file,
                           const std::vector<ConfigOverride>& overrides = {},
                           std::optional<std::int64_t> stage = {});

/// Formats the config as TOML with every key. parse_config() restores it exactly.
std::string format_config(const TrainingConfig& config);

/// A key with different values in two configs.
struct ConfigChange {
  std::string key;        // the key, such as "training.games"
  std::string old_value;  // the old value as TOML
  std::string new_value;  // the new value as TOML
  /// True if the key affects games or weights, so that it must not change when a run is resumed.
  bool affects_results = false;
};

/// Lists the differences between two configs, in the order of training_config_keys().
std::vector<ConfigChange> list_config_changes(const TrainingConfig& before,
                                              const TrainingConfig& after);

/// Returns the first difference that affects results (ConfigChange::affects_results), or nullopt.
std::optional<ConfigChange> find_change_affecting_results(const TrainingConfig& before,
                                                          const TrainingConfig& after);

/// Describes the first difference between two configs, such as "seed is 2 instead of 1", with the
/// value in `config` first. Ignores section [run], which does not affect results. Returns "" if
/// there is no difference.
std::string describe_config_difference(const TrainingConfig& config, const TrainingConfig& other);

/// The files of a run directory.
inline constexpr std::array<std::string_view, 6> kRunFileNames = {
    "config.toml",    "metrics.jsonl",           "net.safetensors",
    "checkpoint.bin", "checkpoint.previous.bin", "checkpoint.new.bin"};

/// Returns the table of all keys of a training config.
const ConfigKeys<TrainingConfig>& training_config_keys();

}  // namespace gioul
