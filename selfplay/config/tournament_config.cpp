#include "selfplay/config/tournament_config.h"

#include <array>

#include "engine/position.h"

namespace gioul {

namespace {

ConfigKeys<TournamentOptions> contest_keys() {
  using C = TournamentOptions;
  static const std::array kModes = {
      Named{mode_name(TournamentMode::kRoundRobin), TournamentMode::kRoundRobin},
      Named{mode_name(TournamentMode::kGauntlet), TournamentMode::kGauntlet}};
  static const std::array kLuck = {Named{std::string_view("auto"), LuckAdjusted::kAuto},
                                   Named{std::string_view("on"), LuckAdjusted::kAlways},
                                   Named{std::string_view("off"), LuckAdjusted::kNever}};
  return {
      config_key("variant", &C::game, GameName{}, "game to play; `gioul --help` lists all"),
      config_key("checkers", &C::checkers, WholeNumber{1, kMaxCheckers}, "checkers per side"),
      config_key("players", &C::players, TextList{},
                 "at least two, named as in `gioul tournament --help`; files are relative to the "
                 "working directory, e.g. \"net:runs/mine/net.safetensors,plies=1\""),
      config_key("mode", &C::mode, OneOf(kModes),
                 "or \"gauntlet\": the first player against each other player"),
      config_key("pairs", &C::pairs, WholeNumber{1, kMostConfigGames},
                 "mirrored pairs (the same dice, swapped sides) per pairing"),
      config_key("seed", &C::seed, WholeNumber{}, "random seed"),
      config_key("positions", &C::positions, QuotedText{},
                 "file of start positions, one per line: each pair starts from the next; \"\": "
                 "start of the game"),
      config_key("luck_adjusted", &C::luck, OneOf(kLuck),
                 "subtract the luck of the dice from results: \"auto\" if a player searches, "
                 "\"on\" or \"off\""),
      config_key("threads", &C::threads, WholeNumber{0, 1024},
                 "worker threads; 0: one per core; does not change results"),
  };
}

ConfigKeys<TournamentConfig> make_tournament_keys() {
  using C = TournamentConfig;
  static const std::array kScales = {
      Named{scale_name(RatingScale::kByWins), RatingScale::kByWins},
      Named{scale_name(RatingScale::kByPoints), RatingScale::kByPoints}};
  ConfigKeys<C> keys;
  add_keys(keys, "", &C::options, contest_keys());
  keys.push_back(config_key("elo_scale", &C::scale, OneOf(kScales),
                            "base ratings on points (a gammon counts double), or on \"wins\""));
  add_keys(keys, "", &C::options,
           {config_key("db", &TournamentOptions::database, QuotedText{},
                       "SQLite file of the results; a stopped tournament resumes from it")});
  keys.push_back(config_key("out", &C::json, QuotedText{}, "results as JSON"));
  keys.push_back(config_key("csv", &C::csv, QuotedText{}, "results as CSV"));
  keys.push_back(config_key("html", &C::html, QuotedText{}, "results as an HTML page"));
  keys.push_back(config_key(
      "records", &C::records, QuotedText{},
      "all games: text, or JSON lines if it ends in .jsonl (docs/game-files.md); needs db"));
  return keys;
}

}  // namespace

const ConfigKeys<TournamentConfig>& tournament_keys() {
  static const ConfigKeys<TournamentConfig> kKeys = make_tournament_keys();
  return kKeys;
}

TournamentConfig default_tournament() {
  TournamentConfig config;
  config.options.threads = 0;
  return config;
}

TournamentConfig parse_tournament_config(std::string_view text, const std::string& source) {
  TournamentConfig config = default_tournament();
  TournamentOptions& options = config.options;
  ConfigSection top(text, source);
  read_keys(tournament_keys(), top, config);
  options.keep_moves = !config.records.empty();
  check_checkers(source, options.game, options.checkers);
  return config;
}

TournamentConfig load_tournament_config(const std::string& file) {
  return parse_tournament_config(read_config_file(file), file);
}

}  // namespace gioul
