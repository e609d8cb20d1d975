// gioul openings: rolls out the best plays of opening rolls and of replies to them.
#include "eval/analysis/openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/analysis_requests.h"
#include "base/error.h"
#include "base/files.h"
#include "base/format_number.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/markdown_table.h"
#include "cli/common/output_files.h"
#include "cli/common/part_options.h"
#include "cli/common/position_options.h"
#include "cli/common/progress.h"
#include "cli/common/warnings.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/analysis/stored_rolls.h"
#include "eval/analysis/stored_trials.h"
#include "eval/play/player.h"
#include "eval/players/evaluator_loader.h"
#include "eval/players/players.h"
#include "eval/render/board_svg.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"

namespace gioul {

namespace {

std::string format_shares(const RolloutResult& result) {
  return format_mean_percent(result.outcome_probabilities[4], 1) + " / " +
         format_mean_percent(result.outcome_probabilities[0], 1);
}

std::string ordinary_table(const OpeningsReport& report, const std::vector<RollAnalysis>& rolls) {
  MarkdownTable table({"<roll", "<best play", "equity", "+-", "won, %", "gammons, %",
                       "<second best", "to best", "+-"});
  bool any = false;
  for (std::size_t i = rolls.size(); i-- > 0;) {
    const RollAnalysis& roll = rolls[i];
    if (is_chain_decision(report.game, roll.position, roll.dice)) continue;
    any = true;
    const RolloutResult& best = roll.best_candidate().rollout_result;
    std::vector<std::string> cells = {format_dice(roll.dice),
                                      format_candidate(report.game, roll, roll.best_candidate()),
                                      format_mean_points(best.equity),
                                      format_standard_error(best.equity),
                                      format_mean_percent(best.win_probability, 1),
                                      format_shares(best)};
    if (roll.candidates.size() > 1) {
      const RollCandidate& second = roll.candidates[1];
      cells.insert(cells.end(), {format_candidate(report.game, roll, second),
                                 format_mean_points(second.rollout_result.difference_to_best),
                                 format_standard_error(second.rollout_result.difference_to_best)});
    } else {
      cells.insert(cells.end(), {"-", "", ""});
    }
    table.add_row(std::move(cells));
  }
  return any ? table.format() : "";
}

std::string chain_table(const OpeningsReport& report, const std::vector<RollAnalysis>& rolls) {
  MarkdownTable table(
      {"<roll", "equity", "+-", "won, %", "gammons, %", "to best", "+-", "<the whole chain"});
  bool any = false;
  for (std::size_t i = rolls.size(); i-- > 0;) {
    const RollAnalysis& roll = rolls[i];
    if (!is_chain_decision(report.game, roll.position, roll.dice)) continue;
    any = true;
    for (std::size_t rank = 0; rank < std::min<std::size_t>(roll.candidates.size(), 2); ++rank) {
      const RollCandidate& play = roll.candidates[rank];
      const RolloutResult& result = play.rollout_result;
      const std::string chain = format_candidate(report.game, roll, play);
      if (rank == 0) {
        table.add_row({format_dice(roll.dice), format_mean_points(result.equity),
                       format_standard_error(result.equity),
                       format_mean_percent(result.win_probability, 1), format_shares(result), "",
                       "", chain});
      } else {
        table.add_row({"", "", "", "", "", format_mean_points(result.difference_to_best),
                       format_standard_error(result.difference_to_best), chain});
      }
    }
  }
  return any ? table.format() : "";
}

std::string both_tables(const OpeningsReport& report, const std::vector<RollAnalysis>& rolls) {
  const std::string ordinary = ordinary_table(report, rolls);
  const std::string chains = chain_table(report, rolls);
  return ordinary + (ordinary.empty() || chains.empty() ? "" : "\n") + chains;
}

std::string format_openings(const OpeningsReport& report) {
  const auto format_trials = [](std::int64_t trials) {
    return format_grouped(static_cast<double>(trials));
  };
  std::string text = std::string(report.game.name()) + ", rolled out by " +
                     to_printable_line(report.player_name) + ", " +
                     format_trials(report.max_opening_trials) + " trials per play at most,\nseed " +
                     std::to_string(report.seed) +
                     ". Equity: points per game for the player to roll; +-: standard error; "
                     "gammons: won / lost.\n\n### Opening rolls\n\n" +
                     both_tables(report, report.opening_rolls);
  const auto format_mean = [](const std::vector<RollAnalysis>& rolls) {
    const Estimate mean = mean_equity(rolls);
    return format_mean_points(mean) + " +- " + format_standard_error(mean);
  };
  std::vector<RollAnalysis> doublets = report.opening_rolls;
  std::erase_if(doublets, [](const RollAnalysis& roll) { return !roll.dice.is_doublet(); });
  std::vector<RollAnalysis> others = report.opening_rolls;
  std::erase_if(others, [](const RollAnalysis& roll) { return roll.dice.is_doublet(); });
  text += "\nMoving first is worth " + format_mean(report.opening_rolls) +
          " points: " + format_mean(doublets) + " with a doublet,\n" + format_mean(others) +
          " with any other roll.\n";
  for (const OpeningReplies& replies : report.replies) {
    const RollAnalysis& opening = report.opening_rolls[replies.opening_index];
    text += "\n### Replies to " + format_dice(opening.dice) + ": " +
            format_candidate(report.game, opening, opening.best_candidate()) + "\n\n" +
            format_trials(report.max_reply_trials) +
            " trials per play at most; for the player who replies.\nThe mean over the rolls is " +
            format_mean(replies.reply_rolls) + ".\n\n" + both_tables(report, replies.reply_rolls);
  }
  return text;
}

// Returns "opening-6-5.svg".
std::string opening_picture_name(Dice dice) { return "opening-" + format_dice(dice) + ".svg"; }

// Draws the best play of an opening roll as arrows; after a chain, the resulting position.
std::string opening_picture(const OpeningsReport& report, const RollAnalysis& roll) {
  const RollCandidate& best = roll.best_candidate();
  BoardSvgOptions picture{.title = format_dice(roll.dice)};
  if (is_chain_decision(report.game, roll.position, roll.dice) &&
      best.rollout_start.ending == Ending::kNone) {
    picture.title += ", the board after its chain";
    picture.opponent_to_move = best.rollout_start.value_for_opponent;
    const Position& after = best.rollout_start.position;
    return board_svg(report.game, best.rollout_start.value_for_opponent ? after.flipped() : after,
                     picture);
  }
  const Play& play = best.plays.front();
  picture.title += ": " + format_play(play);
  picture.dice = roll.dice;
  picture.arrows = std::span(play.moves).first(play.size);
  return board_svg(report.game, roll.position, picture);
}

// Makes a Markdown table of these pictures.
std::string format_opening_pictures(const OpeningsReport& report) {
  constexpr std::size_t kColumns = 3;
  std::string text = "| | | |\n| --- | --- | --- |\n";
  for (std::size_t i = 0; i < report.opening_rolls.size(); ++i) {
    const RollAnalysis& roll = report.opening_rolls[report.opening_rolls.size() - 1 - i];
    text += "| ![" + format_dice(roll.dice) + "](" + opening_picture_name(roll.dice) + ") ";
    if (i % kColumns + 1 == kColumns) text += "|\n";
  }
  return text;
}

// Returns the options shared with `gioul rollout`.
std::vector<RequestField> rollout_options() {
  std::vector<RequestField> fields = collect_fields(rollout_request_fields());
  std::erase_if(fields, [](const RequestField& field) {
    constexpr std::array kOther = {"position", "dice",     "candidates",
                                   "trials",   "truncate", "variance_reduction"};
    return std::ranges::find(kOther, field.name) != kOther.end();
  });
  return fields;
}

RollAnalyzerOptions study_options(const CommandLine& line, RolloutOptions rollout,
                                  const char* trials) {
  rollout.max_trials = OptionFieldReader(line).get_even_integer(trials, 4, 100'000'000);
  return {.search_options =
              default_search_options(static_cast<int>(line.integer_value("plies", 0, kMaxPlies))),
          .max_candidates =
              static_cast<std::size_t>(line.integer_value("candidates", 1, kMaxAfterstates)),
          .rollout_options = rollout};
}

// Returns the openings whose replies are requested, as indices into kDistinctRolls.
std::vector<std::size_t> replied_to(const CommandLine& line) {
  std::vector<std::size_t> rolls;
  if (!line.is_given("replies")) return rolls;
  const std::string text = line.string_value("replies");
  if (text == "all") {
    for (std::size_t i = 0; i < kDistinctRolls.size(); ++i) {
      if (!kDistinctRolls[i].is_doublet()) rolls.push_back(i);
    }
    return rolls;
  }
  for (const std::string_view part : split(text, ',')) {
    Dice dice{};
    try {
      dice = parse_dice(part);
    } catch (const InputError& error) {
      throw InputError("--replies '" + text + "': " + error.what() +
                       " (expected all, or rolls such as 6-5,4-2)");
    }
    const auto at =
        static_cast<std::size_t>(std::ranges::find(kDistinctRolls, dice) - kDistinctRolls.begin());
    if (std::ranges::find(rolls, at) != rolls.end()) {
      throw InputError("--replies '" + text + "': " + format_dice(dice) + " is given twice");
    }
    rolls.push_back(at);
  }
  return rolls;
}

// Shows the progress of all rolls together, in trials.
class StudyProgress {
 public:
  StudyProgress(std::size_t openings, std::size_t replied_to, std::int64_t trials,
                std::int64_t reply_trials)
      : openings_(openings),
        trials_(static_cast<double>(trials)),
        reply_trials_(static_cast<double>(reply_trials)),
        all_(trials_before(openings + replied_to * kDistinctRolls.size())) {}

