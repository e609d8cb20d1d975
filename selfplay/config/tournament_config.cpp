#include "selfplay/config/tournament_config.h"

#include "engine/games/game.h"
#include "engine/position.h"
#include "selfplay/config/config_reader.h"

namespace gioul {

TournamentConfig default_tournament() {
  TournamentConfig config;
  config.options.threads = 0;
  return config;
}

TournamentConfig parse_tournament_config(std::string_view text, const std::string& source) {
  TournamentConfig config = default_tournament();
  TournamentOptions& options = config.options;
  ConfigSection top(text, source);
  std::string variant(options.game.name());
  top.text("variant", variant);
  top.integer("checkers", 1, kMaxCheckers, options.checkers);
  top.texts("players", options.players);
  std::string mode(mode_name(options.mode));
  top.one_of("mode", {"round-robin", "gauntlet"}, mode);
  options.mode = parse_mode(mode);
  top.integer("pairs", 1, kMostConfigGames, options.pairs);
  top.integer("seed", 0, kMaxConfigInt, options.seed);
  top.integer("threads", 0, 1024, options.threads);
  std::string scale(scale_name(config.scale));
  top.one_of("elo", {"wins", "points"}, scale);
  config.scale = parse_scale(scale);
  top.text("db", options.database);
  top.text("out", config.json);
  top.text("csv", config.csv);
  top.text("html", config.html);
  top.text("records", config.records);
  options.keep_moves = !config.records.empty();
  top.finish();
  options.game = find_game(canonical_variant(source, variant, options.checkers));
  return config;
}

TournamentConfig load_tournament_config(const std::string& file) {
  return parse_tournament_config(read_config_file(file), file);
}

}  // namespace gioul
