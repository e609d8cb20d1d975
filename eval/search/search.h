// N-ply lookahead (expectimax): computes the value of a position or a play by trying the next rolls
// and plays and evaluating the positions after them.
//
// One ply is one roll and play of one side. The value of a position to roll at n plies is the mean
// over the 21 distinct rolls of the best play at n - 1 plies. A pending position (a chain, or moves
// that the opponent forfeited) costs no ply since no dice are rolled: its value is that of its best
// continuation. With an exact evaluator, every search is exact.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/plays.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "eval/value/evaluator.h"
#include "eval/value/utility.h"

namespace gioul {

inline constexpr int kMaxPlies = 4;
inline constexpr int kMaxBeam = 256;
inline constexpr double kAllChains = 4.0;  // a chain_margin that expands all chains

/// Depth and width of a search. The defaults were measured (docs/analysis.md).
struct SearchOptions {
  int plies = 0;  // depth; 0: static evaluation of each play

  /// The move filter. The plays are searched to one ply after the other. For p plies, only the best
  /// `filter` / 2^(p - 1) of the last depth are searched (at least two), and only those at most
  /// `margin` / 2^(p - 1) points worse than the best.
  int filter = 16;
  double margin = 0.4;

  /// The beam width for the chains of the player who decides: after each number of such a chain, so
  /// many positions are kept until its end. 0: unfinished chains are evaluated statically. Chains
  /// after a later roll are always evaluated statically.
  int beam = 0;

  /// In games with chains, plays are first compared with each doublet of the last roll evaluated
  /// statically, as a chain still owed. Plays at most `chain_margin` points worse than the best are
  /// then compared again, with the best play of each doublet.
  double chain_margin = 0.02;

  /// The maximum number of plays evaluated in each decision after the first one, preselected by the
  /// pruning net (Evaluator::submit); three times as many inside chains. 0: no maximum.
  int max_replies = 8;

  bool operator==(const SearchOptions&) const = default;
};

/// Returns the recommended options for `plies`.
constexpr SearchOptions default_search(int plies) {
  return {.plies = plies, .beam = plies == 0 ? 0 : 16};
}

/// A play of a decision, and its value for the player who decides.
struct ScoredPlay {
  std::size_t index = 0;           // in the list of afterstates
  int plies = 0;                   // depth to which this play was searched
  bool chains_unexpanded = false;  // doublets of the last roll were evaluated as chains still owed
  double equity = 0.0;             // or utility, if the search has one
  Value value{};                   // outcome probabilities
  // For display only; not set by a search (eval/analysis/evaluation.h).
  bool is_exact = false;  // the value is from an exact table, or the play ends the game
  Ending ending = Ending::kNone;
  Play play{};               // a legal play that leads to the afterstate
  std::string afterstate{};  // as text, as in the second column of `gioul moves`
};

/// Searches decisions and positions of a game. Not thread-safe. On a stop request
/// (base/interrupt.h), a search stops and returns its best result so far.
class Search {
 public:
  virtual ~Search() = default;

  /// Sets the utility of the player who decides, for the next calls (default: points). The opponent
  /// is assumed to have the opposite utility.
  virtual void set_utility(const Utility& utility) = 0;

  /// Returns all plays of the decision at `before`, sorted: deepest search first, then plays with
  /// expanded chains, then by equity. Plays that end the game are exact and count as searched to
  /// the full depth. Valid until the next call.
  virtual std::span<const ScoredPlay> rank(const Position& before, const AfterstateList& list) = 0;

  /// Returns the index of the first play of rank(), without computing the values of the others.
  virtual std::size_t choose(const Position& before, const AfterstateList& list) = 0;

  /// Returns the value of `position` for the player to move, at the depth of the options.
  virtual Value evaluate(const Position& position) = 0;

  /// Clears the caches, so that later results and evaluations() do not depend on earlier calls.
  virtual void clear_cache() = 0;

  /// Returns the number of positions evaluated since the search was made.
  virtual std::uint64_t evaluations() const = 0;
};

/// Makes a search of `game` that evaluates positions with `evaluator`.
std::unique_ptr<Search> make_search(Game game, const SearchOptions& options,
                                    std::unique_ptr<Evaluator> evaluator);

}  // namespace gioul
