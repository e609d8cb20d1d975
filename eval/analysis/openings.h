// Rolls out the candidate plays of opening rolls and of replies to them, to find out which is best.
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
  std::vector<Play> plays;  // of one decision; of a chain, one per number
  RolloutStart start;       // the position after the play
  double search_equity = 0.0;
  RolloutResult result;
};

/// A roll and its candidate plays.
struct RollAnalysis {
  Position position{};
  Dice dice{};
  std::vector<RollCandidate> plays;  // the plays rolled out, best first; at least one

  const RollCandidate& best() const { return plays.front(); }
};

/// How to select and roll out the plays of a roll.
struct RollAnalyzerOptions {
  SearchOptions search = default_search(1);
  std::size_t plays = 5;  // maximum number of candidates
  RolloutOptions rollout = {.game = find_game("gioul"), .trials = 51840, .drop_sigmas = 3.3};
};

/// The results of both rollouts of a roll.
struct RollRollouts {
  std::vector<RolloutResult> plays;  // of each candidate, in the order of the search
  RolloutResult best;                // of the best one again, with other dice
};

/// Stores the rollouts of rolls, so that an analysis can be stopped, resumed and split over
/// machines.
class RollCache {
 public:
  virtual ~RollCache() = default;

  /// Returns the rollouts of roll `number`, bit-identical, if they are stored.
  virtual std::optional<RollRollouts> find(std::uint64_t number) = 0;
  /// Stores the rollouts of a roll.
  virtual void store(std::uint64_t number, const RollRollouts& rollouts) = 0;
};

/// Analyzes rolls by rollouts. The results depend only on the arguments and options.
class RollAnalyzer {
 public:
  /// `player` chooses the plays of the rollouts; if it is empty, `evaluator` does. The search
  /// always uses `evaluator`.
  RollAnalyzer(Game game, RollAnalyzerOptions options, EvaluatorFactory evaluator,
               PlayerFactory player = {});

  /// Finds the candidate plays of a roll and rolls them out. Rolls with different numbers have
  /// independent dice. Differences come from rolling out all plays with the same dice, dropping
  /// those clearly worse; the equity of the best comes from a second rollout with other dice, so
  /// that the choice does not bias it. Uses rollouts found in `cache` and stores others there,
  /// which does not change the result. Throws InputError if the cache has rollouts of another roll.
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

/// Returns the mean equity of rolls with different numbers (at least one). For all 21 rolls it is
/// the equity of the position before the roll.
Estimate mean_equity(std::span<const RollAnalysis> rolls);

/// The replies to the best play of an opening roll.
struct OpeningReplies {
  std::size_t opening = 0;  // index in OpeningsReport::openings
  std::vector<RollAnalysis> rolls;
};

/// The result of an analysis of openings.
struct OpeningsReport {
  Game game = {};
  std::string net;  // name of the net or player of the rollouts
  std::int64_t trials = 0;
  std::int64_t reply_trials = 0;
  std::uint64_t seed = 0;
  std::vector<RollAnalysis> openings;  // in the order of kRolls
  std::vector<OpeningReplies> replies;
};

/// Progress of an analysis of openings.
struct OpeningsProgress {
  std::string what;         // such as "opening 6-5" or "reply to 6-5, 3-1"
  std::size_t rolls = 0;    // rolls done before this one, including replies
  RolloutProgress rollout;  // of this roll
};

/// Analyzes all opening rolls of a game and replies to them.
class OpeningsAnalyzer {
 public:
  struct Options {
    Game game;
    Position start{};
    std::string name;  // of the net or player of the rollouts
    RollAnalyzerOptions openings;
    RollAnalyzerOptions replies;
    RollCache* cache = nullptr;  // stores rolls; may be null
  };
  using Progress = std::function<void(const OpeningsProgress&)>;

  /// Uses `evaluator` and `player` as RollAnalyzer does. Calls `progress` from time to time, from
  /// one thread at a time.
  OpeningsAnalyzer(Options options, EvaluatorFactory evaluator, PlayerFactory player = {},
                   Progress progress = {});

  /// Analyzes the opening rolls: all, or one work part. Rolls of other parts get no plays in the
  /// report.
  void analyze_openings(const WorkPart& part = {});

  /// Returns true if the opponent rolls after the best play of an opening (an index into kRolls).
  bool has_replies(std::size_t opening) const;

  /// Analyzes the replies to an opening for which has_replies() holds. Call after the openings.
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

/// Formats a play: "24/18 24/19"; for a chain "5's: 24/19(4) 6's: 19/13(2), forfeits 2".
std::string format_candidate(Game game, const RollAnalysis& roll, const RollCandidate& play);

/// Returns true if the roll begins a chain.
bool is_chain(Game game, const RollAnalysis& roll);

/// Returns the report as JSON (see docs/analysis.md).
std::string openings_json(const OpeningsReport& report);

}  // namespace gioul
