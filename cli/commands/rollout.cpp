// gioul rollout: estimates a position's value, or the best plays of a roll, by playing games to the
// end.
#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "api/analysis_requests.h"
#include "api/answers.h"
#include "base/interrupt.h"
#include "cli/common/command.h"
#include "cli/common/interrupt_handler.h"
#include "cli/common/output_files.h"
#include "cli/common/part_options.h"
#include "cli/common/position_options.h"
#include "cli/common/progress.h"
#include "cli/common/warnings.h"
#include "cli/format/format_analysis.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/analysis/stored_trials.h"

namespace gioul {

namespace {

// --- Text output ---

std::string format_head(const RolloutReport& report) {
  const RolloutQuery& query = report.query;
  const int rolls = report.options.truncation_rolls;
  const char* const taken =
      report.variance_reduction == VarianceReduction::kAllRolls   ? "variance reduction: all rolls"
      : report.variance_reduction == VarianceReduction::kDoublets ? "variance reduction: doublets"
                                                                  : "no variance reduction";
  return fmt::format("{}  {}{}\nup to {} trials{}, {}, seed {}\n\n", query.game.name(),
                     format_position(query.game, query.position),
                     query.dice ? "  " + format_dice(*query.dice) : "", report.options.max_trials,
                     rolls == 0 ? " to the end" : fmt::format(" of {} rolls", rolls), taken,
                     report.options.seed);
}

std::string format_value(const RolloutQuery& query, const RolloutResult& result) {
  std::string text = fmt::format("{:12} {:>10} {:>9} {:>10}\n", "", "rollout", "+- error", "net");
  const auto share = [&](const char* what, const Estimate& estimate, double net) {
    text += fmt::format("{:12} {:8.2f} % {:9.2f} {:8.2f} %\n", what, to_percent(estimate),
                        100.0 * estimate.standard_error, 100.0 * net);
  };
  const Value& net = query.static_value;
  share("win", result.win_probability, win_probability(net));
  share("win gammon", result.outcome_probabilities[4], net[4]);
  share("lose gammon", result.outcome_probabilities[0], net[0]);
  if (query.game.variant().mother != MotherRule::kNone)
    share("tie", result.outcome_probabilities[2], net[2]);
  return text + fmt::format(
                    "{:12} {:+10.4f} {:9.4f} {:+10.4f}   points, for the player to move\n"
                    "{} trials\n",
                    "equity", result.equity.mean, result.equity.standard_error, equity(net),
                    result.trial_count);
}

std::string format_rollout_play(const RolloutReport& report, std::size_t rank, bool ties) {
  const auto& [index, result] = report.rollouts[rank];
  const ScoredPlay& play = report.query.plays[index];
  std::string text = fmt::format("{:3} {:23} {:+8.4f} {:6.4f}", rank + 1, format_play(play.play),
                                 result.equity.mean, result.equity.standard_error);
  text += rank == 0 ? fmt::format(" {:15}", "")
                    : fmt::format(" {:+8.4f} {:6.4f}", result.difference_to_best.mean,
                                  result.difference_to_best.standard_error);
  text += fmt::format(" {:5.1f} {:5.1f} {:5.1f}", to_percent(result.win_probability),
                      to_percent(result.outcome_probabilities[4]),
                      to_percent(result.outcome_probabilities[0]));
  if (ties) text += fmt::format(" {:5.1f}", to_percent(result.outcome_probabilities[2]));
  return text + fmt::format(" {:+8.4f} {:7}\n", play.equity, result.trial_count);
}

std::string format_rollout(const RolloutReport& report) {
  const RolloutQuery& query = report.query;
  std::string text = format_head(report);
  if (query.plays.empty()) return text + format_value(query, report.rollouts.front().result);
  const bool ties = query.game.variant().mother != MotherRule::kNone;
  text += fmt::format("{:27} {:8} {:6} {:>15} {:>11}\n", "", "", "", "against best", "gammons %");
  text += fmt::format("    {:23} {:>8} {:>6} {:>8} {:>6} {:>5} {:>5} {:>5}{} {:>8} {:>7}\n", "play",
                      "equity", "+-", "equity", "+-", "win %", "won", "lost", ties ? " tie %" : "",
                      "net", "trials");
  for (std::size_t rank = 0; rank < report.rollouts.size(); ++rank) {
    text += format_rollout_play(report, rank, ties);
  }
  return text;
}

}  // namespace

int rollout_command(int argc, char** argv) {
  CommandLine line("rollout", "[--net FILE] [--position P] [--dice a-b] [OPTION...]",
                   {"gioul rollout --net net.safetensors --position '24:11,21:4|24:15|owed=12'",
                    "gioul rollout --dice 3-1 --target-error "
                    "0.005 --drop-sigmas 0 --trials 100000"});
  add_field_options(line, collect_fields(rollout_request_fields()));
  add_db_and_part_options(line);
  line.add_flag("json", "print JSON (docs/analysis.md)");
  if (!line.parse(argc, argv)) return 0;

  PlayerRegistry players({.max_threads = line.threads()});
  const RolloutRequest asked = read_rollout_request(OptionFieldReader(line), players);
  const RolloutOptions& options = asked.options;
  const std::string file = line.optional_value("db");
  if (line.is_given("part")) check_part_option(file, "rollout", line.has_flag("json"), "--json");
  const Game game = options.game;
  const std::string net = selected_net_file(line, game);
  const EvaluatorProvider provider = players.evaluator_provider(net, game);
  RolloutQuery query = to_rollout_query(asked, provider);
  const EvaluatorFactory evaluator = provider(Precision::kQuantized, asked.use_tables);
  const PlayerFactory player = make_trial_player_factory(asked, players.evaluator_cache());
  warn_checker_count_mismatch(net, asked.position.own.total());
  check_rollout_options(options, query.starts);
  OutputFiles outputs;
  outputs.add_input(net);
  add_database_output(outputs, file);
  std::optional<StoredTrials> stored;
  if (!file.empty())
    stored.emplace(file, query, options,
                   rollout_fingerprint(game, net, asked.use_tables, line.optional_value("player")));
  const ScopedInterruptHandler interrupt_handler;
  ProgressCounter counter("trials");
  const auto show = [&](const RolloutProgress& progress) {
    counter.show({.units_done = progress.trials_done,
                  .units_resumed = progress.trials_resumed,
                  .units_total = progress.trials_total},
                 fmt::format("equity {:+.4f} +- {:.4f}", progress.best_equity.mean,
                             progress.best_equity.standard_error));
  };
  if (line.is_given("part")) {
    play_rollout_part(options, query.starts, selected_work_part(line), evaluator, player, show,
                      *stored);
    stored->finish_writing();
    counter.clear();
    const int code = ScopedInterruptHandler::print_note_and_get_exit_code();
    std::cout << format_part_summary(selected_work_part(line), stored->trial_count(), "trials",
                                     file);
    return code;
  }
  const RolloutReport report =
      roll_out(std::move(query), options, evaluator, player, show, stored ? &*stored : nullptr);
  if (stored) stored->finish_writing();
  counter.clear();
  if (has_too_few_trials(report.rollouts)) throw_if_interrupted();
  const int code = ScopedInterruptHandler::print_note_and_get_exit_code();
  std::cout << (line.has_flag("json") ? rollout_json(report) : format_rollout(report));
  return code;
}

}  // namespace gioul
