// gioul show: shows a game step by step, in the terminal or as a page.
#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "base/error.h"
#include "cli/common/command.h"
#include "cli/common/output_files.h"
#include "cli/common/warnings.h"
#include "engine/games/game.h"
#include "eval/players/evaluator_loader.h"
#include "eval/render/board_text.h"
#include "eval/value/evaluator.h"
#include "selfplay/record/game_file.h"
#include "selfplay/report/game_page.h"

namespace gioul {

namespace {

void evaluate(AnnotatedGame& game, std::span<const GameStep> steps, const std::string& file) {
  const std::unique_ptr<Evaluator> evaluator =
      load_evaluator(file, game.variant, Precision::kFloat)();
  game.equities.clear();
  for (const GameStep& step : steps) {
    game.equities.push_back(equity(evaluator->evaluate(step.decision.position)));
  }
}

void print_boards(const AnnotatedGame& game, const GamePlayback& playback) {
  std::cout << format_game_metadata(game);
  for (std::size_t i = 0; i < playback.positions.size(); ++i) {
    if (i > 0) {
      std::cout << '\n' << format_recorded_decision(game.record.decisions[i - 1], i) << '\n';
    }
    std::cout << '\n' << board_text(game.variant, playback.positions[i], "first", "second");
    if (i < playback.equities.size() && playback.equities[i]) {
      std::cout << fmt::format("  {:+.3f} points for the first player\n", *playback.equities[i]);
    }
  }
  std::cout << '\n' << format_result(game) << '\n';
}

}  // namespace

int show_command(int argc, char** argv) {
  CommandLine line(
      "show",
      "FILE [--game N] [--list | --html PAGE] [--net FILE]\n\n"
      "  FILE has games: text or JSON lines of `gioul tournament --records` or `gioul\n"
      "  records`, a directory of `gioul selfplay --out`, or a Portes match as .mat or .sgf\n"
      "  (docs/game-files.md).",
      {"gioul show games.txt --game 7",
       "gioul show games.jsonl --net net.safetensors --html game.html"});
  line.allow_positional();
  line.add("game", "N", "number of the game (default: that of the first game in the file)");
  line.add_flag("list", "print the moves instead of boards");
  line.add("html", "PAGE", "write an HTML page with a board to step through");
  line.add("net", "FILE", "also show the equity of each position by this net or table");
  if (!line.parse(argc, argv)) return 0;
  if (line.positional_arguments().size() != 1)
    throw InputError("expected one argument: FILE with games");
  if (line.has_flag("list") && line.is_given("html"))
    throw InputError("--list and --html cannot be combined");
  std::optional<std::uint64_t> number;
  if (line.is_given("game")) number = parse_seed_or_throw("--game", line.string_value("game"));

  const std::string& file = line.positional_arguments().front();
  const std::string page = line.optional_value("html");
  OutputFiles outputs;
  for (const auto& input : list_game_files(file)) outputs.add_input(input);
  if (line.is_given("net")) outputs.add_input(line.string_value("net"));
  outputs.add("--html", page);
  GameValidator check;
  AnnotatedGame game;
  const int code =
      read_games_or_warn("show", {file}, number,
                         [&](const GameFile&, const AnnotatedGame& first, const GameValidator&) {
                           game = first;
                           return false;
                         });
  const std::span<const GameStep> steps = check(game);
  if (line.is_given("net")) {
    warn_checker_count_mismatch(line.string_value("net"), game.checkers);
    evaluate(game, steps, line.string_value("net"));
  }
  if (line.has_flag("list")) {
    std::cout << format_game(game, steps);
    return code;
  }
  const GamePlayback playback = make_playback(game, steps, check.replayer());
  if (line.is_given("html")) {
    outputs.write(page, game_page(game, playback));
    outputs.throw_if_write_failed();
  } else {
    print_boards(game, playback);
  }
  return code;
}

}  // namespace gioul
