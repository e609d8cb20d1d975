// All that an analysis finds out about a position or a decision by looking ahead and by playing it
// out, ready to be shown: `gioul analyze` prints it, and programs get it as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/play/rollout.h"
#include "eval/study/analysis.h"

namespace gioul {

struct AnalysisQuestion {
  Game game = {};
  Position position{};
  std::optional<Dice> dice = {};  // none: all rolls, or the plays of a pending position
  SearchOptions search = default_search(3);
  bool whole_chain = false;  // only where begins_chain()
  std::size_t chains = 40;   // whole chains that are looked at deeper
  int threads = 1;
};

/// Whether there is a chain to look at: pending, or begun by the dice.
bool begins_chain(Game game, const Position& position, std::optional<Dice> dice);

/// A play that was rolled out, by its place in AnalysisReport::plays; 0 for the position itself.
struct RolledPlay {
  std::size_t play = 0;
  RolloutResult result;
};

struct AnalysisReport {
  Game game = {};
  Position position{};
  std::optional<Dice> dice;         // if a roll of them was asked about
  int plies = 0;                    // asked for
  Value at_once{};                  // of the position, before any dice and without looking ahead
  Value value{};                    // of the position, or after the dice if there are any
  bool is_exact = false;            // the value is certain
  std::vector<AnalyzedRoll> rolls;  // of a position to roll
  std::vector<AnalyzedPlay> plays;  // of a decision
  std::optional<ChainAnalysis> chain;
  std::vector<RolledPlay> rolled;  // best first
  std::uint64_t evaluations = 0;   // positions that the evaluator was asked about

  /// What a pending decision is played without.
  Dice dice_or_none() const { return dice.value_or(make_dice(1, 1)); }

  /// Of a decision: the play that rollouts, else the search, find best.
  const AnalyzedPlay& best_play() const { return plays[rolled.empty() ? 0 : rolled[0].play]; }
  double best_equity() const {
    return rolled.empty() ? equity(value) : rolled[0].result.equity.mean;
  }
};

AnalysisReport analyze(const AnalysisQuestion& question, const EvaluatorFactory& evaluator);

/// Plays out the position itself, or the few plays that may be best by the search, and fills
/// `report.rolled`.
void roll_out(AnalysisReport& report, const RolloutOptions& options,
              const EvaluatorFactory& evaluator,
              const std::function<void(const RolloutProgress&)>& progress = {});

/// One object of JSON on a line of its own; docs/analysis.md has its fields.
std::string analysis_json(const AnalysisReport& report);

}  // namespace gioul
