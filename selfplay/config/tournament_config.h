// Reads the TOML config of a tournament. configs/tournament.toml lists every key.
#pragma once

#include <string>
#include <string_view>

#include "eval/tournament/ratings.h"
#include "eval/tournament/tournament_spec.h"
#include "selfplay/config/config_key.h"

namespace gioul {

/// Settings of `gioul tournament`. Files with empty names are not written.
struct TournamentConfig {
  TournamentOptions options;  // threads 0: one per core
  RatingScale scale = RatingScale::kByPoints;
  std::string json;
  std::string csv;
  std::string html;
  std::string records;  // file for all games; needs options.database
};

/// All keys of a tournament config.
const ConfigKeys<TournamentConfig>& tournament_keys();

/// Returns the defaults.
TournamentConfig default_tournament();

/// Parses TOML `text`; missing keys keep their defaults. Throws InputError ("SOURCE:LINE: key:
/// ...") for unknown keys, wrong types and values out of range; `source` is the name in errors.
TournamentConfig parse_tournament_config(std::string_view text, const std::string& source);

/// Like parse_tournament_config(), but reads `file`.
TournamentConfig load_tournament_config(const std::string& file);

}  // namespace gioul
