// gioul sprt: tests which of two hypotheses about two players is true, in as few games as
// necessary.
#include "eval/tournament/sprt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>

#include "base/error.h"
#include "base/text.h"
#include "cli/commands/tournament_outputs.h"
#include "cli/common/command.h"
#include "cli/common/interrupt_handler.h"
#include "cli/common/output_files.h"
#include "cli/common/part_options.h"
#include "cli/common/progress.h"
#include "cli/common/warnings.h"
#include "eval/play/failures.h"
#include "eval/tournament/tournament.h"
#include "eval/tournament/tournament_summary.h"
#include "selfplay/record/tournament_games.h"

namespace gioul {

namespace {

SprtHypotheses hypotheses_of(const CommandLine& line) {
  const bool in_points = line.is_given("points0") || line.is_given("points1");
  const auto value = [&](const char* option, double fallback, double limit) {
    return line.is_given(option) ? line.decimal_value(option, -limit, limit) : fallback;
  };
  SprtHypotheses hypotheses;
  if (in_points) {
    for (const char* option : {"elo0", "elo1", "elo-scale"}) {
      if (line.is_given(option)) {
        throw InputError("--" + std::string(option) +
                         " cannot be used with --points0 and --points1");
      }
    }
    hypotheses = hypotheses_in_points(value("points0", 0.0, 2.0), value("points1", 0.02, 2.0));
  } else {
    const RatingBasis scale = parse_rating_basis(line.string_value("elo-scale"));
    hypotheses = hypotheses_in_elo(value("elo0", 0.0, 1000.0), value("elo1", 10.0, 1000.0), scale);
  }
  hypotheses.test_options.alpha = line.decimal_value("alpha", 1e-9, 0.5);
  hypotheses.test_options.beta = line.decimal_value("beta", 1e-9, 0.5);
  return hypotheses;
}

// Formats the state of the test after `passed` seconds of it.
std::string format_sprt_progress(const SprtOptions& test, const SprtResult& result,
                                 std::chrono::duration<double> passed) {
  const Estimate points = result.game_totals.points_per_game();
  return fmt::format(
      "{} pairs  LLR {:+.2f} ({:+.2f} .. {:+.2f})  {:+.4f} +- {:.4f} points/game  {:.0f} games/s",
      result.game_totals.pair_points.pair_count(), result.log_likelihood_ratio,
      sprt_lower_bound(test), sprt_upper_bound(test), points.mean, points.standard_error,
      static_cast<double>(result.game_totals.game_count()) / passed.count());
}

std::string format_sprt(const SprtReport& report) {
  const SprtHypotheses& asked = report.hypotheses;
  const Estimate points = report.result.game_totals.points_per_game();
  std::array<std::string, 2> names;
  std::ranges::transform(report.players, names.begin(), to_printable_line,
                         &TournamentPlayer::display_name);
  std::string text = fmt::format("{} against {}, {}: H0 {:+g}, H1 {:+g}\n", names[0], names[1],
                                 asked.unit, asked.h0_value, asked.h1_value);
  text += format_sprt_verdict(report) + "\n";
  text += fmt::format("LLR          {:+.3f}, bounds {:+.3f} and {:+.3f} (alpha {:g}, beta {:g})\n",
                      report.result.log_likelihood_ratio, sprt_lower_bound(asked.test_options),
                      sprt_upper_bound(asked.test_options), asked.test_options.alpha,
                      asked.test_options.beta);
  text += fmt::format(
      "points/game  {:+.4f} +- {:.4f}, 95 % {:+.4f} .. {:+.4f} (as for a test of fixed length)\n",
      points.mean, points.standard_error, points.low95(), points.high95());
  if (const PairingTotals& games = report.result.game_totals; games.is_luck_adjusted()) {
    const Estimate raw = games.pair_points.raw_estimate();
    const Estimate luck = games.pair_points.luck_estimate();
    text += fmt::format(
        "less luck    raw points {:+.4f} +- {:.4f}, luck {:+.4f} +- {:.4f}, games saved {:.1f}x\n"
        "time/game    {} for luck, {} for play\n",
        raw.mean, raw.standard_error, luck.mean, luck.standard_error,
        games.pair_points.saved_games_factor(), format_decision_time(games.luck_seconds_per_game()),
        format_decision_time(games.play_seconds_per_game()));
    const std::string note = luck_bias_warning(luck);
    if (!note.empty()) text += "note         " + note + "\n";
  }
  for (std::size_t who = 0; who < 2; ++who) {
    for (const FailureGroup& failure :
         group_failures(report.result.game_totals.player_counts[who].failures_by_reason)) {
      text += fmt::format("failures     {} lost {}\n", names[who], failure.description());
    }
  }
  return text;
}

int exit_code_of(SprtVerdict verdict) {
  if (verdict == SprtVerdict::kUndecided) return 2;
  return verdict == SprtVerdict::kAcceptH1 ? 0 : 1;
}

}  // namespace

int sprt_command(int argc, char** argv) {
  CommandLine line(
      "sprt",
      "PLAYER OPPONENT [OPTION...]\n\n"
      "  Plays mirrored pairs (two games with the same dice and swapped sides) until a\n"
      "  sequential probability ratio test accepts H0 or H1. Players are named as in\n"
      "  `gioul tournament`.",
      {"gioul sprt net:new.safetensors net:old.safetensors --elo0 0 --elo1 5",
       "gioul sprt net:a.safetensors blocker --points0 0.4 --points1 0.5 --json"});
  line.allow_positional();
  line.add_variant();
  line.add_checkers();
  line.add("elo0", "ELO", "logistic Elo difference under H0 (default: 0)");
  line.add("elo1", "ELO", "logistic Elo difference under H1 (default: 10)");
  line.add("points0", "P", "points per game under H0, instead of Elo (default: 0)");
  line.add("points1", "P", "points per game under H1, instead of Elo (default: 0.02)");
  line.add("elo-scale", "SCALE", "base Elo on points (a gammon counts double) or on wins",
           "points");
  line.add("alpha", "P", "type I error rate: accepting H1 if H0 is true", "0.05");
  line.add("beta", "P", "type II error rate: accepting H0 if H1 is true", "0.05");
  line.add("max-pairs", "N", "stop undecided after N pairs", "10000000");
  line.add_seed();
  line.add("positions", "FILE", kPositionsHelp);
  line.add_threads();
  add_luck_options(line);
  add_db_and_part_options(line);
  line.add_flag("json", "print JSON");
  line.add_flag("exit-code", "exit with 0 if H1 is accepted, 1 if H0, 2 if undecided");
  line.add("html", "FILE", "also write an HTML page");
  line.add("records", "FILE",
           "also write all games to FILE: text, or JSON lines if it ends in .jsonl; needs --db");
  add_debug_option(line);
  if (!line.parse(argc, argv)) return 0;

  const std::vector<std::string>& players = line.positional_arguments();
  if (players.size() != 2) throw InputError("expected two players: PLAYER and OPPONENT");
  const SprtHypotheses hypotheses = hypotheses_of(line);
  const std::string records = line.optional_value("records");
  const std::string page = line.optional_value("html");
  const TournamentOptions games = {
      .game = line.game(),
      .checkers = line.checkers(),
      .player_names = players,
      .pairs_per_pairing = line.integer_value("max-pairs", 1, 1'000'000'000),
      .seed = line.seed(),
      .threads = line.threads(),
      .results_database = line.optional_value("db"),
      .record_moves = !records.empty(),
      .luck_adjustment = selected_luck_adjustment(line),
      .part = selected_work_part(line),
      .start_position_file = line.optional_value("positions"),
      .command_name = kSprtCommand};
  if (line.is_given("part")) {
    check_part_option(games.results_database, "test",
                      line.has_flag("json") || !page.empty() || line.has_flag("exit-code"),
                      "--json, --html and --exit-code");
  }
  OutputFiles outputs;
  add_tournament_files(outputs, games, records);
  outputs.add("--html", page);
  start_debug_log(line, outputs);
  warn_checker_count_mismatch(players, games.game, games.checkers);
  warn_missing_luck_net(games.luck_adjustment, players, games.game);
  const ScopedInterruptHandler interrupt_handler;
  if (line.is_given("part")) {
    const TournamentResult result = run_tournament(games);
    const int code = ScopedInterruptHandler::print_note_and_get_exit_code();
    std::cout << format_part_summary(games.part, result.game_count(), "games",
                                     games.results_database);
    return code;
  }
  ProgressLine progress;
  const auto begin = std::chrono::steady_clock::now();
  LivePage live_page(outputs, page);
  const SprtReport report = run_sprt(hypotheses, games, [&](const SprtReport& so_far) {
    if (progress.is_due()) {
      progress.show(format_sprt_progress(hypotheses.test_options, so_far.result,
                                         std::chrono::steady_clock::now() - begin));
    }
    if (live_page.is_due()) live_page.update(sprt_page(so_far, games, true));
  });
  progress.clear();
  const int code = ScopedInterruptHandler::print_note_and_get_exit_code();
  if (report.resumed_games > 0) {
    std::cerr << report.resumed_games << " games found in "
              << to_printable_line(games.results_database) << '\n';
  }
  if (!page.empty()) outputs.write(page, sprt_page(report, games));
  if (code == 0) {
    outputs.write(records, [&](IfExists if_exists) {
      TournamentOptions used = games;
      used.pairs_per_pairing = report.result.game_totals.pair_points.pair_count();
      write_tournament_games(used, records, if_exists);
    });
  }
  std::cout << (line.has_flag("json") ? sprt_json(report) : format_sprt(report));
  outputs.throw_if_write_failed();
  return code == 0 && line.has_flag("exit-code") ? exit_code_of(report.result.verdict) : code;
}

}  // namespace gioul
