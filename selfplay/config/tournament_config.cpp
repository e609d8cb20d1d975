#include "selfplay/config/tournament_config.h"

#include <array>

#include "engine/position.h"

namespace gioul {

namespace {

ConfigKeys<TournamentOptions> contest_keys() {
  using C = TournamentOptions;
  static const std::array kModes = {
      EnumName{tournament_mode_name(TournamentMode::kRoundRobin), TournamentMode::kRoundRobin},
      EnumName{tournament_mode_name(TournamentMode::kGauntlet), TournamentMode::kGauntlet}};
  return {
      make_config_key("variant", &C::game, PlainKey{}, "game to play; `gioul --help` lists all"),
      make_config_key("checkers", &C::checkers, IntegerKey{1, kMaxCheckers}, "checkers per side"),
      make_config_key("players", &C::player_names, PlainKey{},
                      "named as in `gioul tournament --help`; files are relative to the "
                      "working directory, e.g. \"net:runs/mine/net.safetensors,plies=1\""),
      make_config_key("mode", &C::mode, EnumKey(kModes),
                      "or \"gauntlet\": the first player against each other player"),
      make_config_key("pairs", &C::pairs_per_pairing, IntegerKey{1, kMaxConfigGames},
                      "mirrored pairs (the same dice, swapped sides) per pairing"),
      make_config_key(
          "target_error", &C::target_error, RealKey{0.0, 2.0},
          "instead of pairs: standard error of the points per game to reach; 0: not used"),
      make_config_key("seed", &C::seed, IntegerKey{}, "random seed"),
      make_config_key(
          "positions", &C::start_position_file, PlainKey{},
          "file of start positions, one per line: each pair starts from the next; \"\": "
          "start of the game"),
      make_config_key("luck_adjusted", &C::luck_adjustment, EnumKey(kLuckAdjustmentNames),
                      "subtract the luck of the dice from results: \"auto\" if a player searches, "
                      "\"on\" or \"off\""),
      make_config_key("threads", &C::threads, IntegerKey{0, 1024},
                      "worker threads; 0: one per core; does not change results"),
  };
}

ConfigKeys<TournamentConfig> make_tournament_keys() {
  using C = TournamentConfig;
  static const std::array kScales = {
      EnumName{rating_basis_name(RatingBasis::kByWins), RatingBasis::kByWins},
      EnumName{rating_basis_name(RatingBasis::kByPoints), RatingBasis::kByPoints}};
  ConfigKeys<C> keys;
  add_section_keys(keys, "", &C::options, contest_keys());
  keys.push_back(
      make_config_key("elo_scale", &C::rating_basis, EnumKey(kScales),
                      "base ratings on points (a gammon counts double), or on \"wins\""));
  add_section_keys(
      keys, "", &C::options,
      {make_config_key("db", &TournamentOptions::results_database, PlainKey{},
                       "SQLite file of the results; a stopped tournament resumes from it")});
  keys.push_back(make_config_key("out", &C::json_file, PlainKey{}, "results as JSON"));
  keys.push_back(make_config_key("csv", &C::csv_file, PlainKey{}, "results as CSV"));
  keys.push_back(make_config_key("html", &C::html_file, PlainKey{}, "results as an HTML page"));
  keys.push_back(make_config_key(
      "records", &C::records_file, PlainKey{},
      "all games: text, or JSON lines if it ends in .jsonl (docs/game-files.md); needs db"));
  return keys;
}

}  // namespace

const ConfigKeys<TournamentConfig>& tournament_config_keys() {
  static const ConfigKeys<TournamentConfig> kKeys = make_tournament_keys();
  return kKeys;
}

TournamentConfig parse_tournament_config(std::string_view text, const std::string& source) {
  TournamentConfig config;
  TournamentOptions& options = config.options;
  ConfigSection top(text, source);
  read_config_values(tournament_config_keys(), top, config);
  options.record_moves = !config.records_file.empty();
  check_checker_count(source, options.game, options.checkers);
  return config;
}

TournamentConfig load_tournament_config(const std::string& file) {
  return parse_tournament_config(read_config_text(file), file);
}

}  // namespace gioul
