// Reviews games: evaluates every decision by search, computes each player's error rate and luck,
// and lists the worst mistakes. Used by `gioul review` and by the page of `gioul serve`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/plays.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"
#include "selfplay/record/game_file.h"

namespace gioul {

/// The equity that a player lost by plays other than the best, in decisions with a choice.
struct ErrorTotals {
  std::int64_t decision_count = 0;  // decisions with more than one play
  double points_lost = 0.0;         // equity lost, in points

  /// Returns the error rate in millipoints per decision; 0 without decisions.
  double error_rate() const {
    return decision_count == 0 ? 0.0 : 1000.0 * points_lost / static_cast<double>(decision_count);
  }
};

/// The kinds of decisions that are counted separately.
inline constexpr std::array<std::string_view, 4> kReviewedDecisionKinds = {
    "rolls", "doublets", "chains", "forfeited numbers"};

/// The errors and the luck of one player.
struct PlayerReview {
  std::string name;             // name of the player
  std::int64_t game_count = 0;  // number of games reviewed
  std::array<ErrorTotals, kReviewedDecisionKinds.size()>
      errors_by_kind{};            // by index in kReviewedDecisionKinds
  std::int64_t mistake_count = 0;  // plays that cost kMistakeThreshold or more
  double luck_points = 0.0;        // equity gained by the player's own rolls, in points

  /// Returns the player's errors, summed over all kinds of decisions.
  ErrorTotals total_errors() const;
};

/// Returns a name for the strength of a player, such as "club player": the level of `gioul serve`
/// with a similar error rate. Returns "" without decisions.
std::string_view strength_name(const ErrorTotals& lost);

/// A play in a reviewed game that lost equity.
struct Mistake {
  std::string game_file;            // file of the game (ReviewOptions::game_file); may be empty
  std::uint64_t game_number = 0;    // number of the game in the file
  std::size_t decision_number = 0;  // number of the decision in the game, from 1
  std::string player;               // name of the player who made it
  Game variant = {};
  Decision decision = {};         // position and roll
  Play actual_play = {};          // the play that was made
  Play best_play = {};            // the best play
  double equity_loss = 0.0;       // equity lost, in points
  bool has_mixed_depths = false;  // the two plays were searched to different depths
};

/// Options of Review::add().
struct ReviewOptions {
  SearchOptions search = {};     // search that evaluates the plays
  std::size_t max_mistakes = 5;  // number of mistakes to list
  int threads = 1;
  std::string game_file = {};  // the game's file, if there are several
  /// Called after each decision, from any thread.
  std::function<void()> on_decision_graded = {};
};

/// Evaluators of one variant: one to search plays, and one for luck, which is computed at 0 plies.
struct ReviewEvaluators {
  EvaluatorFactory play_evaluator_factory;
  EvaluatorFactory luck_evaluator_factory;
};

/// Loads the evaluators of a review at this depth from the net file `net`. At 0 plies plays have
/// the net's own values. Throws InputError for an unusable file.
ReviewEvaluators load_review_evaluators(const std::string& net, Game game, int plies);

/// The results of a review of any number of games: error rates, luck and mistakes.
struct Review {
  int plies = 0;                                    // search depth
  std::vector<std::int64_t> games_by_variant = {};  // number of games by Game::index()
  std::vector<PlayerReview> players = {};           // players in order of appearance
  std::vector<Mistake> worst_mistakes = {};         // the worst first

  /// Reviews a game, which `check` has validated last, and adds its results. The sums do not depend
  /// on the number of threads. Throws Interrupted if stopped; then the game was not added.
  void add(const AnnotatedGame& game, const GameValidator& check,
           const ReviewEvaluators& evaluators, const ReviewOptions& options);
};

/// Formats a review as one line of JSON; docs/analysis.md documents its fields.
std::string review_json(const Review& review);

}  // namespace gioul
