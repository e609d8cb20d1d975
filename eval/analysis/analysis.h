// Analyzes a position, a roll or a whole chain: ranks plays by search and can roll out the best
// ones. Used by `gioul analyze` and for hints; nothing here prints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "eval/analysis/rollout_report.h"
#include "eval/rollout/rollout.h"
#include "eval/search/chain_expansion.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// SearchOptions::filter of analyses. They may take longer than a player's decision, so more plays
/// are searched deeper.
inline constexpr int kAnalysisFilter = 20;

/// A roll and its best play.
struct AnalyzedRoll {
  Dice dice{};
  ScoredPlay best;
};

/// A way to play a whole chain.
struct AnalyzedChain {
  std::vector<Play> plays;               // one per number
  std::vector<std::string> afterstates;  // text of the position after each play
  ChainEnd end;
  int plies = 0;
  bool is_exact = false;
  double equity = 0.0;
  Value value{};
};

/// All ways to play a chain.
struct ChainAnalysis {
  std::vector<AnalyzedChain> chains;  // deepest search first, then best first; includes `stepwise`
  std::size_t ends_found = 0;         // number of distinct leaves found
  bool is_complete = true;            // no leaf was cut off
  std::size_t beam_width = 0;         // if not complete: the beam width after each number
  AnalyzedChain stepwise;             // the result of searching one number after the other
};

/// Analyzes positions with one evaluator and set of search options. Not thread-safe.
class PositionAnalyzer {
 public:
  PositionAnalyzer(Game game, const SearchOptions& options, EvaluatorFactory evaluator)
      : game_(game), options_(options), evaluator_(std::move(evaluator)) {}

  /// Returns the static evaluation, for the player to move.
  Value static_value(const Position& position) const;

  /// Returns true if the static evaluation of `position` is exact.
  bool is_exact(const Position& position) const;

  /// Returns all plays of the decision in the order of Search::rank(): deepest search first, each
  /// group best first.
  std::vector<ScoredPlay> plays(const Position& position, Dice dice);

  /// Returns all 21 rolls at a position to roll, highest equity first. Their plays are searched one
  /// ply less than the options say, so that the mean of the rolls is the position's value at the
  /// full depth.
  std::vector<AnalyzedRoll> rolls(const Position& position, int threads);

  /// Analyzes the chain that `dice` begin or that is pending. The best `max_chains` ways to play
  /// it, by static evaluation, are searched to one ply, the best half of these to two plies, and so
  /// on.
  ChainAnalysis whole_chain(const Position& position, Dice dice, std::size_t max_chains);

  /// Returns the number of positions evaluated so far.
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  struct Seat;

  AnalyzedChain chain_with_plays(Seat& seat, const Position& position, Dice dice,
                                 ChainEnd end) const;
  static void set_value(Seat& seat, int plies, AnalyzedChain& chain);
  ChainEnd play_stepwise(Seat& seat, const Position& position, Dice dice) const;

  Game game_;
  SearchOptions options_;
  EvaluatorFactory evaluator_;
  std::uint64_t evaluations_ = 0;
};

/// Returns the mean over all rolls: the value of the position before them.
Value mean_value(const std::vector<AnalyzedRoll>& rolls);

/// What to analyze, and how deeply.
struct AnalysisQuery {
  Game game = {};
  Position position{};
  std::optional<Dice> dice = {};  // nullopt: all rolls, or the plays of a pending position
  SearchOptions search = default_search(3);
  bool whole_chain = false;  // allowed only where has_chain() holds
  std::size_t chains = 40;   // number of ways to play a chain that are searched
  int threads = 1;
};

/// Returns true if a chain is pending or begins with `dice`.
bool has_chain(Game game, const Position& position, std::optional<Dice> dice);

/// The result of an analysis. Values are for the player to move.
struct AnalysisReport {
  Game game = {};
  Position position{};
  std::optional<Dice> dice;         // if a roll was analyzed
  int plies = 0;                    // requested depth
  Value static_value{};             // static evaluation of the position before any roll
  Value value{};                    // of the position, or after the roll if there is one
  bool is_exact = false;            // whether `value` is exact
  std::vector<AnalyzedRoll> rolls;  // of a position to roll
  std::vector<ScoredPlay> plays;    // of a decision, best first
  std::optional<ChainAnalysis> chain;
  std::vector<PlayRollout> rolled;  // of `plays`, or of the position with index 0; best first
  std::uint64_t evaluations = 0;    // number of positions evaluated

  /// Returns the dice to generate plays with.
  Dice dice_or_none() const { return dice.value_or(kNoDice); }

  /// Returns the best play of a decision by rollout or, without rollouts, by search.
  const ScoredPlay& best_play() const { return plays[rolled.empty() ? 0 : rolled[0].index]; }
  double best_equity() const {
    return rolled.empty() ? equity(value) : rolled[0].result.equity.mean;
  }
};

/// Analyzes the position, roll or chain of `query`.
AnalysisReport analyze(const AnalysisQuery& query, const EvaluatorFactory& evaluator);

/// Rolls out the position itself or, of a decision, the few plays that may be best by the search,
/// and fills in `report.rolled`.
void roll_out(AnalysisReport& report, const RolloutOptions& options,
              const EvaluatorFactory& evaluator,
              const std::function<void(const RolloutProgress&)>& progress = {});

/// The cost of a play made in a decision, in points for the player who made it.
struct DecisionGrade {
  ScoredPlay best;
  ScoredPlay made;
  bool is_forced = false;     // there was no other play
  bool mixed_depths = false;  // searched to different depths, so the cost is approximate
  double cost = 0.0;          // equity lost, at least 0
};

/// Grades the play that leads to `afterstate` (text, as in ScoredPlay) in the decision of `query`.
/// Such a play must exist.
DecisionGrade grade_decision(const AnalysisQuery& query, std::string_view afterstate,
                             const EvaluatorFactory& evaluator);

/// The luck of a roll at 0 plies, in points for the player to move.
struct RollLuck {
  double value = 0.0;  // equity before the roll: the mean over all rolls
  double luck = 0.0;   // equity of the roll minus that mean
};

RollLuck roll_luck(Game game, const Position& position, Dice dice,
                   const EvaluatorFactory& evaluator);

/// A play that loses at least this many points is a mistake.
inline constexpr double kMistakeThreshold = 0.04;

/// Returns the annotation symbol of an equity loss: "", "?!", "?" (a mistake) or "??".
std::string_view annotation_symbol(double cost);

}  // namespace gioul
