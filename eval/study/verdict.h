// What a decision that was made cost by a look ahead, and whose luck its roll was: for reviews of
// games, in the terminal and on the page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/position.h"
#include "eval/study/analysis_report.h"

namespace gioul {

/// Of a decision, in points of the player who made it.
struct Verdict {
  AnalyzedPlay best;
  AnalyzedPlay made;
  bool is_forced = false;  // there was no other play
  bool is_mixed = false;   // the two were looked at to different depths, so the cost is rough
  double cost = 0.0;       // how much less the play made is worth than the best, 0 at least
};

/// Of the decision in question, which was played to `afterstate` (as AnalyzedPlay has it; some play
/// must lead there).
Verdict judge(const AnalysisQuestion& question, std::string_view afterstate,
              const EvaluatorFactory& evaluator);

/// In points of the player to act, at 0 plies.
struct RollLuck {
  double value = 0.0;  // of the position before the roll: the mean over all rolls
  double luck = 0.0;   // how much more the roll is worth
};

RollLuck luck_of_roll(Game game, const Position& position, Dice dice,
                      const EvaluatorFactory& evaluator);

/// One object of JSON on a line of its own.
std::string verdict_json(const AnalysisQuestion& question, const Verdict& found,
                         const std::optional<RollLuck>& roll);

/// From so many points on a play is a mistake.
inline constexpr double kMistake = 0.04;

/// "", "?!", "?" (a mistake) or "??", as annotators have it.
std::string_view mark_of_cost(double cost);

}  // namespace gioul
