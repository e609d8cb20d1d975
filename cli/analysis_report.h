// What `gioul analyze` has found out, as text for a player and as JSON for programs.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "eval/analysis.h"

namespace gioul {

struct AnalysisReport {
  const Axes* axes = nullptr;
  Position position{};
  std::optional<Dice> dice;         // if a roll of them was asked about
  int plies = 0;                    // asked for
  ExactValue at_once{};             // of the position, before any dice and without looking ahead
  ExactValue value{};               // of the position, or after the dice if there are any
  bool is_exact = false;            // the value is certain
  std::vector<AnalyzedRoll> rolls;  // of a position to roll
  std::vector<AnalyzedPlay> plays;  // of a decision
  std::optional<ChainAnalysis> chain;

  /// What a pending decision is played without.
  Dice dice_or_none() const { return dice.value_or(make_dice(1, 1)); }
};

/// How much of it is printed.
struct ReportLength {
  std::size_t plays = 10;  // and chains
  bool rolls = true;
};

/// At most 100 columns wide, but for plays of great length.
std::string report_text(const AnalysisReport& report, const ReportLength& length);

/// One object; docs/analysis.md has its fields.
nlohmann::ordered_json report_json(const AnalysisReport& report);

}  // namespace gioul
