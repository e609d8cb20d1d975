// gioul match: plays matches between two players, of one variant or several in turn.
#include <fmt/format.h>

#include <iostream>

#include "base/error.h"
#include "base/text.h"
#include "cli/commands/tournament_outputs.h"
#include "cli/common/command.h"
#include "cli/common/interrupt_handler.h"
#include "cli/common/match_options.h"
#include "cli/common/output_files.h"
#include "cli/common/part_options.h"
#include "cli/common/position_options.h"
#include "cli/common/progress.h"
#include "cli/common/warnings.h"
#include "engine/games/game.h"
#include "eval/match/match_report.h"
#include "eval/match/match_spec.h"
#include "eval/play/failures.h"
#include "eval/tournament/tournament_summary.h"

namespace gioul {

namespace {

MatchObjective selected_objective(const CommandLine& line, const std::string& option,
                                  const Contestant& contestant) {
  const bool supports_match = supports_match_play(contestant);
  if (!line.is_given(option)) {
    if (option != "value") return selected_objective(line, "value", contestant);
    return supports_match ? MatchObjective::kMatchWinProbability : MatchObjective::kGamePoints;
  }
  const std::string text = line.string_value(option);
  if (text != "points" && text != "match") {
    throw InputError("--" + option + " '" + text + "': expected points or match");
  }
  if (text == "points") return MatchObjective::kGamePoints;
  // An option for both players applies to those that support it.
  if (!supports_match && option != "value") {
    throw InputError("--" + option + " match: '" + contestant.name +
                     "' cannot play for the match: only nets and tables can");
  }
  return supports_match ? MatchObjective::kMatchWinProbability : MatchObjective::kGamePoints;
}

MatchSetup match_setup(const CommandLine& line) {
  const std::vector<std::string>& names = line.positional_arguments();
  if (names.size() != 2) throw InputError("expected two players: PLAYER and OPPONENT");
  MatchSetup setup;
  MatchOptions& options = setup.options;
  options.target_points = static_cast<int>(line.integer_value("target", 1, kMaxTargetPoints));
  options.game_cycle = selected_match_variants(line);
  options.checkers = line.checkers();
  options.seed = line.seed();
  options.threads = line.threads();
  options.pair_count = OptionFieldReader(line).get_even_integer("matches", 2, 1'000'000'000) / 2;
  for (std::size_t who = 0; who < 2; ++who) {
    Contestant& contestant = setup.contestants[who];
    contestant.name = names[who];
    contestant.player_names = parse_players_by_game(names[who], options.game_cycle);
    contestant.objective =
        selected_objective(line, who == 0 ? "value" : "opponent-value", contestant);
  }
  return setup;
}

void set_outcome_frequencies(const CommandLine& line, MatchSetup& setup) {
  const bool needed = setup.needs_outcome_frequencies();
  if (line.is_given("equity-games")) {
    if (!needed) throw InputError("--equity-games: no player plays for the match");
    if (line.is_given("shares")) {
      throw InputError("--equity-games: cannot be used with --shares");
    }
  }
  if (line.is_given("shares")) {
    if (!needed) throw InputError("--shares: no player plays for the match");
    setup.game_outcome_frequencies =
        parse_outcome_frequencies(line.string_value("shares"), setup.options.game_cycle);
  } else if (needed) {
    std::vector<std::string> players;
    for (std::size_t game = 0; game < setup.options.game_cycle.size(); ++game) {
      players.push_back(measuring_player_name(setup.contestants, game));
    }
    setup.game_outcome_frequencies = measure_outcome_frequencies(
        setup.options.game_cycle, players,
        {.game = {},
         .checkers = setup.options.checkers,
         .seed = setup.options.seed,
         .game_count = line.integer_value("equity-games", 1, 1'000'000'000),
         .threads = setup.options.threads});
  }
}

MatchReport run_with_progress(const MatchSetup& setup) {
  ProgressCounter line("matches");
  const std::int64_t all = 2 * setup.options.pair_count;
  std::int64_t before = -1;  // games found in the database
  MatchReport report = play_match_pairs(setup, [&](const MatchTotals& so_far) {
    if (before < 0) before = so_far.match_count() - 2;
    const Estimate share = so_far.match_win_share();
    line.show({.units_done = so_far.match_count(), .units_resumed = before, .units_total = all},
              fmt::format("{:.2f} +- {:.2f} % won", 100 * share.mean, 100 * share.standard_error));
  });
  line.clear();
  return report;
}

std::string format_head(const MatchSetup& setup, std::int64_t matches) {
  std::string text = fmt::format("{} to {}, {} matches in mirrored pairs, seed {}\n\n",
                                 fmt::join(game_names_in_cycle(setup.options), ", "),
                                 setup.options.target_points, matches, setup.options.seed);
  for (std::size_t who = 0; who < 2; ++who) {
    const Contestant& contestant = setup.contestants[who];
    text += fmt::format(
        "{:12} plays for {}: {}\n", who == 0 ? "player" : "opponent",
        contestant.objective == MatchObjective::kMatchWinProbability ? "the match" : "points",
        to_printable_line(contestant.name));
  }
  if (!setup.game_outcome_frequencies.empty()) {
    text += fmt::format("{:12} {}\n", "shares",
                        format_outcome_frequencies(setup.game_outcome_frequencies));
  }
  return text;
}

std::string format_match(const MatchReport& report) {
  const MatchTotals& result = report.result;
  const Estimate share = result.match_win_share();
  const Estimate points = result.points_per_game();
  const auto games = static_cast<double>(result.game_count);
  const auto per_game = [&](std::int64_t count) {
    return 100.0 * static_cast<double>(count) / games;
  };
  std::string text = format_head(report.setup, result.match_count());
  text +=
      fmt::format("\nmatches won  {:.2f} +- {:.2f} %, 95 % {:.2f} .. {:.2f}\n", 100 * share.mean,
                  100 * share.standard_error, 100 * share.low95(), 100 * share.high95());
  if (const LuckAdjustedSample& wins = result.pair_wins; wins.is_adjusted()) {
    const Estimate raw = wins.raw_estimate();
    const Estimate luck = wins.luck_estimate();
    text += fmt::format(
        "less luck    raw {:.2f} +- {:.2f} %, luck {:+.2f} +- {:.2f} %, matches saved {:.1f}x\n",
        100 * raw.mean, 100 * raw.standard_error, 100 * luck.mean, 100 * luck.standard_error,
        wins.saved_games_factor());
    const std::string note = luck_bias_warning(luck);
    if (!note.empty()) text += "note         " + note + "\n";
  }
  text += fmt::format("points/game  {:+.4f} +- {:.4f}\n", points.mean, points.standard_error);
  text += fmt::format("games        {}, {:.2f} per match; {:.1f} % gammons, {:.1f} % ties\n",
                      result.game_count, games / static_cast<double>(result.match_count()),
                      per_game(result.gammon_count), per_game(result.tie_count));
  for (std::size_t who = 0; who < 2; ++who) {
    for (const FailureGroup& failure : group_failures(result.failures_by_reason[who])) {
      text +=
          fmt::format("failures     {} lost {}\n",
                      to_printable_line(report.setup.contestants[who].name), failure.description());
    }
  }
  return text;
}

}  // namespace

int match_command(int argc, char** argv) {
  CommandLine line(
      "match",
      "PLAYER OPPONENT [OPTION...]\n\n"
      "  Plays matches to a number of points; the winner of a game starts the next one.\n"
      "  Players are named as in `gioul tournament`. In a cycle, one name applies to all\n"
      "  games; or give one player per game: 'portes=net:A;plakoto=net:B;fevga=random'\n"
      "  (docs/matches.md).",
      {"gioul match net:new.safetensors net:old.safetensors --target 7 --matches 2000",
       "gioul match 'gul-bara=net:g.safetensors;plakoto=net:p.safetensors' blocker "
       "--cycle tapa-gul-bara"});
  line.allow_positional();
  line.add("target", "N", "match length in points", "5");
  add_match_game_options(line);
  line.add("matches", "N", "number of matches, even: played in mirrored pairs", "1000");
  line.add("value", "WHAT",
           "what nets and tables maximize: match (the chance to win the match) or points "
           "(default: match)");
  line.add("opponent-value", "WHAT", "--value for OPPONENT only (default: as --value)");
  line.add("shares", "LIST",
           "outcome probabilities of single games, as printed by `gioul match-equity` (default: "
           "measured)");
  line.add("equity-games", "N", "number of games used to measure them, per game of a cycle",
           "10000");
  line.add_seed();
  line.add_threads();
  add_luck_options(line);
  line.add("db", "FILE", "store matches in this SQLite file, and resume from it");
  line.add_flag("json", "print JSON");
  add_debug_option(line);
  if (!line.parse(argc, argv)) return 0;

  MatchSetup setup = match_setup(line);
  OutputFiles outputs;
  for (std::size_t i = 0; i < setup.options.game_cycle.size(); ++i) {
    for (const Contestant& contestant : setup.contestants) {
      add_player_inputs(outputs, setup.options.game_cycle[i], {contestant.player_names[i]});
    }
  }
  setup.results_database = line.optional_value("db");
  add_database_output(outputs, setup.results_database);
  start_debug_log(line, outputs);
  for (std::size_t i = 0; i < setup.options.game_cycle.size(); ++i) {
    std::vector<std::string> players;
    for (const Contestant& contestant : setup.contestants) {
      players.push_back(contestant.player_names[i]);
    }
    warn_checker_count_mismatch(players, setup.options.game_cycle[i], setup.options.checkers);
    warn_missing_luck_net(selected_luck_adjustment(line), players, setup.options.game_cycle[i]);
  }
  setup.luck_methods = choose_luck_methods(setup, selected_luck_adjustment(line));
  set_outcome_frequencies(line, setup);
  const ScopedInterruptHandler interrupt_handler;
  const MatchReport report = run_with_progress(setup);
  const int code = ScopedInterruptHandler::print_note_and_get_exit_code();
  if (report.resumed_matches > 0) {
    std::cerr << report.resumed_matches << " matches found in "
              << to_printable_line(setup.results_database) << '\n';
  }
  std::cout << (line.has_flag("json") ? match_json(report) : format_match(report));
  return code;
}

}  // namespace gioul
