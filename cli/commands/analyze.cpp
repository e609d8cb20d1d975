// gioul analyze: evaluates a position, ranks the plays of a roll or whole chains by search.
#include <fmt/format.h>

#include <chrono>
#include <iostream>

#include "api/analysis_requests.h"
#include "api/answers.h"
#include "base/error.h"
#include "cli/common/command.h"
#include "cli/common/interrupt_handler.h"
#include "cli/common/output_files.h"
#include "cli/common/position_options.h"
#include "cli/common/progress.h"
#include "cli/common/warnings.h"
#include "cli/format/format_analysis.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/render/board_svg.h"

namespace gioul {

namespace {

AnalysisReport answer_with_progress(const AnalyzeRequest& asked,
                                    const EvaluatorProvider& provider) {
  ProgressLine progress;
  return answer(asked, provider, [&](const RolloutProgress& done, const auto& /*plays*/) {
    if (!progress.is_due()) return;
    progress.show("rolling out: " + std::to_string(done.trials_done) + " of up to " +
                  std::to_string(done.trials_total) + " trials");
  });
}

std::string make_title(const AnalysisReport& report) {
  std::string title(report.game.name());
  if (report.dice) title += ", " + format_dice(*report.dice);
  if (!report.plays.empty()) {
    title +=
        (report.position.is_pending() ? ", best " : ": ") + format_play(report.best_play().play);
  }
  return title + fmt::format(" ({:+.3f})", report.best_equity());
}

std::string draw_picture(const AnalysisReport& report, bool with_arrows) {
  BoardSvgOptions picture{.title = make_title(report), .dice = report.dice};
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
  add_field_options(line, collect_fields(analyze_request_fields()));
  line.add("plays", "N", "number of plays or chains to show", "10");
  line.add_flag("no-rolls", "without dice, print only the value and not the 21 rolls");
  line.add("svg", "FILE", "also draw the board to this SVG file");
  line.add_flag("arrows", "draw the best play as arrows; needs --svg");
  line.add_flag("json", "print JSON with all plays (docs/analysis.md)");
  if (!line.parse(argc, argv)) return 0;
  if (line.has_flag("arrows") && !line.is_given("svg")) {
    throw InputError("--arrows needs --svg FILE");
  }

  const auto start = std::chrono::steady_clock::now();
  const Game game = line.game();
  const std::string svg = line.optional_value("svg");
  const std::string net = selected_net_file(line, game);
  OutputFiles outputs;
  outputs.add_input(net);
  outputs.add("--svg", svg);
  const AnalysisDetail detail{
      .max_plays = static_cast<std::size_t>(line.integer_value("plays", 1, kMaxAfterstates)),
      .list_rolls = !line.has_flag("no-rolls")};
  PlayerRegistry players({.max_threads = line.threads()});
  const AnalyzeRequest asked =
      read_analyze_request(OptionFieldReader(line), players.request_policy());
  const ScopedInterruptHandler interrupt_handler;
  const AnalysisReport report = answer_with_progress(asked, players.evaluator_provider(net, game));
  warn_checker_count_mismatch(net, asked.query.position.own.total());
  const int code = ScopedInterruptHandler::print_note_and_get_exit_code();
  if (!svg.empty()) outputs.write(svg, draw_picture(report, line.has_flag("arrows")));
  if (line.has_flag("json")) {
    std::cout << analysis_json(report);
    outputs.throw_if_write_failed();
    return code;
  }
  std::cout << format_analysis(report, detail) << std::flush;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  std::cerr << fmt::format("evaluated {} position{} in {:.2f} s\n", report.evaluation_count,
                           report.evaluation_count == 1 ? "" : "s", passed.count());
  outputs.throw_if_write_failed();
  return code;
}

}  // namespace gioul
