// gioul eval: evaluates a position and the plays of a roll by a net.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "api/analysis_requests.h"
#include "api/answers.h"
#include "cli/common/command.h"
#include "cli/common/position_options.h"
#include "cli/common/warnings.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

std::string format_value(Game game, const Position& position, const Value& value) {
  std::string text = fmt::format("{}  {}\n", game.name(), format_position(game, position));
  const auto percent = [&](const char* what, double share) {
    text += fmt::format("{:12} {:6.2f} %\n", what, 100.0 * share);
  };
  percent("win", win_probability(value));
  percent("win gammon", value[4]);
  percent("lose gammon", value[0]);
  if (game.variant().mother != MotherRule::kNone) percent("tie", value[2]);
  return text +
         fmt::format("{:12} {:+7.4f}   points, for the player to move\n", "equity", equity(value));
}

std::string format_plays(const std::vector<ScoredPlay>& ranked, std::size_t shown) {
  std::string text = "\n     equity    play\n";
  for (std::size_t i = 0; i < std::min(shown, ranked.size()); ++i) {
    const ScoredPlay& play = ranked[i];
    text += fmt::format("{:3}  {:+.4f}   {:26} {}\n", i + 1, play.equity, format_play(play.play),
                        play.afterstate_text);
  }
  if (ranked.size() > shown) {
    text += fmt::format("{} more (--plays {} shows all)\n", ranked.size() - shown, ranked.size());
  }
  return text;
}

}  // namespace

int eval_command(int argc, char** argv) {
  CommandLine line("eval", "[--net FILE] [--position P] [--dice a-b] [OPTION...]",
                   {"gioul eval",
                    "gioul eval --net net.safetensors --position '24:11,21:4|24:15|owed=12' "
                    "--plays 5"});
  add_field_options(line, evaluate_request_fields());
  line.add("plays", "N", "number of plays to show", "10");
  line.add_flag("json", "print JSON: equity, outcomes, and all plays if they are ranked");
  if (!line.parse(argc, argv)) return 0;

  const DecisionRequest asked = read_evaluate_request(OptionFieldReader(line));
  if (line.is_given("plays") && !asked.dice && !asked.position.is_pending()) {
    throw InputError("--plays: expected two dice (--dice a-b), whose plays are shown");
  }
  const auto max_plays = static_cast<std::size_t>(line.integer_value("plays", 1, kMaxAfterstates));
  const std::string net = selected_net_file(line, asked.game);
  PlayerRegistry players(RequestPolicy{});
  const PositionEvaluation evaluation =
      answer_evaluate(asked, players.evaluator_provider(net, asked.game));
  warn_checker_count_mismatch(net, asked.position.own.total());
  if (line.has_flag("json")) {
    std::cout << evaluation_json(evaluation);
    return 0;
  }
  std::cout << format_value(asked.game, asked.position, evaluation.value);
  if (evaluation.plays) std::cout << format_plays(*evaluation.plays, max_plays);
  return 0;
}

}  // namespace gioul
