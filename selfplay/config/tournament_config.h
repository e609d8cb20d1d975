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
  TournamentOptions options;                          // threads 0: one per core
  RatingScale rating_scale = RatingScale::kByPoints;  // scale of the ratings in the table
  std::string json_file;                              // file for the result as JSON
  std::string csv_file;                               // file for the result as CSV
  std::string html_file;                              // file for the result as an HTML page
  std::string records_file;                           // file for all games; needs options.database
};

/// Returns the table of all keys of a tournament config.
const ConfigKeys<TournamentConfig>& tournament_config_keys();

/// Returns a tournament config with all keys at their defaults.
TournamentConfig default_tournament();

/// Parses TOML `text`; missing keys keep their defaults. Throws InputError ("SOURCE:LINE: key:
/// ...") for unknown keys, wrong types and values out of range; `source` is the name in errors.
TournamentConfig parse_tournament_config(std::string_view text, const std::string& source);

/// Reads a tournament config from a TOML file; see parse_tournament_config().
TournamentConfig load_tournament_config(const std::string& file);

}  // namespace gioul
