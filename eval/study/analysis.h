// What a position, a roll or a whole chain is worth, ready to be shown: every play with its value
// and how far it was looked at. For `gioul analyze` and for hints; nothing here prints.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/search/chain_ends.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// SearchOptions::filter of analyses. What a person looks at may take longer than what a player
/// plays: plays stay in the race that a player's search drops.
inline constexpr int kAnalysisFilter = 20;

/// One line of a decision. Values are those of the player who decides.
struct AnalyzedPlay {
  Play play;               // one lawful play that leads there
  std::size_t line = 0;    // of the decision's afterstate list
  std::string afterstate;  // as in the second column of `gioul moves`
  Ending ending = Ending::kNone;
  int plies = 0;          // how deep it was looked at
  bool is_exact = false;  // the value is certain: a table's, or the game is over
  double equity = 0.0;
  Value value{};
};

/// What a roll is worth, and how to play it.
struct AnalyzedRoll {
  Dice dice{};
  AnalyzedPlay best;
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
  std::vector<AnalyzedPlay> plays(const Position& position, Dice dice);

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

}  // namespace gioul
