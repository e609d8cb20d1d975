// What a position, a roll or a whole chain is worth, ready to be shown: every play with its value
// and how far it was looked at. For `gioul analyze` and for hints; nothing here prints.
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
#include "eval/play/rollout.h"
#include "eval/search/chain_ends.h"
#include "eval/search/search.h"
#include "eval/study/rollout_report.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// SearchOptions::filter of analyses. What a person looks at may take longer than what a player
/// plays: plays stay in the race that a player's search drops.
inline constexpr int kAnalysisFilter = 20;

/// What a roll is worth, and how to play it.
struct AnalyzedRoll {
  Dice dice{};
  ScoredPlay best;
};

/// A whole chain as one line of play.
struct AnalyzedChain {
  std::vector<Play> plays;               // number by number
  std::vector<std::string> afterstates;  // after each of them
  ChainEnd end;
  int plies = 0;
  bool is_exact = false;
  double equity = 0.0;
  Value value{};
};

struct ChainAnalysis {
  std::vector<AnalyzedChain> chains;  // best first; those looked at deepest come first
  std::size_t found = 0;              // different ends of the chain that were looked at
  bool is_complete = true;            // these are all there are
  std::size_t kept = 0;               // else of each number the best so many were played on from
  AnalyzedChain by_decisions;         // what the search comes to; it is among the chains
};

class Analyst {
 public:
  Analyst(Game game, const SearchOptions& options, EvaluatorFactory evaluator)
      : game_(game), options_(options), evaluator_(std::move(evaluator)) {}

  /// What the evaluator says without looking ahead, for the player to act.
  Value at_once(const Position& position) const;

  /// Whether that is the truth.
  bool is_exact(const Position& position) const;

  /// All plays of the decision in the search's order: those looked at deepest first, each of these
  /// groups best first.
  std::vector<ScoredPlay> plays(const Position& position, Dice dice);

  /// All 21 rolls from a position to roll, highest equity first. Their plays are looked at one ply
  /// less than the options say, so that their mean is the position's value at the options' plies.
  std::vector<AnalyzedRoll> rolls(const Position& position, int threads);

  /// The chain that `dice` begin or that is pending, as whole lines of play: the best `looked_at`
  /// by the evaluator's word are looked at one ply deep, the best half of them two, and so on.
  ChainAnalysis whole_chain(const Position& position, Dice dice, std::size_t looked_at);

  /// Positions of which the evaluator was asked so far.
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  struct Seat;

  AnalyzedChain with_plays(Seat& seat, const Position& position, Dice dice, ChainEnd end) const;
  static void set_value(Seat& seat, int plies, AnalyzedChain& chain);
  ChainEnd play_by_decisions(Seat& seat, const Position& position, Dice dice) const;

  Game game_;
  SearchOptions options_;
  EvaluatorFactory evaluator_;
  std::uint64_t evaluations_ = 0;
};

/// The mean over all rolls: the value of the position before them.
Value mean_value(const std::vector<AnalyzedRoll>& rolls);

struct AnalysisQuestion {
  Game game = {};
  Position position{};
  std::optional<Dice> dice = {};  // none: all rolls, or the plays of a pending position
  SearchOptions search = default_search(3);
  bool whole_chain = false;  // only where begins_chain()
  std::size_t chains = 40;   // whole chains that are looked at deeper
  int threads = 1;
};

/// Whether there is a chain to look at: pending, or begun by the dice.
bool begins_chain(Game game, const Position& position, std::optional<Dice> dice);

struct AnalysisReport {
  Game game = {};
  Position position{};
  std::optional<Dice> dice;         // if a roll of them was asked about
  int plies = 0;                    // asked for
  Value at_once{};                  // of the position, before any dice and without looking ahead
  Value value{};                    // of the position, or after the dice if there are any
  bool is_exact = false;            // the value is certain
  std::vector<AnalyzedRoll> rolls;  // of a position to roll
  std::vector<ScoredPlay> plays;    // of a decision
  std::optional<ChainAnalysis> chain;
  std::vector<PlayRollout> rolled;  // of `plays`, or 0 for the position itself; best first
  std::uint64_t evaluations = 0;    // positions that the evaluator was asked about

  /// What a pending decision is played without.
  Dice dice_or_none() const { return dice.value_or(kNoDice); }

  /// Of a decision: the play that rollouts, else the search, find best.
  const ScoredPlay& best_play() const { return plays[rolled.empty() ? 0 : rolled[0].index]; }
  double best_equity() const {
    return rolled.empty() ? equity(value) : rolled[0].result.equity.mean;
  }
};

AnalysisReport analyze(const AnalysisQuestion& question, const EvaluatorFactory& evaluator);

/// Plays out the position itself, or the few plays that may be best by the search, and fills
/// `report.rolled`.
void roll_out(AnalysisReport& report, const RolloutOptions& options,
              const EvaluatorFactory& evaluator,
              const std::function<void(const RolloutProgress&)>& progress = {});

/// Of a decision, in points of the player who made it.
struct Verdict {
  ScoredPlay best;
  ScoredPlay made;
  bool is_forced = false;  // there was no other play
  bool is_mixed = false;   // the two were looked at to different depths, so the cost is rough
  double cost = 0.0;       // how much less the play made is worth than the best, 0 at least
};

/// Of the decision in question, which was played to `afterstate` (as ScoredPlay has it; some play
/// must lead there).
Verdict judge(const AnalysisQuestion& question, std::string_view afterstate,
              const EvaluatorFactory& evaluator);

/// In points of the player to act, at 0 plies.
struct RollLuck {
  double value = 0.0;  // of the position before the roll: the mean over all rolls
  double luck = 0.0;   // how much more the roll is worth
};

RollLuck luck_of_roll(Game game, const Position& position, Dice dice,
                      const EvaluatorFactory& evaluator);

/// From so many points on a play is a mistake.
inline constexpr double kMistake = 0.04;

/// "", "?!", "?" (a mistake) or "??", as annotators have it.
std::string_view mark_of_cost(double cost);

}  // namespace gioul
