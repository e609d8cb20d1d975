// Lookahead: what a position or a play is worth when the next rolls are played out one by one and
// only what comes after them is left to an evaluator.
//
// One ply is one full roll-and-play of one side. The value of a position to roll at n plies is the
// mean over the 21 rolls of the best reply at n - 1 plies; a pending position (a chain, or what the
// opponent forfeited) costs no ply, as no dice are rolled: its value is that of the best way to
// play on. With an evaluator that is exact every search is exact.
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
inline constexpr double kAllChains = 4.0;  // more than there is between any two plays

/// How far and how wide to look. The defaults are measured: docs/analysis.md.
struct SearchOptions {
  int plies = 0;

  /// Of the plays at p - 1 plies, the best `filter` / 2^(p - 1) (but two at least) go on to p
  /// plies if they are no more than `margin` / 2^(p - 1) points behind the best.
  int filter = 16;
  double margin = 0.4;

  /// The searching player's own chains: positions kept after each number of a chain that is played
  /// on to its end. 0 takes the evaluator's word for a chain that has only begun. Chains that may
  /// come up after a roll are always taken at its word.
  int beam = 0;

  /// Where doublets begin chains, plays are compared with the doublets of the last roll valued as
  /// chains still owed, one evaluation each. Those that are then no more than `chain_margin` points
  /// behind the best are looked at again, with the best reply to doublets as to any other roll.
  double chain_margin = 0.02;

  /// Of the plays of a decision that comes after the one to be taken, no more than so many, the
  /// likeliest at a glance (Evaluator::submit), are looked at; of chains three times as many. 0:
  /// all.
  int replies = 8;

  bool operator==(const SearchOptions&) const = default;
};

/// The options that `plies` are best played with.
constexpr SearchOptions default_search(int plies) {
  return {.plies = plies, .beam = plies == 0 ? 0 : 16};
}

/// A play of a decision and its value, for the player who decides.
struct ScoredPlay {
  std::size_t index = 0;  // of the afterstate list
  int plies = 0;          // how deep it was looked at
  bool is_rough = false;  // at the last of these plies doublets are chains still owed
  double equity = 0.0;    // utility, if that is not points
  Value value{};          // the same in full
  // What people are shown besides: a search leaves it out (eval/study/evaluation.h).
  bool is_exact = false;  // the value is certain: a table's, or the game is over
  Ending ending = Ending::kNone;
  Play play{};               // one lawful play that leads there
  std::string afterstate{};  // as in the second column of `gioul moves`
};

/// Used by one thread at a time. Once the program is interrupted (base/interrupt.h), what has
/// been found so far is the answer.
class Search {
 public:
  virtual ~Search() = default;

  /// What outcomes are worth to the player who searches, from the next call on; points until it is
  /// called. His opponent is taken to want the opposite.
  virtual void set_utility(const Utility& utility) = 0;

  /// All lines of the decision at `before`, those looked at deepest first, of these those that are
  /// not rough, and each of these groups best first. Endings are certain and rank among the
  /// deepest. Valid until the next call.
  virtual std::span<const ScoredPlay> rank(const Position& before, const AfterstateList& list) = 0;

  /// The first line of rank(), found without the values of the others.
  virtual std::size_t choose(const Position& before, const AfterstateList& list) = 0;

  /// The value of `position` for its player to act at the options' plies.
  virtual Value evaluate(const Position& position) = 0;

  /// From here on it is as a new search, which asks for everything itself: what it is asked next
  /// does not make evaluations() depend on what it was asked before.
  virtual void forget() = 0;

  /// Positions of which the evaluator was asked since the search was made.
  virtual std::uint64_t evaluations() const = 0;
};

/// Makes a search of `game` around `evaluator`.
std::unique_ptr<Search> make_search(Game game, const SearchOptions& options,
                                    std::unique_ptr<Evaluator> evaluator);

}  // namespace gioul
