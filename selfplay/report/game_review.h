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

/// The equity that a player lost by not choosing the best plays. Counts only decisions with more
/// than one legal play.
struct ErrorTotals {
  std::int64_t decision_count = 0;  // number of decisions with more than one legal play
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
  /// The errors at each kind of decision, by index in kReviewedDecisionKinds.
  std::array<ErrorTotals, kReviewedDecisionKinds.size()> errors_by_decision_kind{};
  std::int64_t mistake_count = 0;  // number of plays that lost kMistakeThreshold or more
  double luck_points = 0.0;        // equity gained by the luck of the player's rolls, in points

  /// Returns the player's errors, summed over all kinds of decisions.
  ErrorTotals total_errors() const;
};

/// Returns a name for the skill of a player, such as "club player": the level of `gioul serve` with
/// the nearest error rate. `lost` are the player's errors. Returns "" if there are no decisions.
std::string_view skill_level_name(const ErrorTotals& lost);

/// A play in a reviewed game that lost equity.
struct Mistake {
  std::string game_file;            // ReviewOptions::game_file, which may be empty
  std::uint64_t game_number = 0;    // number of the game in the file
  std::size_t decision_number = 0;  // number of the decision in the game, from 1
  std::string player;               // name of the player who made the mistake
  Game variant = {};
  Decision decision = {};         // position and roll
  Play actual_play = {};          // the play that the player made
  Play best_play = {};            // the best play
  double equity_loss = 0.0;       // equity lost, in points
  bool has_mixed_depths = false;  // the two plays were searched to different depths
};

/// Options of Review::add().
struct ReviewOptions {
  SearchOptions search = {};     // options of the search that evaluates the plays
  std::size_t max_mistakes = 5;  // number of mistakes to list
  int threads = 1;               // number of threads
  std::string game_file = {};    // name of the game's file, if there are several; else empty
  /// Called after each decision, from any thread.
  std::function<void()> on_decision_graded = {};
};

/// Makers of the evaluators of one variant: one for the search of plays, and one for luck, which is
/// computed at 0 plies.
struct ReviewEvaluators {
  EvaluatorFactory play_evaluator_factory;
  EvaluatorFactory luck_evaluator_factory;
};

/// Loads the evaluators of a review from the net file `net`. `plies` is the depth of the search; at
/// 0 plies, plays have the net's own values. Throws InputError if the file cannot be used.
ReviewEvaluators load_review_evaluators(const std::string& net, Game game, int plies);

/// The results of a review of any number of games: error rates, luck and mistakes.
struct Review {
  int plies = 0;                                    // depth of the search, in plies
  std::vector<std::int64_t> games_by_variant = {};  // numbers of games, by Game::index()
  std::vector<PlayerReview> players = {};           // players in order of appearance
  std::vector<Mistake> worst_mistakes = {};         // worst mistakes, the worst first

  /// Reviews a game, which `check` has validated last, and adds its results. The results do not
  /// depend on the number of threads. Throws Interrupted, and adds nothing, on a stop request.
  void add(const AnnotatedGame& game, const GameValidator& check,
           const ReviewEvaluators& evaluators, const ReviewOptions& options);
};

/// Formats a review as one line of JSON; docs/analysis.md documents its fields.
std::string review_json(const Review& review);

}  // namespace gioul
