// Analyzes a position, a roll or a whole chain: ranks the plays by search, and can roll out the
// best ones. A chain is a doublet that continues with the next higher numbers, up to four 6's; each
// number is a decision of its own. Used by `gioul analyze` and for hints; nothing here prints.
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

/// The move filter (SearchOptions::move_filter) of analyses: the maximum number of plays searched
/// to one ply. It is larger than the default for players, since an analysis may take longer than a
/// decision in a game.
inline constexpr int kAnalysisMoveFilter = 20;

/// A roll and the best play that a search found for it.
struct AnalyzedRoll {
  Dice dice{};
  ScoredPlay best_play;
};

/// One way to play a whole chain (a doublet that continues with the next higher numbers), and the
/// value that a search found for it.
struct ScoredChainPlay {
  std::vector<Play> plays;                    // the plays, one per number of the chain
  std::vector<std::string> afterstate_texts;  // the position after each of `plays`, as text
  ChainEnd chain_end;      // the position after the last play, or the end of the game
  int searched_plies = 0;  // search depth of the last position
  bool is_exact = false;   // whether `value` is exact
  double equity = 0.0;     // in points, for the player of the chain
  Value value{};           // outcome probabilities for the player of the chain
};

/// The best ways to play a chain, and whether all possible ways were considered.
struct ChainAnalysis {
  /// The searched ways to play the chain, including `stepwise_play`. The ways searched deepest come
  /// first; ways of equal depth are sorted by equity, best first.
  std::vector<ScoredChainPlay> chain_plays;
  std::size_t found_end_count = 0;  // number of distinct final positions found
  bool is_complete = true;          // true if all possible final positions were found
  /// The maximum number of positions kept after each number of the chain. It was applied only if
  /// `is_complete` is false.
  std::size_t beam_width = 0;
  /// The way to play the chain if each number is decided by a search of its own, one after another,
  /// as in a game.
  ScoredChainPlay stepwise_play;
};

/// Analyzes positions, rolls and chains of a game by search. Not thread-safe.
class PositionAnalyzer {
 public:
  /// `options` sets the depth and width of the searches, whose evaluators are made by `evaluator`.
  PositionAnalyzer(Game game, const SearchOptions& options, EvaluatorFactory evaluator)
      : game_(game), options_(options), evaluator_(std::move(evaluator)) {}

  /// Returns all plays of the decision at `position` with `dice`. The plays that were searched
  /// deepest come first; plays of equal depth are sorted by equity, best first.
  std::vector<ScoredPlay> analyze_plays(const Position& position, std::optional<Dice> dice);

  /// Returns all 21 rolls at a position to roll with their best plays, highest equity first. The
  /// search depth of the plays is one ply less than SearchOptions::plies. So the mean over the
  /// rolls is the value of the position at SearchOptions::plies.
  std::vector<AnalyzedRoll> analyze_rolls(const Position& position, int threads);

  /// Analyzes the chain that is in progress at `position` or that `dice` begin. First lists the
  /// ways to play it and selects the best `max_chains` by static evaluation. These are searched to
  /// one ply, the better half of them to two plies, and so on. `progress` receives the fraction
  /// done.
  ChainAnalysis analyze_whole_chain(const Position& position, std::optional<Dice> dice,
                                    std::size_t max_chains, const FractionListener& progress = {});

  /// Returns the number of positions evaluated so far, as a measure of the work done.
  std::uint64_t evaluation_count() const { return evaluation_count_; }

 private:
  struct SearchContext;  // a search and its evaluator

  // Completes `end`, a way to play the chain at `position`, with its plays and texts.
  ScoredChainPlay make_chain_play(SearchContext& context, const Position& position,
                                  std::optional<Dice> dice, ChainEnd end) const;
  // Searches the last position of `chain` to `plies` plies, and stores its value in `chain`.
  static void search_last_position(SearchContext& context, int plies, ScoredChainPlay& chain);
  // Plays the chain with one search per number, as in a game. Returns its end.
  ChainEnd play_stepwise(SearchContext& context, const Position& position,
                         std::optional<Dice> dice) const;

  Game game_;
  SearchOptions options_;
  EvaluatorFactory evaluator_;
  std::uint64_t evaluation_count_ = 0;
};

/// Returns the mean value of `rolls`, all 21 rolls, weighted by their probabilities. This is the
/// value of the position before the roll.
Value mean_value_over_rolls(const std::vector<AnalyzedRoll>& rolls);

