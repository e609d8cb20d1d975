// gioul analyze: what a position is worth, and how to play a roll or a whole chain, by lookahead.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/shell/command.h"
#include "cli/shell/ctrl_c.h"
#include "cli/shell/outputs.h"
#include "cli/shell/progress.h"
#include "cli/text/analysis_text.h"
#include "cli/text/decision_text.h"
#include "cli/text/net_note.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/page/board_svg.h"
#include "eval/play/rollout.h"
#include "eval/search/search.h"
#include "eval/study/analysis_report.h"
#include "eval/tables/endgame_evaluator.h"
#include "eval/tables/load_evaluator.h"
#include "eval/value/evaluator.h"
#include "eval/value/interrupt.h"

namespace gioul {

namespace {

// What a person looks at may take longer than what a player plays: plays stay in the race that a
// player's search drops.
constexpr int kFilter = 20;

// A play that is rolled out is dropped once it is behind by so many standard errors.
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

// At 0 plies it says what the net says; beyond that it searches as players do.
EvaluatorFactory evaluator_of(const CommandLine& line, Game game, int plies) {
  const std::filesystem::path net = net_option(line, game);
  EvaluatorFactory base = plies == 0 ? load_evaluator(net, game) : load_fast_evaluator(net, game);
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
void roll_out(const CommandLine& line, AnalysisReport& report) {
  const RolloutOptions options = rollout_options(line);
  EvaluatorFactory evaluator = load_fast_evaluator(net_option(line, report.game), report.game);
  if (on_off(line, "tables")) evaluator = with_usual_tables(std::move(evaluator), report.game);
  ProgressLine progress;
  roll_out(report, options, evaluator, [&](const RolloutProgress& done) {
    if (!progress.is_due()) return;
    progress.show("rolling out: " + std::to_string(done.done) + " of at most " +
                  std::to_string(done.most) + " trials");
  });
}

void check_chain(const AnalysisQuestion& question) {
  if (begins_chain(question.game, question.position, question.dice)) return;
  const bool has_chains = question.game.axes().doublets == Doublets::kChain;
  throw InputError(
      "--chain full: " +
      (has_chains ? "there is no chain here (expected --dice with a doublet that begins one, or a "
                    "position with owed or forfeit)"
                  : std::string(question.game.name()) + " has no chains"));
}

AnalysisQuestion question_of(const CommandLine& line, Game game, const SearchOptions& search) {
  AnalysisQuestion question{
      .game = game, .position = position_option(line, game), .search = search};
  if (line.given("dice")) {
    const std::string dice = line.text("dice");
    question.dice = dice_for(question.position, dice);
  }
  question.whole_chain = wants_whole_chain(line);
  if (question.whole_chain) check_chain(question);
  if (!question.dice && !question.position.is_pending()) question.threads = line.threads();
  return question;
}

std::string title_of(const AnalysisReport& report) {
  std::string title(report.game.name());
  if (report.dice) title += ", " + format_dice(*report.dice);
  if (!report.plays.empty()) {
    title +=
        (report.position.is_pending() ? ", best " : ": ") + format_play(report.best_play().play);
  }
  return title + fmt::format(" ({:+.3f})", report.best_equity());
}

std::string picture_of(const AnalysisReport& report, bool with_arrows) {
  BoardPicture picture{.title = title_of(report), .dice = report.dice};
  if (with_arrows && !report.plays.empty()) {
    const Play& best = report.best_play().play;
    picture.arrows = std::span(best.moves).first(best.size);
  }
  return board_svg(report.game, report.position, picture);
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
  line.add("tables", "on|off",
           "take values from endgame tables where they apply; those that are missing are built, in "
           "a second or two, and "
           "kept in the cache folder (gioul tables)",
           "on");
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
  const std::string svg = line.given("svg") ? line.text("svg") : "";
  Outputs outputs;
  outputs.protect(net_option(line, game));
  outputs.add("--svg", svg);
  const AnalysisLength length{
      .plays = static_cast<std::size_t>(line.number("plays", 1, kMaxAfterstates)),
      .rolls = !line.flag("no-rolls")};
  const SearchOptions search = search_options(line);
  const EvaluatorFactory evaluator = evaluator_of(line, game, search.plies);
  note_other_checkers(net_option(line, game), position_option(line, game).own.total());
  const CtrlCInterrupts ctrl_c;
  AnalysisReport report = analyze(question_of(line, game, search), evaluator);
  if (rolls_out && !is_interrupted()) roll_out(line, report);
  const int code = CtrlCInterrupts::note();
  if (!svg.empty()) outputs.write(svg, picture_of(report, line.flag("arrows")));
  if (line.flag("json")) {
    std::cout << analysis_json(report);
    outputs.finish();
    return code;
  }
  std::cout << analysis_text(report, length) << std::flush;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  std::cerr << fmt::format("{} positions evaluated in {:.2f} s\n", report.evaluations,
                           passed.count());
  outputs.finish();
  return code;
}

}  // namespace gioul
