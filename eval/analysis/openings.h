// Rolls out the candidate plays of opening rolls, and of the replies to them, to find the best
// ones.
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

/// A way to play a roll, with its rollout.
struct RollCandidate {
  std::vector<Play> plays;     // one play; for a chain, one per number
  RolloutStart start;          // the position after the plays
  double search_equity = 0.0;  // by the search that selected the candidates
  RolloutResult result;
};

/// A roll and its candidate plays.
struct RollAnalysis {
  Position position{};
  Dice dice{};
  std::vector<RollCandidate> plays;  // the candidates, best first by rollout; at least one

  const RollCandidate& best() const { return plays.front(); }
};

/// The options for selecting and rolling out the candidates of a roll.
struct RollAnalyzerOptions {
  SearchOptions search = default_search(1);
  std::size_t plays = 5;  // maximum number of candidates
  RolloutOptions rollout = {.game = find_game("gioul"), .trials = 51840, .drop_sigmas = 3.3};
};

/// The results of the two rollouts of a roll: of all candidates, and of the best one alone.
struct RollRollouts {
  std::vector<RolloutResult> plays;  // of each candidate, in the order of the search
  RolloutResult best;                // of the best candidate, rolled out again with other dice
};

/// Stores the rollouts of rolls, so that an analysis can be stopped, resumed and split over
/// machines.
class RollCache {
 public:
  virtual ~RollCache() = default;

  /// Returns the rollouts of roll `number`, bit-identical to the stored ones; nullopt if they are
  /// not stored.
  virtual std::optional<RollRollouts> find(std::uint64_t number) = 0;
  /// Stores the rollouts of a roll.
  virtual void store(std::uint64_t number, const RollRollouts& rollouts) = 0;
};

/// Analyzes rolls by rollouts. The results depend only on the arguments and options.
class RollAnalyzer {
 public:
  /// `player` chooses the plays in the rollouts; if it is empty, `evaluator` does. The search for
  /// candidates always uses `evaluator`.
  RollAnalyzer(Game game, RollAnalyzerOptions options, EvaluatorFactory evaluator,
               PlayerFactory player = {});

  /// Finds the candidate plays of a roll and rolls them out. `number` identifies the roll; rolls
  /// with different numbers have independent dice. The first rollout compares all candidates with
  /// the same dice and drops those that are clearly worse. The equity of the best comes from a
  /// second rollout with other dice, so that the choice does not bias it. Rollouts found in `cache`
  /// are used, and others are stored there; this does not change the result. Throws InputError if
  /// the cache has rollouts of another roll.
  RollAnalysis analyze(const Position& position, Dice dice, std::uint64_t number,
                       const std::function<void(const RolloutProgress&)>& progress = {},
                       RollCache* cache = nullptr) const;

 private:
  RollRollouts roll_out(const std::vector<RollCandidate>& plays, std::uint64_t number,
                        const std::function<void(const RolloutProgress&)>& progress) const;
  std::vector<RollCandidate> candidates(const Position& position, Dice dice) const;

  Game game_;
  RollAnalyzerOptions options_;
  EvaluatorFactory evaluator_;
  PlayerFactory player_;
};

/// Returns the seed of rollout `number` of an analysis.
constexpr std::uint64_t rollout_seed(std::uint64_t seed, std::uint64_t number) {
  return 1'000'000 * seed + number;
}

/// Returns the mean equity of rolls that were analyzed with different numbers (at least one). For
/// all 21 rolls it is the equity of the position before the roll.
Estimate mean_equity(std::span<const RollAnalysis> rolls);

/// The replies to the best play of an opening roll.
struct OpeningReplies {
  std::size_t opening = 0;          // index in OpeningsReport::openings
  std::vector<RollAnalysis> rolls;  // all replies, in the order of kRolls
};

/// The result of an analysis of openings.
struct OpeningsReport {
  Game game = {};
  std::string net;                     // name of the net or player of the rollouts
  std::int64_t trials = 0;             // maximum number of trials per play of opening rolls
  std::int64_t reply_trials = 0;       // likewise of replies
  std::uint64_t seed = 0;              // of the rollouts
  std::vector<RollAnalysis> openings;  // in the order of kRolls
  std::vector<OpeningReplies> replies;
};

/// Progress of an analysis of openings.
struct OpeningsProgress {
  std::string
      current_roll;         // the roll being analyzed, such as "opening 6-5" or "reply to 6-5, 3-1"
  std::size_t rolls = 0;    // number of rolls done before this one, including replies
  RolloutProgress rollout;  // progress of the rollout of this roll
};

/// Analyzes all opening rolls of a game and replies to them.
class OpeningsAnalyzer {
 public:
  struct Options {
    Game game;
    Position start{};              // position before the opening roll
    std::string name;              // name of the net or player of the rollouts
    RollAnalyzerOptions openings;  // for the opening rolls
    RollAnalyzerOptions replies;   // for the replies
    RollCache* cache = nullptr;    // stores rolls; may be null
  };
  using Progress = std::function<void(const OpeningsProgress&)>;

  /// Uses `evaluator` and `player` as RollAnalyzer does. Calls `progress` from time to time, from
  /// one thread at a time.
  OpeningsAnalyzer(Options options, EvaluatorFactory evaluator, PlayerFactory player = {},
                   Progress progress = {});

  /// Analyzes the opening rolls: all, or those of one work part. In the report, rolls of other
  /// parts have no plays.
  void analyze_openings(const WorkPart& part = {});

  /// Returns true if the opponent rolls next after the best play of the opening roll
  /// kRolls[opening].
  bool has_replies(std::size_t opening) const;

  /// Analyzes the replies to the opening roll kRolls[opening], for which has_replies() must hold.
  /// Call after analyze_openings().
  void analyze_replies(std::size_t opening);

  const OpeningsReport& report() const { return report_; }

 private:
  std::vector<RollAnalysis> all_rolls(const RollAnalyzerOptions& options, const Position& position,
                                      const std::string& what, std::size_t first_number,
                                      const WorkPart& part = {});

  Options options_;
  EvaluatorFactory evaluator_;
  PlayerFactory player_;
  Progress progress_;
  std::size_t studied_ = 0;
  OpeningsReport report_;
};

/// Formats a candidate play, such as "24/18 24/19"; of a chain, such as "5's: 24/19(4) 6's:
/// 19/13(2), forfeits 2".
std::string format_candidate(Game game, const RollAnalysis& roll, const RollCandidate& play);

/// Returns true if the roll begins a chain.
bool is_chain(Game game, const RollAnalysis& roll);

/// Returns the report as JSON (see docs/analysis.md).
std::string openings_json(const OpeningsReport& report);

}  // namespace gioul
