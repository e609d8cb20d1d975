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

inline constexpr int kMaxPlies = 4;        // maximum of SearchOptions::plies
inline constexpr int kMaxChainBeam = 256;  // maximum of SearchOptions::chain_beam
/// A SearchOptions::chain_margin that expands all chains.
inline constexpr double kExpandAllChainsMargin = 4.0;

/// Depth and width of a search. The default values were chosen by measurements (docs/analysis.md).
struct SearchOptions {
  int plies = 0;  // search depth; 0: static evaluation of each play

  /// The move filter: the maximum number of plays that are searched to one ply, the best by static
  /// evaluation. The best of these are searched to two plies, and so on. Each further ply halves
  /// the maximum, but not below two.
  int move_filter = 16;
  /// A second limit of the move filter. For p plies, only plays at most `filter_margin` / 2^(p - 1)
  /// points worse than the best are searched.
  double filter_margin = 0.4;

  /// The beam width for chains (doublets that continue with higher numbers). If the decision is
  /// part of a chain, the chain is searched to its end, and this many positions are kept after each
  /// number. 0: unfinished chains are evaluated statically. Chains that begin with a later roll of
  /// the search are always evaluated statically.
  int chain_beam = 0;

  /// Limits the work for doublets in the last roll of the search. At first, each of them is
  /// evaluated statically, as a chain that is still owed. Then plays at most `chain_margin` points
  /// worse than the best play are compared again with expanded chains: each doublet is evaluated
  /// after its best play.
  double chain_margin = 0.02;

  /// The maximum number of plays evaluated in each decision after the first one; three times as
  /// many inside chains. The pruning net preselects them (Evaluator::submit). 0: no maximum.
  int max_replies = 8;

  bool operator==(const SearchOptions&) const = default;
};

/// Returns the recommended options for a search depth.
constexpr SearchOptions default_search_options(int plies) {
  return {.plies = plies, .chain_beam = plies == 0 ? 0 : 16};
}

/// A play of a decision, and its value by search for the player who decides.
struct ScoredPlay {
  std::size_t afterstate_index = 0;  // index in the decision's list of afterstates
  int searched_plies = 0;            // depth to which this play was searched
  /// True if doublets of the last roll were evaluated as chains still owed (see
  /// SearchOptions::chain_margin).
  bool has_unexpanded_chains = false;
  double equity = 0.0;  // in points, or as a utility if one was set
  Value value{};        // outcome probabilities
  // The other members are for display; they are set by fill_display_fields(), not by a search.
  bool is_exact = false;          // true if the value is from an exact table or the game has ended
  Ending ending = Ending::kNone;  // the ending if the play ends the game
  Play play{};                    // a legal play that leads to the afterstate
  std::string afterstate_text{};  // the position after the play, as text
};

/// Searches decisions and positions of a game. Not thread-safe. On a stop request
/// (base/interrupt.h), a search stops and returns its best result so far.
class Search {
 public:
  virtual ~Search() = default;

  /// Sets the utility that the player who decides maximizes, for the next calls (default: points).
  /// The opponent is assumed to maximize the opposite.
  virtual void set_utility(const Utility& utility) = 0;

  /// Returns all plays of the decision at `before`, best first. They are sorted by search depth,
  /// then by whether their chains were expanded (SearchOptions::chain_margin), then by equity.
  /// Plays that end the game are exact and count as searched to the full depth. Valid until the
  /// next call.
  virtual std::span<const ScoredPlay> rank(const Position& before, const AfterstateList& list) = 0;

  /// Returns the index in `list` of the best play, the first play that rank() returns. Faster than
  /// rank(), since the values of the other plays are not computed.
  virtual std::size_t choose(const Position& before, const AfterstateList& list) = 0;

  /// Returns the value of `position` for the player to move, at the search depth
  /// SearchOptions::plies.
  virtual Value evaluate(const Position& position) = 0;

  /// Clears the caches, so that the results and the cost of later calls do not depend on earlier
  /// ones.
  virtual void clear_cache() = 0;

  /// Returns the number of positions evaluated since the search was made, as a measure of work.
  virtual std::uint64_t evaluation_count() const = 0;
};

/// Makes a search for `game` that evaluates positions with `evaluator`.
std::unique_ptr<Search> make_search(Game game, const SearchOptions& options,
                                    std::unique_ptr<Evaluator> evaluator);

}  // namespace gioul
