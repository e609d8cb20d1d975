// How well games were played: every decision is judged by a look ahead, summed up for each player,
// and the plays that cost most are kept. `gioul review` prints it; the page of `gioul serve` shows
// the same of one game.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/plays.h"
#include "engine/turn.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"
#include "selfplay/record/game_file.h"

namespace gioul {

/// What a player lost in decisions that left him a choice.
struct Lost {
  std::int64_t decisions = 0;
  double points = 0.0;

  /// Millipoints a decision, 0 without any.
  double error_rate() const {
    return decisions == 0 ? 0.0 : 1000.0 * points / static_cast<double>(decisions);
  }
};

inline constexpr std::array<std::string_view, 4> kReviewedKinds = {"rolls", "doublets", "chains",
                                                                   "forfeited numbers"};

struct PlayerReview {
  std::string name;
  std::int64_t games = 0;
  std::array<Lost, kReviewedKinds.size()> by_kind{};
  std::int64_t mistakes = 0;  // plays that cost kMistake or more
  double luck = 0.0;          // of all his rolls, in points

  Lost all() const;
};

/// The level of the page of `gioul serve` that plays about so well; empty without decisions.
std::string_view level_of(const Lost& lost);

struct CostlyPlay {
  std::uint64_t game = 0;    // its number in the file
  std::size_t decision = 0;  // from 1
  std::string player;
  Game variant = {};
  Decision in = {};
  Play made = {};
  Play best = {};
  double cost = 0.0;      // points
  bool is_mixed = false;  // Verdict::is_mixed
};

struct ReviewOptions {
  SearchOptions search = {};
  std::size_t top = 5;  // plays that are kept
  int threads = 1;
  /// Is called after each decision, from any thread.
  std::function<void()> judged = {};
};

/// Of one game (rules): to judge plays at the options' plies, and luck at 0 plies.
struct ReviewEvaluators {
  EvaluatorFactory plays;
  EvaluatorFactory luck;
};

struct Review {
  int plies = 0;
  std::vector<std::int64_t> games = {};    // by Game::index()
  std::vector<PlayerReview> players = {};  // in the order in which they come
  std::vector<CostlyPlay> costliest = {};  // the costliest first

  /// Adds the game that `check` has just accepted: the same sums for any number of threads. Throws
  /// Interrupted, and has not added it then.
  void add(const NotedGame& game, const GameChecker& check, const ReviewEvaluators& evaluators,
           const ReviewOptions& options);
};

/// One object of JSON on a line of its own; docs/analysis.md has its fields.
std::string review_json(const Review& review);

}  // namespace gioul
