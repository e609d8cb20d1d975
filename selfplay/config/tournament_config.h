// Reads the TOML config of a tournament. configs/tournament.toml lists every key.
#pragma once

#include <string>
#include <string_view>

#include "eval/tournament/ratings.h"
#include "eval/tournament/tournament_spec.h"
#include "selfplay/config/config_key.h"

namespace gioul {

/// The settings of `gioul tournament`. A file whose name is empty is not written.
struct TournamentConfig {
  /// Players and games; 0 threads: one per core.
  TournamentOptions options = {.player_names = {}, .threads = 0};
  RatingBasis rating_basis = RatingBasis::kByPoints;  // basis of the ratings in the table
  std::string json_file;                              // file for the result as JSON
  std::string csv_file;                               // file for the result as CSV
  std::string html_file;                              // file for the result as an HTML page
  std::string records_file;                           // file for all games; needs options.database
};

/// Returns the table of all keys of a tournament config.
const ConfigKeys<TournamentConfig>& tournament_config_keys();

/// Parses a tournament config, TOML `text`. Missing keys have their defaults. Throws InputError
/// ("SOURCE:LINE: key: ...") for unknown keys, wrong types and values out of range; `source` is the
/// name of the text in error messages.
TournamentConfig parse_tournament_config(std::string_view text, const std::string& source);

/// Reads a tournament config from a TOML file; see parse_tournament_config().
TournamentConfig load_tournament_config(const std::string& file);

}  // namespace gioul