  void show(const OpeningsProgress& at) {
    if (!line_.is_due()) return;
    const RolloutProgress& rollout = at.rollout_progress;
    const double part =
        static_cast<double>(rollout.trials_done) / static_cast<double>(rollout.trials_total);
    const double before = trials_before(at.rolls_done);
    const double current = trials_before(at.rolls_done + 1) - before;
    const double share = (before + current * std::min(part, 1.0)) / all_;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    line_.show(fmt::format("{}: {} of up to {} trials  all: {} %, about {} left", at.current_roll,
                           rollout.trials_done, rollout.trials_total, static_cast<int>(100 * share),
                           format_duration(passed.count() * (1.0 - share) / share)));
  }

 private:
  double trials_before(std::size_t rolls) const {
    const std::size_t openings = std::min(rolls, openings_);
    return static_cast<double>(openings) * trials_ +
           static_cast<double>(rolls - openings) * reply_trials_;
  }

  ProgressLine line_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::size_t openings_;
  double trials_;
  double reply_trials_;
  double all_;
};

// The results; with --part, only those of that part.
struct Studied {
  OpeningsReport report;
  std::int64_t stored_rolls = 0;  // rolls in the database, if there is one
};

Studied run_with_progress(const CommandLine& line, Game game) {
  const WorkPart part = selected_work_part(line);
  std::vector<std::size_t> replies = replied_to(line);
  const RequestPolicy policy{.max_threads = line.threads()};
  RolloutRequest asked;
  asked.options.threads = line.threads();
  read_fields(rollout_request_fields(), OptionFieldReader(line), policy, asked);
  OpeningsAnalyzer::Options options{
      .game = game,
      .start_position = {},
      .player_name = {},
      .opening_options = study_options(line, asked.options, "trials"),
      .reply_options = study_options(line, asked.options, "reply-trials")};
  const std::string net = selected_net_file(line, game);
  const std::string player_name = line.optional_value("player");
  options.start_position = start_position(game, line.checkers());
  options.player_name = !player_name.empty()   ? player_name
                        : line.is_given("net") ? "net:" + net
                                               : "net";
  EvaluatorFactory evaluator = load_evaluator(net, game, Precision::kQuantized);
  warn_checker_count_mismatch(net, line.checkers());
  if (asked.use_tables) evaluator = with_default_tables(std::move(evaluator), game);
  PlayerFactory player;
  if (!player_name.empty()) player = make_player_factory(player_name, game);
  std::optional<StoredOpeningRollouts> stored;
  if (line.is_given("db")) {
    stored.emplace(line.string_value("db"), options, replies,
                   rollout_fingerprint(game, net, asked.use_tables, player_name));
    options.rollout_cache = &*stored;
  }
  std::erase_if(replies, [&](std::size_t opening) {
    return !part.contains(static_cast<std::int64_t>(opening));
  });
  StudyProgress progress(static_cast<std::size_t>(part.item_count(std::ssize(kDistinctRolls))),
                         replies.size(), options.opening_options.rollout_options.max_trials,
                         options.reply_options.rollout_options.max_trials);
  OpeningsAnalyzer analyzer(std::move(options), std::move(evaluator), std::move(player),
                            [&](const OpeningsProgress& at) { progress.show(at); });
  analyzer.analyze_openings(part);
  for (const std::size_t opening : replies) {
    if (!analyzer.has_replies(opening)) {
      throw InputError("--replies " + format_dice(kDistinctRolls[opening]) +
                       ": no roll follows its best play");
    }
    analyzer.analyze_replies(opening);
  }
  if (stored) stored->finish_writing();
  return {.report = analyzer.report(), .stored_rolls = stored ? stored->roll_count() : 0};
}

constexpr std::string_view kTables = "openings.md";

void add_files(OutputFiles& outputs, const std::filesystem::path& folder) {
  outputs.add_folder("--out", folder, kTables);
  for (const Dice dice : kDistinctRolls) outputs.add("--out", folder / opening_picture_name(dice));
}

void write_files(OutputFiles& outputs, const std::filesystem::path& folder,
                 const OpeningsReport& report) {
  for (const RollAnalysis& roll : report.opening_rolls) {
    outputs.write(folder / opening_picture_name(roll.dice), opening_picture(report, roll));
  }
  outputs.write(folder / kTables, format_openings(report) + "\n" + format_opening_pictures(report));
}

}  // namespace

int openings_command(int argc, char** argv) {
  CommandLine line(
      "openings",
      "[--net FILE] [OPTION...]\n\n"
      "  Rolls out the best plays of all 21 opening rolls, whole chains included, and replies\n"
      "  to them; prints Markdown tables (docs/gioul.md).",
      {"gioul openings --out openings",
       "gioul openings --net net.safetensors --trials 12960 --replies 6-5,4-2"});
  add_field_options(line, rollout_options());
  line.add("plies", "N", "search depth that selects the candidate plays", "1");
  line.add("candidates", "N", "maximum number of candidates per roll", "5");
  line.add("trials", "N", "maximum trials per play, even", "51840");
  line.add("replies", "LIST",
           "also roll out replies to these openings, e.g. 6-5,4-2; all: every non-doublet");
  line.add("reply-trials", "N", "maximum trials per play of a reply, even", "12960");
  add_db_and_part_options(line);
  line.add("out", "DIR", "also write openings.md and a diagram per opening to DIR");
  line.add_flag("json", "print JSON with all plays that were rolled out");
  if (!line.parse(argc, argv)) return 0;
  if (line.is_given("reply-trials") && !line.is_given("replies")) {
    throw InputError("--reply-trials needs --replies LIST");
  }
  const std::string file = line.optional_value("db");
  if (line.is_given("part")) {
    check_part_option(file, "study", line.has_flag("json") || line.is_given("out"),
                      "--json and --out");
  }
  OutputFiles outputs;
  outputs.add_input(selected_net_file(line, line.game()));
  if (line.is_given("out")) add_files(outputs, line.string_value("out"));
  add_database_output(outputs, file);

  const auto [report, stored_rolls] = run_with_progress(line, line.game());
  if (line.is_given("part")) {
    std::cout << format_part_summary(selected_work_part(line), stored_rolls, "rolls", file);
    return 0;
  }
  if (line.is_given("out")) write_files(outputs, line.string_value("out"), report);
  std::cout << (line.has_flag("json") ? openings_json(report) : format_openings(report));
  outputs.throw_if_write_failed();
  return 0;
}

}  // namespace gioul
