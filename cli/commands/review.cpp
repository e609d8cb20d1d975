// gioul review: evaluates recorded games: error rates, luck and the worst mistakes.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/format_number.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/interrupt_handler.h"
#include "cli/common/markdown_table.h"
#include "cli/common/position_options.h"
#include "cli/common/progress.h"
#include "cli/common/warnings.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/analysis/analysis.h"
#include "eval/play/play_game.h"
#include "selfplay/record/game_file.h"
#include "selfplay/report/game_review.h"

namespace gioul {

namespace {

constexpr std::size_t kMaxNameLength = 24;

std::string short_name(const std::string& name) {
  const std::string line = to_printable_line(name);
  return line.size() <= kMaxNameLength ? line : line.substr(0, kMaxNameLength - 3) + "...";
}

std::string counted(std::int64_t count, std::string_view one, std::string_view many) {
  return format_grouped(static_cast<double>(count)) + " " + std::string(count == 1 ? one : many);
}

std::string title(const Review& review) {
  std::string text;
  for (const Game game : all_games()) {
    const std::int64_t games = review.games_by_variant[game.index()];
    if (games == 0) continue;
    text += (text.empty() ? "" : ", ") + counted(games, "game", "games") + " of " +
            std::string(game.name());
  }
  return text + fmt::format(
                    ", evaluated at {}.\n"
                    "Error rates are millipoints (mp) lost per decision with a choice; lost and "
                    "luck are in points.\nA mistake loses {:.0f} mp or more.\n",
                    counted(review.plies, "ply", "plies"), 1000 * kMistakeThreshold);
}

std::string format_rate(const ErrorTotals& lost) {
  return lost.decision_count == 0 ? "" : format_decimals(lost.error_rate(), 1);
}

std::string totals_table(const Review& review) {
  MarkdownTable table(
      {"<player", "games", "decisions", "error rate", "<plays like", "lost", "luck"});
  for (const PlayerReview& player : review.players) {
    const ErrorTotals all = player.total_errors();
    table.add_row({short_name(player.name), std::to_string(player.game_count),
                   std::to_string(all.decision_count), format_rate(all),
                   std::string(skill_level_name(all)), format_decimals(all.points_lost, 3),
                   format_signed_decimals(player.luck_points, 3)});
  }
  return table.format();
}

std::string kinds_table(const Review& review) {
  std::vector<std::string> headings = {"<error rate"};
  std::vector<std::size_t> kinds;
  for (std::size_t kind = 0; kind < kReviewedDecisionKinds.size(); ++kind) {
    std::int64_t decisions = 0;
    for (const PlayerReview& player : review.players)
      decisions += player.errors_by_decision_kind[kind].decision_count;
    if (decisions == 0) continue;
    kinds.push_back(kind);
    headings.emplace_back(kReviewedDecisionKinds[kind]);
  }
  headings.emplace_back("mistakes");
  MarkdownTable table(headings);
  for (const PlayerReview& player : review.players) {
    std::vector<std::string> cells = {short_name(player.name)};
    for (const std::size_t kind : kinds)
      cells.push_back(format_rate(player.errors_by_decision_kind[kind]));
    cells.push_back(std::to_string(player.mistake_count));
    table.add_row(cells);
  }
  return table.format();
}

std::string format_mistake(const Mistake& play) {
  constexpr std::string_view kIndent = "          ";
  const std::string file = play.game_file.empty() ? "" : to_printable_line(play.game_file) + ": ";
  return fmt::format(
      "{:5.0f} {:2}  {}game {}, decision {}: {}, {}\n{}{}\n{}{}{}; best {}\n",
      1000 * play.equity_loss, annotation_symbol(play.equity_loss), file, play.game_number,
      play.decision_number, short_name(play.player), format_roll_or_pending(play.decision), kIndent,
      format_position(play.variant, play.decision.position), kIndent, format_play(play.actual_play),
      play.has_mixed_depths ? " (about)" : "", format_play(play.best_play));
}

// Formats each player's losses by kind of decision, and the worst mistakes. Lines have at most 100
// columns, except for long positions.
std::string format_review(const Review& review) {
  std::string text = title(review) + "\n" + totals_table(review) + "\n" + kinds_table(review);
  if (review.worst_mistakes.empty()) return text;
  text += "\nWorst mistakes, in mp:\n\n";
  for (const Mistake& play : review.worst_mistakes) text += format_mistake(play);
  return text;
}

// Shows progress in a terminal, after two seconds.
class ReviewProgress {
 public:
  void count() {
    const std::int64_t decisions = ++decisions_;
    if (!ProgressLine::is_stderr_terminal()) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || !line_.is_due()) return;
    if (std::chrono::steady_clock::now() - begin_ < std::chrono::seconds(2)) return;
    line_.show(std::to_string(decisions) + " decisions evaluated");
  }

