// gioul analyze: what a position is worth, and how to play a roll or a whole chain, by lookahead.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "cli/shell/command.h"
#include "cli/shell/progress.h"
#include "cli/text/analysis_report.h"
#include "cli/text/decision_text.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/page/board_svg.h"
#include "eval/play/rollout.h"
#include "eval/search/search.h"
#include "eval/study/analysis.h"
#include "eval/tables/endgame_evaluator.h"
#include "eval/tables/load_evaluator.h"
#include "eval/value/evaluator.h"

namespace gioul {

namespace {

// What a person looks at may take longer than what a player plays: plays stay in the race that a
// player's search drops.
constexpr int kFilter = 20;

// Whole chains that are looked at deeper.
constexpr std::size_t kChains = 40;

// Plays that are rolled out: at most so many, no more than so many points behind the best, and each
// only until it is behind by so many standard errors.
constexpr std::size_t kRolledPlays = 5;
constexpr double kRolledMargin = 0.1;
constexpr double kCertainty = 3.3;

SearchOptions search_options(const CommandLine& line) {
  SearchOptions options = default_search(static_cast<int>(line.number("plies", 0, kMaxPlies)));
  options.filter = static_cast<int>(line.number("filter", 1, 1000));
  if (line.given("beam")) options.beam = static_cast<int>(line.number("beam", 0, kMaxBeam));
  return options;
}

bool wants_whole_chain(const CommandLine& line) {
  const std::string mode = line.text("chain");
  if (mode != "full" && mode != "decisions") {
    throw InputError("--chain '" + mode + "': expected full or decisions");
  }
  return mode == "full";
}

EvaluatorFactory evaluator_of(const CommandLine& line, Game game) {
  EvaluatorFactory base = load_evaluator(net_option(line, game), game);
  return on_off(line, "tables") ? with_usual_tables(std::move(base), game) : base;
}

RolloutOptions rollout_options(const CommandLine& line) {
  RolloutOptions options;
  options.game = line.game();
  options.trials = line.even_number("trials", 4, 100'000'000);
  options.certainty = kCertainty;
  options.seed = line.seed();
  options.threads = line.threads();
  return options;
}

// The plays that the search ranks highest, or the position itself, played out by the net.
void roll_out(const CommandLine& line, Game game, AnalysisReport& report) {
  const RolloutOptions options = rollout_options(line);
  std::vector<RolloutStart> starts;
  const auto list = std::make_unique<AfterstateList>();
  if (report.plays.empty()) {
    starts.push_back(rollout_start(report.position));
  } else {
    game.generate(report.position, report.dice_or_none(), *list);
    for (const AnalyzedPlay& play : report.plays) {
      const bool is_in_question = play.equity > report.plays.front().equity - kRolledMargin;
      if (starts.size() == kRolledPlays || !is_in_question) break;
      starts.push_back(rollout_start(*list, play.line));
    }
  }
  EvaluatorFactory evaluator = load_fast_evaluator(net_option(line, game), game);
  if (on_off(line, "tables")) evaluator = with_usual_tables(std::move(evaluator), game);
  ProgressLine progress;
  const auto results = rollout(options, starts, evaluator, {}, [&](const RolloutProgress& done) {
    if (!progress.is_due()) return;
    progress.show("rolling out: " + std::to_string(done.done) + " of at most " +
                  std::to_string(done.most) + " trials");
  });
  for (std::size_t i = 0; i < results.size(); ++i) report.rolled.push_back({i, results[i]});
  const std::size_t best = best_start(results);
  std::ranges::stable_sort(report.rolled, [&](const RolledPlay& a, const RolledPlay& b) {
    if ((a.play == best) != (b.play == best)) return a.play == best;
    return a.result.difference.mean > b.result.difference.mean;
  });
}

void check_chain(const AnalysisReport& report) {
  if (report.position.is_pending()) return;
  if (report.dice && report.dice->is_doublet() && rolls_chain(report.game, report.position)) {
    return;
  }
  const bool has_chains = report.game.axes().doublets == Doublets::kChain;
  throw InputError(
      "--chain full: " +
      (has_chains ? "there is no chain here (expected --dice with a doublet that begins one, or a "
                    "position with owed or forfeit)"
                  : std::string(report.game.name()) + " has no chains"));
}

AnalysisReport analyze(const CommandLine& line, Game game, Analyst& analyst) {
  AnalysisReport report;
  report.game = game;
  report.position = position_option(line, game);
  if (line.given("dice")) {
    const std::string dice = line.text("dice");
    report.dice = dice_for(report.position, dice);
  }
  report.plies = static_cast<int>(line.number("plies", 0, kMaxPlies));
  const bool whole_chain = wants_whole_chain(line);
  if (whole_chain) check_chain(report);
  report.at_once = analyst.at_once(report.position);
  if (!report.dice && !report.position.is_pending()) {
    report.rolls = analyst.rolls(report.position, line.threads());
    report.is_exact = analyst.is_exact(report.position);
    report.value = report.plies == 0 ? report.at_once : mean_value(report.rolls);
    return report;
  }
  report.plays = analyst.plays(report.position, report.dice_or_none());
  report.value = report.plays.front().value;
  report.is_exact = report.plays.front().is_exact;
  if (whole_chain) {
    report.chain = analyst.whole_chain(report.position, report.dice_or_none(), kChains);
  }
  return report;
}

std::string title_of(const AnalysisReport& report) {
  std::string title(report.game.name());
  if (report.dice) title += ", " + format_dice(*report.dice);
  if (!report.plays.empty()) {
    title +=
        (report.position.is_pending() ? ", best " : ": ") + format_play(report.best_play().play);
  }
  char equity_text[32];
  std::snprintf(equity_text, sizeof(equity_text), " (%+.3f)", report.best_equity());
  return title + equity_text;
}

void write_picture(const std::string& file, const AnalysisReport& report, bool with_arrows) {
  BoardPicture picture{.title = title_of(report), .dice = report.dice};
  if (with_arrows && !report.plays.empty()) {
    const Play& best = report.best_play().play;
    picture.arrows = std::span(best.moves).first(best.size);
  }
  write_file_atomically(file, board_svg(report.game, report.position, picture));
}

}  // namespace

int analyze_command(int argc, char** argv) {
  CommandLine line("analyze", "[--net FILE] [--position P] [--dice a-b] [OPTION...]",
                   {"gioul analyze --dice 3-1",
                    "gioul analyze --net net.safetensors --position '24:11,21:4|24:15|owed=12' "
                    "--chain full"});
  line.add_variant();
  line.add_checkers();
  line.add("net", "FILE",
           "a net of `gioul train`, or a table of `gioul solve` (default: the one that comes with "
           "gioul)");
  line.add("position", "P", "the position (docs/notation.md); default: the start of the game");
  line.add("dice", "a-b",
           "rank the plays of this roll; without dice all 21 rolls are shown (a position with owed "
           "or forfeit takes no dice, and its plays are ranked)");
  line.add("plies", "N",
           "look N rolls ahead, 0 to " + std::to_string(kMaxPlies) +
               "; each takes ten to twenty times as long as the one before",
           "3");
  line.add("filter", "N",
           "the best N plays are looked at one roll ahead, half as many two, and so on",
           std::to_string(kFilter));
  line.add("beam", "N",
           "positions that are kept after each number of a chain when it is played on to its end "
           "(default: 16; with --plies 0 none is played on)");
  line.add("tables", "on|off", "take values from endgame tables where they apply", "on");
  line.add("chain", "MODE",
           "decisions: the next number of a chain; full: whole chains as lines of play",
           "decisions");
  line.add("plays", "N", "how many plays or chains to show", "10");
  line.add_flag("no-rolls", "without dice, show the value alone and not the rolls");
  line.add_flag("rollout",
                "also play the position or its best plays out many times (`gioul rollout` has all "
                "options)");
  line.add("trials", "N", "games for each of them at most, an even number", "12960");
  line.add_seed("of the dice of --rollout");
  line.add("svg", "FILE", "also draw the board into this file");
  line.add_flag("arrows", "draw the best play into it");
  line.add_threads();
  line.add_flag("json", "print JSON with everything, all plays included (docs/analysis.md)");
  if (!line.parse(argc, argv)) return 0;
  const bool rolls_out = line.flag("rollout");
  if (!rolls_out && (line.given("trials") || line.given("seed"))) {
    throw InputError(std::string(line.given("trials") ? "--trials" : "--seed") +
                     " is for --rollout, which is missing");
  }
  if (rolls_out && line.text("chain") == "full") {
    throw InputError("--rollout and --chain full: expected one of them");
  }
  if (line.flag("arrows") && !line.given("svg")) {
    throw InputError("--arrows is for --svg FILE, which is missing");
  }

  const auto start = std::chrono::steady_clock::now();
  const Game game = line.game();
  const ReportLength length{
      .plays = static_cast<std::size_t>(line.number("plays", 1, kMaxAfterstates)),
      .rolls = !line.flag("no-rolls")};
  Analyst analyst(game, search_options(line), evaluator_of(line, game));
  AnalysisReport report = analyze(line, game, analyst);
  if (rolls_out) roll_out(line, game, report);
  if (line.given("svg")) write_picture(line.text("svg"), report, line.flag("arrows"));
  if (line.flag("json")) {
    std::cout << report_json(report);
    return 0;
  }
  std::cout << report_text(report, length) << std::flush;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  std::fprintf(stderr, "%llu positions evaluated in %.2f s\n",
               static_cast<unsigned long long>(analyst.evaluations()), passed.count());
  return 0;
}

}  // namespace gioul
