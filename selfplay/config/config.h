// The config of a training run, from TOML and to TOML (configs/gioul.toml has every key).
#pragma once

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

/// Splits "key=value". Throws InputError.
Override parse_override(std::string_view text);

/// Reads `text` (TOML); keys left out keep their defaults. `source` names it in errors. Unknown
/// keys, wrong types and values out of range throw InputError ("SOURCE:LINE: key: ...").
/// Of a config with stages this is one, counted from 1; the first if none is asked for.
TrainingConfig parse_config(std::string_view text, const std::string& source,
                            const std::vector<Override>& overrides = {},
                            std::optional<std::int64_t> stage = {});

/// The same from a file.
TrainingConfig load_config(const std::string& file, const std::vector<Override>& overrides = {},
                           std::optional<std::int64_t> stage = {});

/// The resolved config, every key written out; parse_config reads it back to the same.
std::string format_config(const TrainingConfig& config);

/// The first key ("net.hidden") whose value differs though it may not between the parts of one run;
/// empty if there is none.
std::string key_of_another_run(const TrainingConfig& before, const TrainingConfig& after);

/// The same in words, as "seed is 2 instead of 1": `after` has 2.
std::string change_to_another_run(const TrainingConfig& before, const TrainingConfig& after);

/// How the games, the learning or the measuring of two configs differ, such as "seed is 2 instead
/// of 1"; empty if in nothing but [run].
std::string difference_between(const TrainingConfig& config, const TrainingConfig& other);

const ConfigKeys<TrainingConfig>& training_keys();

}  // namespace gioul
