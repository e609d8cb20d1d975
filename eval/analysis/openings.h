// Rolls out the candidate plays of opening rolls, and of the opponent's rolls after them (replies),
// to find the best plays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/work_part.h"
#include "engine/games/game.h"
#include "eval/analysis/analysis.h"
#include "eval/play/player.h"
#include "eval/rollout/rollout.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// A way to play a roll, and the result of its rollout.
struct RollCandidate {
  std::vector<Play> plays;       // one play; for a chain, one per number of the chain
  RolloutStart rollout_start;    // the position after the plays, where the rollout starts
  double search_equity = 0.0;    // equity by search, in points, for the player who rolled
  RolloutResult rollout_result;  // result of the rollout, for the player who rolled
};

/// A roll, and its candidate plays compared by rollout.
struct RollAnalysis {
  Position position{};  // the position before the roll
  Dice dice{};          // the roll
  /// The candidates, best first by rollout; empty only in a report of one part of the work, for a
  /// roll of another part.
  std::vector<RollCandidate> candidates;

  /// Returns the candidate with the best rollout. There must be candidates.
  const RollCandidate& best_candidate() const { return candidates.front(); }
};

/// The options for selecting candidate plays of a roll and for rolling them out.
struct RollAnalyzerOptions {
  SearchOptions search_options = default_search_options(1);  // selects the candidates
  std::size_t max_candidates = 5;                            // maximum number of candidates
  RolloutOptions rollout_options = {.max_trials = 51840, .drop_sigmas = 3.3};
};

/// The results of the two rollouts of a roll. The first compares all candidates; the second
/// measures the best one with other dice, so that choosing the luckiest candidate does not bias its
/// equity.
struct RollRolloutResults {
  /// First rollout: one result per candidate, in the order of the search.
  std::vector<RolloutResult> candidate_results;
  RolloutResult best_result;  // second rollout: the result of the best candidate
};

/// Stores the rollouts of rolls, so that an analysis of openings can be stopped, resumed and split
/// over machines.
class OpeningRolloutCache {
 public:
  virtual ~OpeningRolloutCache() = default;

  /// Returns the rollouts of the roll with this number (see RollAnalyzer::analyze), exactly as they
  /// were stored; nullopt if they are not stored.
  virtual std::optional<RollRolloutResults> find(std::uint64_t number) = 0;
  /// Stores the rollouts of the roll with this number.
  virtual void store(std::uint64_t number, const RollRolloutResults& rollouts) = 0;
};

/// Finds the best plays of rolls by rollouts. The results depend only on the members and arguments.
struct RollAnalyzer {
  Game game = {};
  RollAnalyzerOptions options = {};
  EvaluatorFactory evaluator = {};  // for the search for candidates and for the rollouts
  /// Makes the players that choose the plays in the rollouts; if it is empty, `evaluator` does.
  PlayerFactory player = {};

  /// Finds the candidate plays of a roll and rolls them out. `number` selects the dice of the
  /// rollouts: rolls with different numbers have independent dice.
  /// The first rollout compares all candidates with the same dice and drops those that are clearly
  /// worse. A second rollout measures the best one with other dice, so that its equity is unbiased.
  /// Rollouts found in `cache` are used, and others are stored there; this does not change the
  /// result. Throws InputError if the cache has rollouts of another roll.
  RollAnalysis analyze(const Position& position, Dice dice, std::uint64_t number,
                       const std::function<void(const RolloutProgress&)>& progress = {},
                       OpeningRolloutCache* cache = nullptr) const;

 private:
  // Runs the two rollouts of a roll.
  RollRolloutResults roll_out(const std::vector<RollCandidate>& plays, std::uint64_t number,
                              const std::function<void(const RolloutProgress&)>& progress) const;
  // Returns the candidates selected by the search, best first, without rollout results.
  std::vector<RollCandidate> find_candidates(const Position& position, Dice dice) const;
};

/// Returns the dice seed of rollout `number` of an analysis whose own seed is `seed`.
constexpr std::uint64_t rollout_seed(std::uint64_t seed, std::uint64_t number) {
  return 1'000'000 * seed + number;
}

