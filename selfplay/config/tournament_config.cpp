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
      config_key("variant", &C::game, GameName{}, "any name of `gioul --help`"),
      config_key("checkers", &C::checkers, WholeNumber{1, kMaxCheckers}, "a side"),
      config_key("players", &C::players, TextList{},
                 "as in `gioul tournament --help`, at least two; files are found from where it is "
                 "started, such as \"net:runs/mine/net.safetensors,plies=1\""),
      config_key("mode", &C::mode, OneOf(kModes),
                 "every two meet; or \"gauntlet\": the first meets each of the others"),
      config_key("pairs", &C::pairs, WholeNumber{1, kMostConfigGames},
                 "of games with the same dice and exchanged seats, for each two that meet"),
      config_key("seed", &C::seed, WholeNumber{}, "the same seed gives the same games"),
      config_key("positions", &C::positions, QuotedText{},
                 "a file of positions, one a line: each pair begins at the next. \"\": all at the "
                 "start of the game"),
      config_key("luck_adjusted", &C::luck, OneOf(kLuck),
                 "subtract the luck of the dice from results: \"auto\" if a player searches, "
                 "\"on\" or \"off\""),
      config_key("threads", &C::threads, WholeNumber{0, 1024},
                 "0: one a core. Results don't depend on it"),
  };
}

ConfigKeys<TournamentConfig> make_tournament_keys() {
  using C = TournamentConfig;
  static const std::array kScales = {
      Named{scale_name(RatingScale::kByWins), RatingScale::kByWins},
      Named{scale_name(RatingScale::kByPoints), RatingScale::kByPoints}};
  ConfigKeys<C> keys;
  add_keys(keys, "", &C::options, contest_keys());
  keys.push_back(config_key("elo", &C::scale, OneOf(kScales),
                            "ratings over points: a gammon counts twice; or over \"wins\""));
  add_keys(
      keys, "", &C::options,
      {config_key("db", &TournamentOptions::database, QuotedText{},
                  "the results, SQLite: a tournament that was stopped goes on with what it has")});
  keys.push_back(config_key("out", &C::json, QuotedText{}, "the figures as JSON"));
  keys.push_back(config_key("csv", &C::csv, QuotedText{}, "... as CSV"));
  keys.push_back(config_key("html", &C::html, QuotedText{}, "... as a page"));
  keys.push_back(
      config_key("records", &C::records, QuotedText{},
                 "every game, move by move (docs/games.md): .jsonl as JSON lines. Needs db"));
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
