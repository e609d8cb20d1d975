#include "eval/study/evaluation.h"

#include <nlohmann/json.hpp>

namespace gioul {

PositionEvaluation evaluate(Game game, Evaluator& evaluator, const Position& position,
                            std::optional<Dice> dice) {
  PositionEvaluation evaluation{.value = evaluator.evaluate(position), .plays = {}};
  if (dice) evaluation.plays = rank_plays(game, evaluator, position, *dice);
  return evaluation;
}

std::string evaluation_json(const PositionEvaluation& evaluation) {
  using nlohmann::ordered_json;
  ordered_json json = {{"equity", equity(evaluation.value)}, {"outcomes", evaluation.value}};
  if (evaluation.plays) {
    json["plays"] = ordered_json::array();
    for (const RankedPlay& play : *evaluation.plays) {
      json["plays"].push_back(
          {{"play", play.play}, {"afterstate", play.afterstate}, {"equity", play.equity}});
    }
  }
  return json.dump() + "\n";
}

}  // namespace gioul