/// Returns the mean equity of the best plays of `rolls` (at least one), weighted by the probability
/// of each roll. For all 21 rolls, it is the equity of the position before the roll. The rolls must
/// have been analyzed with different roll numbers (RollAnalyzer::analyze), so that their errors are
/// independent.
Estimate mean_equity(std::span<const RollAnalysis> rolls);

/// The opponent's rolls after the best play of an opening roll, with their best plays.
struct OpeningReplies {
  std::size_t opening_index = 0;          // index in OpeningsReport::opening_rolls
  std::vector<RollAnalysis> reply_rolls;  // all 21 replies, in the order of kDistinctRolls
};

/// The result of an analysis of openings.
struct OpeningsReport {
  Game game = {};
  std::string player_name;  // name of the net or player that plays the rollouts
  /// Maximum number of trials of each play for an opening roll, in one rollout.
  std::int64_t max_opening_trials = 0;
  /// Maximum number of trials of each play for a reply roll, in one rollout.
  std::int64_t max_reply_trials = 0;
  std::uint64_t seed = 0;                   // dice seed of the rollouts
  std::vector<RollAnalysis> opening_rolls;  // the opening rolls, in the order of kDistinctRolls
  std::vector<OpeningReplies> replies;      // one entry per opening whose replies were analyzed
};

/// Progress of an analysis of openings, for display.
struct OpeningsProgress {
  /// The roll being analyzed, such as "opening 6-5" or "reply to 6-5, 3-1".
  std::string current_roll;
  std::size_t rolls_done = 0;        // number of rolls finished, including replies
  RolloutProgress rollout_progress;  // progress of the rollout of the current roll
};

/// Finds the best plays of all opening rolls of a game, and of the replies to them.
class OpeningsAnalyzer {
 public:
  /// The game and the settings of its analysis.
  struct Options {
    Game game;
    Position start_position{};            // position before the opening roll
    std::string player_name;              // name of the net or player that plays the rollouts
    RollAnalyzerOptions opening_options;  // options for the opening rolls
    RollAnalyzerOptions reply_options;    // options for the replies
    OpeningRolloutCache* rollout_cache = nullptr;  // stores the rollouts of rolls; may be null
  };
  using OpeningsCallback = std::function<void(const OpeningsProgress&)>;

  /// `evaluator` and `player` are used as in RollAnalyzer. `progress` is called from time to time,
  /// from one thread at a time.
  OpeningsAnalyzer(Options options, EvaluatorFactory evaluator, PlayerFactory player = {},
                   OpeningsCallback progress = {});

  /// Analyzes all opening rolls or, in a run that is split over machines, those of one part of the
  /// work. In the report, rolls of other parts have no candidates.
  void analyze_openings(const WorkPart& part = {});

  /// Returns true if the opponent rolls next after the best play of the opening roll
  /// kDistinctRolls[opening]. Returns false if the game has ended or if forfeited moves of a chain
  /// must be played before the next roll.
  bool has_replies(std::size_t opening) const;

  /// Analyzes the replies to the opening roll kDistinctRolls[opening]. Must be called after
  /// analyze_openings(), and only if has_replies(opening).
  void analyze_replies(std::size_t opening);

  /// Returns the results so far.
  const OpeningsReport& report() const { return report_; }

 private:
  // Analyzes the rolls of `part` at `position`. Roll i of kDistinctRolls has number `first_number`
  // + i; `what` is the text before the roll in OpeningsProgress::current_roll.
  std::vector<RollAnalysis> analyze_all_rolls(const RollAnalyzerOptions& options,
                                              const Position& position, const std::string& what,
                                              std::size_t first_number, const WorkPart& part = {});

  Options options_;
  EvaluatorFactory evaluator_;
  PlayerFactory player_;
  OpeningsCallback progress_;
  std::size_t rolls_done_ = 0;  // number of rolls analyzed so far
  OpeningsReport report_;
};

/// Formats a candidate play of a roll, such as "24/18 24/19". The plays of a chain are listed by
/// number, as in "5's: 24/19(4) 6's: 19/13(2), forfeits 2".
std::string format_candidate(Game game, const RollAnalysis& roll, const RollCandidate& play);

/// Returns the report as JSON (see docs/analysis.md).
std::string openings_json(const OpeningsReport& report);

}  // namespace gioul
