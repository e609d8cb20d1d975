// N-ply lookahead (expectimax): the value of a position or a play, computed by playing the next
// rolls one by one and evaluating the positions after them.
//
// One ply is one roll and play of one side. The value of a position to roll at n plies is the mean
// over the 21 distinct rolls of the best play at n - 1 plies. A pending position (a chain, or moves
// that the opponent forfeited) costs no ply, as no dice are rolled: its value is that of its best
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
  int plies = 0;

  /// The move filter. Of the plays searched to p - 1 plies, the best `filter` / 2^(p - 1), at least
  /// two, are searched to p plies if they are at most `margin` / 2^(p - 1) points worse than the
  /// best.
  int filter = 16;
  double margin = 0.4;

  /// The beam width for the searching player's own chains: the number of positions kept after each
  /// number of a chain that is played to its end. 0 evaluates unfinished chains statically. Chains
  /// that can occur after a later roll are always evaluated statically.
  int beam = 0;

  /// In games with chains, plays are first compared with the doublets of the last roll valued as
  /// chains still owed, one evaluation each. Plays at most `chain_margin` points worse than the
  /// best are then compared again with the best play of each doublet.
  double chain_margin = 0.02;

  /// The maximum number of plays evaluated in each decision after the first one, preselected by the
  /// pruning net (Evaluator::submit); three times as many inside chains. 0: all.
  int max_replies = 8;

  bool operator==(const SearchOptions&) const = default;
};

/// Returns the recommended options for `plies`.
constexpr SearchOptions default_search(int plies) {
  return {.plies = plies, .beam = plies == 0 ? 0 : 16};
}

/// A play of a decision and its value for the player who decides.
struct ScoredPlay {
  std::size_t index = 0;           // in the afterstate list
  int plies = 0;                   // depth of the search
  bool chains_unexpanded = false;  // in the last ply, doublets were valued as owed chains
  double equity = 0.0;             // or utility, if that is not points
  Value value{};                   // outcome probabilities
  // For display only; not set by a search (eval/analysis/evaluation.h).
  bool is_exact = false;  // from an exact table, or the game is over
  Ending ending = Ending::kNone;
  Play play{};               // a legal play that leads there
  std::string afterstate{};  // text, as in the second column of `gioul moves`
};

/// Searches decisions and positions of a game. Not thread-safe. On a stop request
/// (base/interrupt.h), a search stops and returns its best result so far.
class Search {
 public:
  virtual ~Search() = default;

  /// Sets the searching player's utility for the next calls (default: points). The opponent is
  /// assumed to want the opposite.
  virtual void set_utility(const Utility& utility) = 0;

  /// Returns all plays of the decision at `before`, sorted: deepest search first, then those with
  /// chains expanded, then by equity. Plays that end the game are exact and count as searched to
  /// the full depth. Valid until the next call.
  virtual std::span<const ScoredPlay> rank(const Position& before, const AfterstateList& list) = 0;

  /// Returns the index of the first play of rank(), without computing the values of the others.
  virtual std::size_t choose(const Position& before, const AfterstateList& list) = 0;

  /// Returns the value of `position` for the player to move, at the depth of the options.
  virtual Value evaluate(const Position& position) = 0;

  /// Clears the caches, so that results and evaluations() of later calls do not depend on earlier
  /// ones.
  virtual void clear_cache() = 0;

  /// Returns the number of positions evaluated since the search was made.
  virtual std::uint64_t evaluations() const = 0;
};

/// Makes a search of `game` that evaluates positions with `evaluator`.
std::unique_ptr<Search> make_search(Game game, const SearchOptions& options,
                                    std::unique_ptr<Evaluator> evaluator);

}  // namespace gioul
