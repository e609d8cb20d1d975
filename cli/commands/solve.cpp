// gioul solve: computes the exact value of a game with few checkers.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "api/answers.h"
#include "base/error.h"
#include "cli/common/command.h"
#include "cli/common/output_files.h"
#include "cli/common/position_options.h"
#include "cli/common/progress.h"
#include "cli/format/format_analysis.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/analysis/evaluation.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/solver.h"

namespace gioul {

namespace {

std::string format_share(double share) { return fmt::format("solving: {:3.0f} %", 100.0 * share); }

void print_value(const std::string& position, const Value& value) {
  std::cout << position << '\n';
  std::cout << fmt::format("  equity       {:+.6f} points, for the player to move\n",
                           equity(value));
  std::cout << format_outcomes(value);
}

}  // namespace

int solve_command(int argc, char** argv) {
  CommandLine line("solve", "--checkers K [--position P] [--out FILE] [OPTION...]",
                   {"gioul solve --checkers 2",
                    "gioul solve --variant plakoto --checkers 3 "
                    "--out plakoto3.table"});
  line.add_variant();
  line.add("checkers", "K",
           "checkers per side; 3 need 0.3 to 2.9 GB of memory, each one more 25 to 70 times as "
           "much");
  line.add("position", "P", "position to print the value of (default: start of the game)");
  line.add("out", "FILE", "save the table, usable as player table:FILE and as --net FILE");
  line.add_threads();
  line.add_flag("json", "print JSON: equity and outcomes");
  if (!line.parse(argc, argv)) return 0;
  const int checkers = line.checkers();
  const Game game = line.game();
  const Position position = selected_position(line, game);

  const std::filesystem::path out = line.optional_value("out");
  OutputFiles outputs;
  outputs.add("--out", out);
  ProgressLine progress;
  const auto table = solve({.game = game,
                            .checkers = checkers,
                            .threads = line.threads(),
                            .max_memory_bytes = default_memory_limit()},
                           [&](double share) {
                             if (progress.is_due()) progress.show(format_share(share));
                           });
  progress.clear();
  outputs.write(out, [&](IfExists if_exists) { table->save(out, if_exists); });
  const Value value = table_evaluator_factory(table)()->evaluate(position);
  if (line.has_flag("json")) {
    std::cout << evaluation_json({.value = value, .plays = {}});
  } else {
    print_value(format_position(game, position), value);
  }
  outputs.throw_if_write_failed();
  return 0;
}

}  // namespace gioul
