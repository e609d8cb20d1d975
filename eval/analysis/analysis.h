// Analyzes a position, a roll or a whole chain: ranks the plays by search, and can roll out the
// best ones. Used by `gioul analyze` and for hints; nothing here prints.
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

/// The move filter (SearchOptions::filter) of analyses. An analysis may take longer than a decision
/// of a player, so more plays are searched deeper.
inline constexpr int kAnalysisFilter = 20;

/// A roll and its best play.
struct AnalyzedRoll {
  Dice dice{};
  ScoredPlay best;
};

/// A way to play a whole chain.
struct AnalyzedChain {
  std::vector<Play> plays;               // one per number of the chain
  std::vector<std::string> afterstates;  // the position after each of `plays`, as text
  ChainEnd end;                          // the last position, or the end of the game
  int plies = 0;                         // depth to which the end was searched
  bool is_exact = false;                 // whether `value` is exact
  double equity = 0.0;                   // for the player of the chain
  Value value{};                         // outcome probabilities for the player of the chain
};

/// All ways to play a chain.
struct ChainAnalysis {
  /// Those searched deepest first, then by equity; includes `stepwise`.
  std::vector<AnalyzedChain> chains;
  std::size_t ends_found = 0;  // number of distinct ends found
  bool is_complete = true;     // all ends were found; no position was cut off
  std::size_t beam_width = 0;  // if not complete: number of positions kept after each number
  AnalyzedChain stepwise;      // the plays chosen by searching one number after the other
};

/// Analyzes positions with an evaluator and search options. Not thread-safe.
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
  /// ply less deep than the options say, so that the mean over the rolls is the value of the
  /// position at the depth of the options.
  std::vector<AnalyzedRoll> rolls(const Position& position, int threads);

  /// Analyzes the chain that is pending at `position` or that `dice` begin. The best `max_chains`
  /// ways to play it, by static evaluation, are searched to one ply, the better half of these to
  /// two plies, and so on.
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

/// Returns the mean value over all rolls, which is the value of the position before the roll.
Value mean_value(const std::vector<AnalyzedRoll>& rolls);

/// The position to analyze, and the depth of the analysis.
struct AnalysisQuery {
  Game game = {};
  Position position{};
  std::optional<Dice> dice = {};  // nullopt: all rolls, or the plays of a pending position
  SearchOptions search = default_search(3);
  bool whole_chain = false;  // search the chain as a whole; only where has_chain() holds
  std::size_t chains = 40;   // maximum number of ways to play a chain that are searched
  int threads = 1;
};

/// Returns true if a chain is pending at `position` or begins with `dice`.
bool has_chain(Game game, const Position& position, std::optional<Dice> dice);

/// The result of an analysis. Values are for the player to move.
struct AnalysisReport {
  Game game = {};
  Position position{};
  std::optional<Dice> dice;  // the analyzed roll, if any
  int plies = 0;             // requested depth
  Value static_value{};      // static evaluation of the position before any roll
  Value value{};             // value of the position by search; after the roll if there is one
  bool is_exact = false;     // whether `value` is exact
  std::vector<AnalyzedRoll> rolls;     // all rolls, of a position to roll without dice
  std::vector<ScoredPlay> plays;       // all plays of a decision, best first
  std::optional<ChainAnalysis> chain;  // if AnalysisQuery::whole_chain
  /// Rollouts of some of `plays`, or of the position (index 0); best first.
  std::vector<PlayRollout> rolled;
  std::uint64_t evaluations = 0;  // number of positions evaluated

  /// Returns the dice to generate plays with, kNoDice if no roll was analyzed.
  Dice dice_or_none() const { return dice.value_or(kNoDice); }

  /// Returns the best play of a decision: by rollout or, if there are no rollouts, by search.
  const ScoredPlay& best_play() const { return plays[rolled.empty() ? 0 : rolled[0].index]; }
  /// Returns the equity of the best play or of the position: by rollout or, if there are no
  /// rollouts, by search.
  double best_equity() const {
    return rolled.empty() ? equity(value) : rolled[0].result.equity.mean;
  }
};

/// Analyzes the position, roll or chain of `query`.
AnalysisReport analyze(const AnalysisQuery& query, const EvaluatorFactory& evaluator);

/// Rolls out the position itself or, for a decision, the few plays that may be the best according
/// to the search, and fills in `report.rolled`.
void roll_out(AnalysisReport& report, const RolloutOptions& options,
              const EvaluatorFactory& evaluator,
              const std::function<void(const RolloutProgress&)>& progress = {});

/// The equity lost by a play made in a decision, in points for the player who made it.
struct DecisionGrade {
  ScoredPlay best;
  ScoredPlay made;         // the play that was made
  bool is_forced = false;  // there was no other legal play
  /// `best` and `made` were searched to different depths: the cost is approximate.
  bool mixed_depths = false;
  double cost = 0.0;  // equity lost compared with `best`, at least 0
};

/// Grades the play in the decision of `query` that leads to `afterstate` (text, as
/// ScoredPlay::afterstate). There must be such a play.
DecisionGrade grade_decision(const AnalysisQuery& query, std::string_view afterstate,
                             const EvaluatorFactory& evaluator);

/// The luck of a roll, by static evaluation, in points for the player to move.
struct RollLuck {
  double value = 0.0;  // mean equity over all rolls: that of the position before the roll
  double luck = 0.0;   // equity after the roll and its best play, minus that mean
};

/// Returns the luck of a roll at a position to roll.
RollLuck roll_luck(Game game, const Position& position, Dice dice,
                   const EvaluatorFactory& evaluator);

/// The equity loss, in points, from which on a play is a mistake.
inline constexpr double kMistakeThreshold = 0.04;

/// Returns the annotation symbol of an equity loss in points: "", "?!", "?" (a mistake) or "??".
std::string_view annotation_symbol(double cost);

}  // namespace gioul