 private:
  std::atomic<std::int64_t> decisions_ = 0;
  std::mutex mutex_;
  ProgressLine line_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Reviews the games into `review`. Returns the exit code.
int review_games(const CommandLine& line, Review& review) {
  ReviewProgress progress;
  const int plies = static_cast<int>(line.integer_value("plies", 0, kMaxPlies));
  ReviewOptions options{
      .search = default_search_options(plies),
      .max_mistakes = static_cast<std::size_t>(line.integer_value("top", 0, 1'000'000)),
      .threads = line.threads(),
      .on_decision_graded = [&] { progress.count(); }};
  options.search.move_filter = kAnalysisMoveFilter;
  std::optional<std::uint64_t> number;
  if (line.is_given("game")) number = parse_seed_or_throw("--game", line.string_value("game"));
  std::map<std::size_t, ReviewEvaluators> evaluators;  // by variant
  std::set<std::pair<std::size_t, int>> played;        // variants and numbers of checkers
  const std::vector<std::string>& names = line.positional_arguments();
  const bool is_one_file = names.size() == 1 && !std::filesystem::is_directory(names.front());
  const auto add = [&](const GameFile& file, const AnnotatedGame& game,
                       const GameValidator& check) {
    const std::size_t variant = game.variant.index();
    if (played.emplace(variant, game.checkers).second) {
      warn_checker_count_mismatch(selected_net_file(line, game.variant), game.checkers);
    }
    if (!evaluators.contains(variant)) {
      evaluators[variant] =
          load_review_evaluators(selected_net_file(line, game.variant), game.variant, plies);
    }
    if (!is_one_file) options.game_file = file.name();
    review.add(game, check, evaluators[variant], options);
    return true;
  };
  try {
    return read_games_or_warn("review", names, number, add);
  } catch (const Interrupted&) {
    if (review.players.empty()) throw;
    return 0;
  }
}

}  // namespace

int review_command(int argc, char** argv) {
  CommandLine line(
      "review",
      "FILE... [--game N] [--plies N] [--top N]\n\n"
      "  Evaluates every decision of the games in files and folders (all formats that\n"
      "  `gioul show` reads; - is standard input) as the page of `gioul serve` does: points\n"
      "  lost and luck per player, and the worst mistakes.",
      {"gioul review games.txt", "gioul review games.jsonl --plies 2 --top 20"});
  line.allow_positional();
  line.add("game", "N", "review only game number N");
  line.add("net", "FILE",
           "network that evaluates the plays (default: the bundled net of each game)");
  line.add("plies", "N", "search depth in plies, 0 to " + std::to_string(kMaxPlies), "1");
  line.add("top", "N", "number of worst mistakes to show", "5");
  line.add_threads();
  line.add_flag("json", "print JSON (docs/analysis.md)");
  if (!line.parse(argc, argv)) return 0;
  if (line.positional_arguments().empty()) throw InputError("missing argument: FILE with games");
  const ScopedInterruptHandler interrupt_handler;
  Review review;
  const int code = review_games(line, review);
  const int signal = ScopedInterruptHandler::print_note_and_get_exit_code();
  std::cout << (line.has_flag("json") ? review_json(review) : format_review(review)) << std::flush;
  return signal != 0 ? signal : code;
}

}  // namespace gioul
