// gioul review: how well games were played: error rates, luck, and the plays that cost most.
#include <atomic>
#include <chrono>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/error.h"
#include "cli/shell/command.h"
#include "cli/shell/ctrl_c.h"
#include "cli/shell/progress.h"
#include "cli/text/decision_text.h"
#include "cli/text/game_note.h"
#include "cli/text/review_text.h"
#include "engine/games/game.h"
#include "eval/study/analysis.h"
#include "eval/tables/endgame_evaluator.h"
#include "eval/tables/load_evaluator.h"
#include "eval/value/interrupt.h"
#include "selfplay/record/game_file.h"
#include "selfplay/report/game_review.h"

namespace gioul {

namespace {

ReviewEvaluators load(const CommandLine& line, Game game, int plies) {
  const std::string net = net_option(line, game);
  const EvaluatorFactory fast = with_usual_tables(load_fast_evaluator(net, game), game);
  // At 0 plies it says what the net says.
  if (plies > 0) return {.plays = fast, .luck = fast};
  return {.plays = with_usual_tables(load_evaluator(net, game), game), .luck = fast};
}

// Of people who wait: in a terminal, after two seconds.
class ReviewProgress {
 public:
  void count() {
    const std::int64_t decisions = ++decisions_;
    if (!ProgressLine::is_terminal()) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || !line_.is_due()) return;
    if (std::chrono::steady_clock::now() - begin_ < std::chrono::seconds(2)) return;
    line_.show(std::to_string(decisions) + " decisions judged");
  }
  void finish() { line_.finish(); }

 private:
  std::atomic<std::int64_t> decisions_ = 0;
  std::mutex mutex_;
  ProgressLine line_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

Review review_file(const CommandLine& line, const std::string& name,
                   std::optional<std::uint64_t> number) {
  ReviewProgress progress;
  const int plies = static_cast<int>(line.number("plies", 0, kMaxPlies));
  ReviewOptions options{.search = default_search(plies),
                        .top = static_cast<std::size_t>(line.number("top", 0, 1'000'000)),
                        .threads = line.threads(),
                        .judged = [&] { progress.count(); }};
  options.search.filter = kAnalysisFilter;
  std::map<std::size_t, ReviewEvaluators> evaluators;  // by game
  GameFile file(name);
  GameChecker check;
  NotedGame game;
  Review review;
  try {
    while (file.next(game)) {
      if (number && game.record.number != *number) continue;
      file.checked(check, game);
      print_note(file, game);
      const auto known = evaluators.find(game.game.index());
      const ReviewEvaluators& own =
          known != evaluators.end()
              ? known->second
              : evaluators.emplace(game.game.index(), load(line, game.game, plies)).first->second;
      review.add(game, check, own, options);
      if (number) break;
    }
  } catch (const Interrupted&) {
    if (review.players.empty()) throw;
  }
  progress.finish();
  if (!review.players.empty()) return review;
  throw InputError(name + ": has no game" + (number ? " " + std::to_string(*number) : "s"));
}

}  // namespace

int review_command(int argc, char** argv) {
  CommandLine line(
      "review",
      "FILE [--game N] [--plies N] [--top N]\n\n"
      "  Judges every decision of the games of FILE (all forms that `gioul show` reads)\n"
      "  as the page of `gioul serve` does: what each player lost and was given by\n"
      "  luck, and the plays that cost most.",
      {"gioul review games.txt", "gioul review games.jsonl --plies 2 --top 20"});
  line.allow_positional();
  line.add("game", "N", "only the game with this number");
  line.add("net", "FILE",
           "the net that judges (default: of each game the one that comes with gioul)");
  line.add("plies", "N", "look N rolls ahead, 0 to " + std::to_string(kMaxPlies), "1");
  line.add("top", "N", "how many of the costliest plays to show", "5");
  line.add_threads();
  line.add_flag("json", "print JSON (docs/analysis.md)");
  if (!line.parse(argc, argv)) return 0;
  if (line.positional().size() != 1) throw InputError("expected: gioul review FILE");
  std::optional<std::uint64_t> number;
  if (line.given("game")) number = parse_seed("--game", line.text("game"));
  const CtrlCInterrupts ctrl_c;
  const Review review = review_file(line, line.positional().front(), number);
  const int code = CtrlCInterrupts::note();
  std::cout << (line.flag("json") ? review_json(review) : review_text(review)) << std::flush;
  return code;
}

}  // namespace gioul
