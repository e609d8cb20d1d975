// gioul eval: what a net thinks of a position, and of the plays of a decision there.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/shell/command.h"
#include "cli/text/decision_text.h"
#include "cli/text/ranking.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/tables/load_evaluator.h"
#include "eval/value/evaluator.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

void print_value(Game game, const Position& position, const Value& value) {
  const auto percent = [](const char* what, double share) {
    std::printf("%-12s %6.2f %%\n", what, 100.0 * share);
  };
  std::printf("%s  %s\n", std::string(game.name()).c_str(),
              format_position(game, position).c_str());
  percent("win", value[3] + value[4]);
  percent("win gammon", value[4]);
  percent("lose gammon", value[0]);
  if (game.axes().mother != Mother::kNone) percent("tie", value[2]);
  std::printf("%-12s %+7.4f   points, for the player to act\n", "equity", equity(value));
}

void print_plays(const std::vector<RankedPlay>& ranked, std::size_t shown) {
  std::printf("\n     equity    play\n");
  for (std::size_t i = 0; i < std::min(shown, ranked.size()); ++i) {
    const RankedPlay& play = ranked[i];
    std::printf("%3zu  %+.4f   %-26s %s\n", i + 1, static_cast<double>(play.equity),
                play.play.c_str(), play.afterstate.c_str());
  }
  if (ranked.size() > shown) {
    std::printf("%zu more (--plays %zu shows all)\n", ranked.size() - shown, ranked.size());
  }
}

ordered_json to_json(const std::vector<RankedPlay>& ranked) {
  ordered_json plays = ordered_json::array();
  for (const RankedPlay& play : ranked) {
    plays.push_back(
        {{"play", play.play}, {"afterstate", play.afterstate}, {"equity", play.equity}});
  }
  return plays;
}

}  // namespace

int eval_command(int argc, char** argv) {
  CommandLine line("eval", "[--net FILE] [--position P] [--dice a-b] [OPTION...]",
                   {"gioul eval",
                    "gioul eval --net net.safetensors --position '24:11,21:4|24:15|owed=12' "
                    "--plays 5"});
  line.add_variant();
  line.add_checkers();
  line.add("net", "FILE",
           "a net of `gioul train`, or a table of `gioul solve` (default: the one that comes with "
           "gioul)");
  line.add("position", "P", "the position (docs/notation.md); default: the start of the game");
  line.add(
      "dice", "a-b",
      "also rank the plays of this roll; those of a position with owed or forfeit, which takes "
      "no dice, are always ranked");
  line.add("plays", "N", "how many of them to show (default 10)");
  line.add_flag("json", "print {\"equity\", \"outcomes\"}, and all \"plays\" if they are ranked");
  if (!line.parse(argc, argv)) return 0;

  const Game game = line.game();
  const Position position = position_option(line, game);
  const auto evaluator = load_evaluator(net_option(line, game), game)();
  const bool ranks = line.given("dice") || line.given("plays") || position.is_pending();
  const std::size_t shown =
      line.given("plays") ? static_cast<std::size_t>(line.number("plays", 1, kMaxAfterstates)) : 10;
  std::optional<std::string> dice;
  if (line.given("dice")) dice = line.text("dice");

  const Value value = evaluator->evaluate(position);
  std::vector<RankedPlay> ranked;
  if (ranks) ranked = rank_plays(game, *evaluator, position, dice_for(position, dice));
  if (line.flag("json")) {
    ordered_json json = {{"equity", equity(value)}, {"outcomes", value}};
    if (ranks) json["plays"] = to_json(ranked);
    std::cout << json.dump() << '\n';
    return 0;
  }
  print_value(game, position, value);
  if (ranks) print_plays(ranked, shown);
  return 0;
}

}  // namespace gioul
