// A position, or the plays of a decision, played out many times: what was asked, what came of it,
// and the same as JSON.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/play/rollout.h"
#include "eval/play/rollout_dice.h"
#include "eval/study/evaluation.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Names of the methods of variance reduction in options and JSON.
inline constexpr std::array<std::pair<std::string_view, Luck>, 4> kLuckNames = {
    {{"auto", Luck::kBest},
     {"all", Luck::kAllRolls},
     {"doublets", Luck::kDoublets},
     {"none", Luck::kLeftIn}}};

struct RolloutQuestion {
  Game game = {};
  Position position{};
  std::optional<Dice> dice = {};          // with a meaning: not of a pending decision
  std::vector<ScoredPlay> plays = {};     // empty: the position itself
  std::vector<RolloutStart> starts = {};  // one for each play, or the one position
  Value net_value{};                      // of the position, if that is asked about
};

/// The position itself.
RolloutQuestion rollout_question(Game game, Evaluator& evaluator, const Position& position);

/// The best plays of a decision there: the best `most`, or else a few that are not far behind the
/// best. Dice of a pending position have no meaning.
RolloutQuestion rollout_question(Game game, Evaluator& evaluator, const Position& position,
                                 Dice dice, std::optional<std::size_t> most);

/// A play, or a position by itself, that was rolled out.
struct PlayRollout {
  std::size_t index = 0;  // among those that were rolled out
  RolloutResult result;
};

/// The results of rollouts beside each other: the best first, the others by their differences.
std::vector<PlayRollout> best_first(const std::vector<RolloutResult>& results);

struct RolloutReport {
  RolloutQuestion question;
  RolloutOptions options;
  Luck luck = Luck::kLeftIn;               // how it was taken out
  std::vector<PlayRollout> rollouts = {};  // of the question's starts, best first
};

/// As rollout() does it.
RolloutReport roll_out(RolloutQuestion question, const RolloutOptions& options,
                       const EvaluatorFactory& evaluator, const PlayerFactory& player = {},
                       const std::function<void(const RolloutProgress&)>& progress = {},
                       TrialMemo* memo = nullptr);

/// One of kLuckNames.
std::string_view luck_name(Luck luck);

/// Adds to an object of JSON what a rolled out play came to beside others, as analyses and openings
/// say it.
template <typename Json>
void add_compared(Json& json, const RolloutResult& result) {
  json["equity"] = result.equity.mean;
  json["standard_error"] = result.equity.standard_error;
  json["difference"] = result.difference.mean;
  json["difference_error"] = result.difference.standard_error;
  json["outcomes"] = result.outcome_means();
  json["outcome_errors"] = result.outcome_errors();
  json["trials"] = result.trials;
}

}  // namespace gioul
