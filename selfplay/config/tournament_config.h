// The config of a tournament (configs/tournament.toml has every key).
#pragma once

#include <string>
#include <string_view>

#include "eval/contest/ratings.h"
#include "eval/contest/tournament_plan.h"
#include "selfplay/config/config_key.h"

namespace gioul {

/// Empty file names: not written.
struct TournamentConfig {
  TournamentOptions options;  // threads 0: one a core
  RatingScale scale = RatingScale::kByPoints;
  std::string json;
  std::string csv;
  std::string html;
  std::string records;  // every game (selfplay/record/game_file.h); needs options.database
};

const ConfigKeys<TournamentConfig>& tournament_keys();

/// What a tournament is where nothing is said.
TournamentConfig default_tournament();

/// Reads `text` (TOML); keys left out keep their defaults. `source` names it in errors. Unknown
/// keys, wrong types and values out of range throw InputError ("SOURCE:LINE: key: ...").
TournamentConfig parse_tournament_config(std::string_view text, const std::string& source);

/// The same from a file.
TournamentConfig load_tournament_config(const std::string& file);

}  // namespace gioul
