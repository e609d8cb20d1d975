// What `gioul analyze` has found out, as text for a player and as JSON for programs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/play/rollout.h"
#include "eval/study/analysis.h"

namespace gioul {

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

  /// What a pending decision is played without.
  Dice dice_or_none() const { return dice.value_or(make_dice(1, 1)); }

  /// Of a decision: the play that rollouts, else the search, find best.
  const AnalyzedPlay& best_play() const { return plays[rolled.empty() ? 0 : rolled[0].play]; }
  double best_equity() const {
    return rolled.empty() ? equity(value) : rolled[0].result.equity.mean;
  }
};

/// How much of it is printed.
struct ReportLength {
  std::size_t plays = 10;  // and chains
  bool rolls = true;
};

/// At most 100 columns wide, but for plays of great length.
std::string report_text(const AnalysisReport& report, const ReportLength& length);

/// One object of JSON on a line of its own; docs/analysis.md has its fields.
std::string report_json(const AnalysisReport& report);

}  // namespace gioul
