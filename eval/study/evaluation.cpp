#include "eval/study/evaluation.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "engine/walk/lines.h"

namespace gioul {

std::vector<RankedPlay> rank_plays(Game game, Evaluator& evaluator, const Position& position,
                                   Dice dice) {
  const auto list = std::make_unique<AfterstateList>();
  game.generate(position, dice, *list);
  const std::vector<Play> plays = one_play_a_line(game, position, dice, *list);
  const std::span<const float> equities = evaluator.equities(position, *list);
  std::vector<RankedPlay> ranked;
  for (std::size_t line = 0; line < plays.size(); ++line) {
    const Ending ending = list->ending(line);
    const float equity =
        ending == Ending::kNone ? equities[line] : static_cast<float>(points(outcome_of(ending)));
    ranked.push_back({format_play(plays[line]), afterstate_text(game, *list, line), equity + 0.0f,
                      line});  // -0 becomes 0
  }
  std::ranges::stable_sort(ranked, std::ranges::greater{}, &RankedPlay::equity);
  return ranked;
}

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