/// The position to analyze, and the depth and width of the analysis.
struct AnalysisQuery {
  Game game = {};
  Position position{};
  /// The roll to analyze. If it is nullopt, all rolls are analyzed. But if moves are pending (owed
  /// from a chain or forfeited by the opponent), the plays of these moves are analyzed.
  std::optional<Dice> dice = {};
  SearchOptions search_options = default_search_options(3);  // depth and width of the search
  bool searches_whole_chain = false;  // search the chain as a whole; requires is_chain_decision()
  std::size_t max_chain_plays = 40;   // maximum number of ways to play the chain that are searched
  int threads = 1;
};

/// Returns true if a chain is in progress at `position` or begins with `dice`, so that
/// AnalysisQuery::searches_whole_chain can be used.
bool is_chain_decision(Game game, const Position& position, std::optional<Dice> dice);

/// The result of an analysis. Values and equities are for the player to move.
struct AnalysisReport {
  Game game = {};
  Position position{};
  std::optional<Dice> dice;  // the analyzed roll, if any
  int requested_plies = 0;   // search depth that was requested
  Value static_value{};      // static evaluation of the position before any roll
  /// Value of the position by search: after the roll if there is one, else before it.
  Value value{};
  bool is_exact = false;                        // whether `value` is exact
  std::vector<AnalyzedRoll> analyzed_rolls;     // all 21 rolls, if no roll was given; else empty
  std::vector<ScoredPlay> plays;                // all plays of a decision, best first; else empty
  std::optional<ChainAnalysis> chain_analysis;  // set if AnalysisQuery::searches_whole_chain was
  /// The rollouts of some of `plays` or, without a decision, of the position itself; best first.
  /// PlayRollout::start_index is the index in `plays`, or 0 for the position. Set by roll_out().
  std::vector<PlayRollout> rollouts;
  std::uint64_t evaluation_count = 0;  // number of positions evaluated

  /// Returns the best play of a decision, by rollout if there are rollouts, else by search. `plays`
  /// must not be empty.
  const ScoredPlay& best_play() const {
    return plays[rollouts.empty() ? 0 : rollouts[0].start_index];
  }
  /// Returns the equity of the best play or of the position: by rollout if there are rollouts, else
  /// by search.
  double best_equity() const {
    return rollouts.empty() ? equity(value) : rollouts[0].result.equity.mean;
  }
};

/// Analyzes the position, roll or chain of `query`, without rollouts. `progress` receives the
/// fraction done of the analysis of a whole chain, which may take seconds.
AnalysisReport analyze(const AnalysisQuery& query, const EvaluatorFactory& evaluator,
                       const FractionListener& progress = {});

/// Rolls out the analyzed position or, for a decision, the few plays that may be the best according
/// to the search. Stores the results in `report.rollouts`.
void roll_out(AnalysisReport& report, const RolloutOptions& options,
              const EvaluatorFactory& evaluator,
              const std::function<void(const RolloutProgress&)>& progress = {});

/// The grade of a play made in a game: the equity it lost against the best play, in points for the
/// player who made it.
struct DecisionGrade {
  ScoredPlay best_play;    // the best play
  ScoredPlay actual_play;  // the play that was made
  bool is_forced = false;  // true if there was only one legal play
  /// True if `best_play` and `actual_play` were searched to different depths, so that `equity_loss`
  /// is approximate.
  bool has_mixed_depths = false;
  double equity_loss = 0.0;  // equity lost compared with `best_play`, in points; >= 0
};

/// Returns the grade of one play of the decision `query`. `afterstate` is the text of the position
/// after the play (ScoredPlay::afterstate_text); a legal play must lead to it.
DecisionGrade grade_decision(const AnalysisQuery& query, std::string_view afterstate,
                             const EvaluatorFactory& evaluator);

/// The luck of a roll: the equity it gained over an average roll, in points for the player to move.
/// Computed without search.
struct RollLuck {
  double equity_before = 0.0;  // equity of the position before the roll: the mean over all rolls
  double luck = 0.0;           // equity after the roll and its best play, minus `equity_before`
};

/// Returns the luck of the roll `dice` at a position to roll.
RollLuck roll_luck(Game game, const Position& position, Dice dice,
                   const EvaluatorFactory& evaluator);

/// A play that loses at least this equity, in points, is a mistake.
inline constexpr double kMistakeThreshold = 0.04;

/// Returns the annotation symbol for a play that loses `equity_loss` points: "" (below 0.01), "?!",
/// "?" (a mistake) or "??" (from 0.1).
std::string_view annotation_symbol(double equity_loss);

}  // namespace gioul
