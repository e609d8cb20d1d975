// gioul tournament: plays mirrored pairs between players and writes tables, data files and a page.
// Except for times, the output depends only on the options. With a database a tournament can be
// resumed.
#include "eval/tournament/tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "cli/commands/tournament_outputs.h"
#include "cli/common/command.h"
#include "cli/common/interrupt_handler.h"
#include "cli/common/output_files.h"
#include "cli/common/part_options.h"
#include "cli/common/position_options.h"
#include "cli/common/progress.h"
#include "cli/common/warnings.h"
#include "engine/outcome.h"
#include "eval/play/failures.h"
#include "eval/render/svg_parts.h"
#include "eval/tournament/tournament_summary.h"
#include "selfplay/config/tournament_config.h"
#include "selfplay/record/tournament_games.h"

namespace gioul {

namespace {

constexpr std::size_t kWidth = 100;

// Describes the tournament and lists the players with their numbers.
std::vector<std::string> tournament_head(const TournamentSummary& summary) {
  const TournamentOptions& options = summary.options;
  std::vector<std::string> lines = {
      fmt::format("{}, {} checkers, {}, {} games per pairing (mirrored pairs), seed {}",
                  options.game.name(), options.checkers, tournament_mode_name(options.mode),
                  2 * summary.pairs_per_pairing, options.seed)};
  if (options.target_error != 0.0) {
    lines.push_back(
        fmt::format("number of games by a pilot of {} pairs, for a standard error of {:g}",
                    kPilotPairs, options.target_error));
  }
  if (!options.start_position_file.empty()) {
    lines.push_back("pairs start from the positions of " +
                    to_printable_line(options.start_position_file));
  }
  lines.emplace_back();
  for (const std::size_t player : summary.players_by_rank) {
    const PlayerSummary& named = summary.players[player];
    const std::string own =
        named.display_name == named.name ? "" : to_printable_line(named.display_name) + ": ";
    lines.push_back(fmt::format("{:2}  ", summary.rank_of_player[player]) + own +
                    to_printable_line(named.name));
  }
  return lines;
}

// One row per player, best first, under two rows of headings.
std::vector<std::string> standings_table(const TournamentSummary& summary) {
  std::vector<std::string> lines = {
      fmt::format("{:>2} {:>8} {:>7}  {:>8} {:>7} {:>9} {:>9} {:>8}", "", "", "", "points", "", "",
                  "decisions", "time"),
      fmt::format("{:>2} {:>8} {:>7}  {:>8} {:>7} {:>9} {:>9} {:>8}  player", "#", "Elo", "+- 95 %",
                  "per game", "+- 95 %", "games", "per game", "each")};
  for (const std::size_t number : summary.players_by_rank) {
    const PlayerSummary& player = summary.players[number];
    const std::string time = format_decision_time(player.seconds_per_decision);
    const std::string line =
        fmt::format("{:2} {:+8.1f} {:7.1f}  {:+8.4f} {:7.4f} {:9} {:9.1f} {:>8}  ",
                    summary.rank_of_player[number], player.elo.mean, player.elo.margin95(),
                    player.points_per_game.mean, player.points_per_game.margin95(),
                    player.game_count, player.decisions_per_game, time);
    lines.push_back(line +
                    shorten_name(to_printable_line(player.display_name), kWidth - line.size()));
  }
  return lines;
}

// One row per pairing, under two rows of headings.
std::vector<std::string> pairings_table(const TournamentSummary& summary) {
  std::vector<std::string> lines = {
      fmt::format("{:>54}{:>14}{}{:>15}", "", "gammons %", summary.can_tie ? "      " : "",
                  "first player"),
      fmt::format("{:>7} {:>8} +- {:6} {:>20} {:>6} {:>6} {:>6}{} {:>6} {:>8} {:>8}", "", "points",
                  "error", "95 % interval   ", "win %", "won", "lost",
                  summary.can_tie ? " tie %" : "", "win %", "points", "games")};
  for (const PairingTotals& pairing : summary.pairings) {
    const Estimate points = pairing.points_per_game();
    std::string line = fmt::format(
        "{:2} - {:<2} {:+8.4f} +- {:.4f} {:+8.4f} .. {:+8.4f} {:6.1f} {:6.1f} {:6.1f}",
        summary.rank_of_player[pairing.player_index],
        summary.rank_of_player[pairing.opponent_index], points.mean, points.standard_error,
        points.low95(), points.high95(), 100 * pairing.win_share(),
        100 * pairing.outcome_share(Outcome::kWin2), 100 * pairing.outcome_share(Outcome::kLose2));
    if (summary.can_tie)
      line += fmt::format(" {:5.1f}", 100 * pairing.outcome_share(Outcome::kTie));
    lines.push_back(line +
                    fmt::format(" {:6.1f} {:+8.4f} {:8}", 100 * pairing.first_mover_win_share(),
                                pairing.first_mover_points_per_game(), pairing.game_count()));
  }
  return lines;
}

// One row per luck-adjusted pairing, after two header rows, then notes.
std::vector<std::string> luck_table(const TournamentSummary& summary) {
  std::vector<std::string> lines = {
      fmt::format("{:>7} {:>18} {:>20} {:>10} {:>19}", "", "raw points", "luck", "games",
                  "time per game"),
      fmt::format("{:>7} {:>8} +- {:6} {:>8} +- {:6} {:>9} {:>9} {:>9}", "", "per game", "error",
                  "per game", "error", "saved", "luck", "play")};
  std::vector<std::string> notes;
  for (const PairingTotals& pairing : summary.pairings) {
    if (!pairing.is_luck_adjusted()) continue;
    const Estimate raw = pairing.pair_points.raw_estimate();
    const Estimate luck = pairing.pair_points.luck_estimate();
    const std::string name =
        fmt::format("{:2} - {:<2}", summary.rank_of_player[pairing.player_index],
                    summary.rank_of_player[pairing.opponent_index]);
    lines.push_back(fmt::format("{} {:+8.4f} +- {:.4f} {:+9.4f} +- {:.4f} {:8.1f}x {:>9} {:>9}",
                                name, raw.mean, raw.standard_error, luck.mean, luck.standard_error,
                                pairing.pair_points.saved_games_factor(),
                                format_decision_time(pairing.luck_seconds_per_game()),
                                format_decision_time(pairing.play_seconds_per_game())));
    if (std::string note = luck_bias_warning(luck); !note.empty()) {
      notes.push_back(name + "  " + std::move(note));
    }
  }
  if (lines.size() == 2) return {};
  lines.insert(lines.end(), notes.begin(), notes.end());
  return lines;
}

// One row per kind of reason for which a player lost games before their end; may be empty.
std::vector<std::string> failures_table(const TournamentSummary& summary) {
  std::vector<std::string> lines;
  for (const std::size_t number : summary.players_by_rank) {
    for (const FailureGroup& failure : group_failures(summary.players[number].failures_by_reason)) {
      lines.push_back(
          fmt::format("{:2}  lost {}", summary.rank_of_player[number], failure.description()));
    }
  }
  return lines;
}

std::int64_t pairs_option(const CommandLine& line, std::int64_t fallback) {
  constexpr std::int64_t kMax = kMaxTournamentPairs;
  if (!line.is_given("games")) {
    return line.is_given("pairs") ? line.integer_value("pairs", 1, kMax) : fallback;
  }
  if (line.is_given("pairs")) throw InputError("--games and --pairs cannot be combined");
  return OptionFieldReader(line).get_even_integer("games", 2, 2 * kMax) / 2;
}

// Reads the config and applies the command line.
TournamentConfig config_of(const CommandLine& line) {
  TournamentConfig config = line.is_given("config")
                                ? load_tournament_config(line.string_value("config"))
                                : TournamentConfig{};
  TournamentOptions& options = config.options;
  if (!line.positional_arguments().empty() && line.is_given("config")) {
    throw InputError("players are given both in the config and on the command line");
  }
  if (!line.is_given("config")) options.player_names = line.positional_arguments();
  if (options.player_names.size() == 1) options.player_names.emplace_back("net");
  if (line.is_given("variant")) options.game = line.game();
  if (line.is_given("checkers")) options.checkers = line.checkers();
  if (line.is_given("mode")) options.mode = parse_tournament_mode(line.string_value("mode"));
  options.pairs_per_pairing = pairs_option(line, options.pairs_per_pairing);
  const bool has_pairs = line.is_given("games") || line.is_given("pairs");
  if (has_pairs) options.target_error = 0.0;
  if (line.is_given("target-error")) {
    if (has_pairs) throw InputError("--target-error cannot be combined with --games and --pairs");
    options.target_error = line.decimal_value("target-error", 0.0, 2.0);
  }
  if (line.is_given("seed")) options.seed = line.seed();
  if (line.is_given("threads") || options.threads == 0) options.threads = line.threads();
  if (line.is_given("elo-scale"))
    config.rating_basis = parse_rating_basis(line.string_value("elo-scale"));
  if (line.is_given("positions")) options.start_position_file = line.string_value("positions");
  if (line.is_given("db")) options.results_database = line.string_value("db");
  if (line.is_given("out")) config.json_file = line.string_value("out");
  if (line.is_given("csv")) config.csv_file = line.string_value("csv");
  if (line.is_given("html")) config.html_file = line.string_value("html");
  if (line.is_given("records")) config.records_file = line.string_value("records");
  options.record_moves = !config.records_file.empty();
  if (line.is_given("luck-adjusted") || line.is_given("no-luck-adjusted")) {
    options.luck_adjustment = selected_luck_adjustment(line);
  }
  options.part = selected_work_part(line);
  return config;
}

// Checked before any game is played.
void check_files(const CommandLine& line, const TournamentConfig& config, OutputFiles& outputs) {
  if (line.is_given("config")) outputs.add_input(line.string_value("config"));
  add_tournament_files(outputs, config.options, config.records_file);
  outputs.add("--out", config.json_file);
  outputs.add("--csv", config.csv_file);
  outputs.add("--html", config.html_file);
  start_debug_log(line, outputs);
}

// Describes how much is done of a tournament in this `state`.
std::string progress_note(std::string_view state, std::int64_t games, std::int64_t planned) {
  return fmt::format("{}: {} of {} games so far.", state, games, planned);
}

TournamentResult run_with_progress(const TournamentConfig& config, OutputFiles& outputs) {
  const TournamentOptions& options = config.options;
  ProgressLine line;
  LivePage page(outputs, options.part.is_whole_job() ? config.html_file : "");
  TournamentResult result = run_tournament(options, [&](const TournamentProgress& progress) {
    if (!line.is_due() && !page.is_due()) return;
    TournamentSummary summary = summarize_tournament(options, progress.result, config.rating_basis);
    if (page.is_due()) {
      summary.is_running = true;
      summary.page_notes = {
          progress_note("Running", progress.result.game_count(), progress.planned_games)};
      page.update(tournament_page(summary));
    }
    if (!line.is_due()) return;
    std::vector<std::string> lines = standings_table(summary);
    lines.emplace_back();
    lines.push_back(format_progress({.units_done = progress.result.game_count(),
                                     .units_resumed = progress.result.resumed_games,
                                     .units_total = progress.planned_games},
                                    "games", progress.result.played_seconds));
    line.show_lines(lines);
  });
  line.clear();
  const std::int64_t played = result.game_count() - result.resumed_games;
  std::cerr << fmt::format("{} games in {:.1f} s ({:.0f} games/s, {} thread{})", played,
                           result.played_seconds,
                           static_cast<double>(played) / std::max(result.played_seconds, 1e-9),
                           options.threads, options.threads == 1 ? "" : "s");
  if (result.resumed_games > 0) {
    std::cerr << ", " << result.resumed_games << " found in "
              << to_printable_line(options.results_database);
  }
  std::cerr << '\n';
  return result;
}

void print_lines(const std::string& title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  if (!title.empty()) std::cout << '\n' << title << "\n\n";
  for (const std::string& line : lines) std::cout << line << '\n';
}

void print_tables(const TournamentSummary& summary) {
  print_lines("", tournament_head(summary));
  print_lines("Over all games: " + rating_note(summary) + ".", standings_table(summary));
  print_lines("Pairings: results of the first player of each.", pairings_table(summary));
  print_lines("Luck of the dice, subtracted from the points above (docs/tournaments.md):",
              luck_table(summary));
  print_lines("Games lost by failure:", failures_table(summary));
}

}  // namespace

int tournament_command(int argc, char** argv) {
  CommandLine line(
      "tournament",
      "PLAYER PLAYER... [OPTION...]\n  gioul tournament --config FILE [OPTION...]\n\n"
      "  Pairings are played as mirrored pairs: two games with the same dice and swapped\n"
      "  sides. PLAYER is random, blocker, net, net:FILE, net:FILE,plies=2, table:FILE, gnubg\n"
      "  or ubgi:COMMAND,time=SECONDS (per decision); see docs/players.md. With --db, a\n"
      "  tournament that was stopped or killed resumes when the same command is run again\n"
      "  (docs/tournaments.md).",
      {"gioul tournament net:net.safetensors blocker random --games 10000",
       "gioul tournament --config configs/tournament.toml --db results.db --html results.html"});
  line.allow_positional();
  line.add("config", "FILE",
           "players and options (configs/tournament.toml); the command line takes precedence");
  line.add_variant();
  line.add_checkers();
  line.add("mode", "MODE", "round-robin, or gauntlet: the first player against each other player",
           "round-robin");
  line.add("games", "N", "games per pairing, even (default: 2000)");
  line.add("pairs", "N", "mirrored pairs per pairing; instead of --games");
  line.add("target-error", "E",
           "instead of --games: choose the number of games that gives each pairing's points per "
           "game a standard error of E, from the spread of the first 100 pairs");
  line.add_seed();
  line.add("positions", "FILE", kPositionsHelp);
  line.add_threads();
  line.add("elo-scale", "SCALE", "base ratings on points (a gammon counts double) or on wins",
           "points");
  add_luck_options(line);
  add_db_and_part_options(line);
  line.add_flag("json", "print JSON instead of the tables");
  line.add("out", "FILE", "also write the JSON to this file");
  line.add("csv", "FILE", "also write CSV");
  line.add("html", "FILE", "also write an HTML page with ratings and a crosstable");
  line.add("records", "FILE",
           "also write all games to FILE: text, or JSON lines if it ends in .jsonl; needs --db");
  add_debug_option(line);
  if (!line.parse(argc, argv)) return 0;

  TournamentConfig config = config_of(line);
  if (line.is_given("part")) {
    check_part_option(config.options.results_database, "tournament",
                      line.has_flag("json") || !config.json_file.empty() ||
                          !config.csv_file.empty() || !config.html_file.empty(),
                      "--json, --out, --csv and --html");
  }
  OutputFiles outputs;
  check_files(line, config, outputs);
  warn_checker_count_mismatch(config.options.player_names, config.options.game,
                              config.options.checkers);
  warn_missing_luck_net(config.options.luck_adjustment, config.options.player_names,
                        config.options.game);
  const ScopedInterruptHandler interrupt_handler;
  const TournamentResult result = run_with_progress(config, outputs);
  const int code = ScopedInterruptHandler::print_note_and_get_exit_code();
  if (line.is_given("part")) {
    std::cout << format_part_summary(config.options.part, result.game_count(), "games",
                                     config.options.results_database);
    return code;
  }
  config.options.pairs_per_pairing = result.pairs_per_pairing;
  TournamentSummary summary = summarize_tournament(config.options, result, config.rating_basis);
  if (code != 0) {
    const auto pairings = static_cast<std::int64_t>(result.pairings.size());
    summary.page_notes = {progress_note("Interrupted", result.game_count(),
                                        2 * summary.pairs_per_pairing * pairings)};
  }
  // Texts can be long, so only the requested ones are made.
  const auto write = [&](const std::string& file, std::string (*text)(const TournamentSummary&)) {
    outputs.write(
        file, [&](IfExists if_exists) { write_file_atomically(file, text(summary), if_exists); });
  };
  write(config.json_file, &tournament_json);
  write(config.csv_file, &tournament_csv);
  write(config.html_file, &tournament_page);
  if (code == 0) {
    outputs.write(config.records_file, [&](IfExists if_exists) {
      write_tournament_games(config.options, config.records_file, if_exists);
    });
  }
  if (line.has_flag("json")) {
    std::cout << tournament_json(summary);
  } else {
    print_tables(summary);
  }
  outputs.throw_if_write_failed();
  return code;
}

}  // namespace gioul
