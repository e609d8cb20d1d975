// The interface of position evaluators: positions in, outcome probabilities and equities out. The
// implementations are nets (eval/value/net_evaluator.h), tables of solved games
// (eval/solve/exact_table.h) and endgame tables on top of either (eval/players/evaluator_loader.h).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/afterstates.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "eval/value/utility.h"

namespace gioul {

/// The equity of an afterstate, for the player who made the decision.
struct AfterstateEquity {
  std::size_t afterstate_index;  // index in the decision's list of afterstates
  float equity;                  // in points or as a utility
};

/// Evaluates single positions, or the afterstates of many decisions in one batch. submit() queues a
/// decision, and flush() evaluates the queue. Then results(i) returns the results of the i-th
/// decision (from 0) that was submitted since the last flush(). Virtual calls are made per position
/// or decision, never per afterstate. Not thread-safe.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// Evaluates one position at once and returns its value for the player to move, in double
  /// precision if it is exact. Must not be called while decisions are queued. Invalidates the
  /// results of earlier decisions.
  virtual Value evaluate(const Position& position) = 0;

  /// Returns true if evaluate() returns the exact value of this position under best play, so that a
  /// rollout can stop there.
  virtual bool is_exact(const Position& /*position*/) const { return false; }

  /// Queues the decision at the position `before`, whose afterstates are in `list`. Afterstates
  /// that end the game are not evaluated. If there are more than `limit` others, an evaluator may
  /// evaluate only the `limit` most promising ones.
  virtual void submit(const Position& before, const AfterstateList& list, std::size_t limit) = 0;

  /// Queues a single position, to be evaluated in the batch. Its results have one entry: the
  /// position itself, for the player to move there.
  virtual void submit(const Position& position) = 0;

  /// Evaluates the queue. The results stay valid until the next submit().
  virtual void flush() = 0;

  /// Returns the evaluated afterstates of the decision with this index in the last batch, in the
  /// order of its list. Equities are in points for the player who decides. Valid until the next
  /// call of results().
  virtual std::span<const AfterstateEquity> results(std::size_t decision) = 0;

  /// Returns the value of the afterstate results(decision)[i], for the player to move there.
  virtual Value result_value(std::size_t decision, std::size_t i) const = 0;

  /// Like results(decision), but with utilities in place of equities. `mover_acts` is true if the
  /// player who decides also moves next.
  std::span<const AfterstateEquity> results(std::size_t decision, const Utility& utility,
                                            bool mover_acts);

  /// Evaluates the afterstates of one decision at once: calls submit() and flush(), and returns the
  /// evaluated afterstates with their utilities (by default, equities) for the player who decides.
  std::span<const AfterstateEquity> evaluate(const Position& before, const AfterstateList& list,
                                             const Utility& utility = {},
                                             std::size_t limit = kMaxAfterstates);

 private:
  std::vector<AfterstateEquity> utilities_;  // memory of the last results with a utility
};

/// Base class of evaluators that evaluate each position by itself, independently of the decision
/// that leads to it. Subclasses implement evaluate(position), and can override evaluate_all().
class PositionEvaluator : public Evaluator {
 public:
  void submit(const Position& before, const AfterstateList& list, std::size_t limit) override;
  void submit(const Position& position) override;
  void flush() override;
  std::span<const AfterstateEquity> results(std::size_t decision) override;
  Value result_value(std::size_t decision, std::size_t i) const override {
    return values_[decisions_[decision].first_position_index + i];
  }

 protected:
  /// Computes the values and equities of `positions`, each for the player to move there, and stores
  /// them in the arrays `values` and `equities` of the same length.
  virtual void evaluate_all(std::span<const Position> positions, Value* values, float* equities);

 private:
  // A queued decision: the part of positions_ that has its afterstates.
  struct Decision {
    std::size_t first_position_index;  // index in positions_
    std::size_t position_count;        // number of positions
    bool mover_acts_next;              // true if the player who decided moves next
  };
  // Queues a decision with these afterstates.
  void queue_positions(std::span<const Position> positions, bool mover_acts);

  std::vector<Decision> decisions_;
  std::vector<Position> positions_;        // the positions of all queued decisions
  std::vector<Value> values_;              // by position, for the player to move there
  std::vector<float> equities_;            // by position, for the player to move there
  std::vector<AfterstateEquity> results_;  // memory of the last results()
  bool flushed_ = true;                    // true if the queue has been evaluated
};

/// Creates evaluators, one for each thread. Large data, such as a net, is shared between them.
using EvaluatorFactory = std::function<std::unique_ptr<Evaluator>()>;

/// An evaluator that asks another program: returns the equity of a position in points, for the
/// player to roll. Not thread-safe.
using ExternalEvaluator = std::function<double(const Position&)>;

/// Creates external evaluators, one for each thread.
using ExternalEvaluatorFactory = std::function<ExternalEvaluator()>;

/// Returns the index of the best afterstate for the player who decides; of equal ones, the first.
/// `equities` has the equities, for that player, of the positions of `list` or of some of them. The
/// endings in `list` are compared, too. A result i < equities.size() stands for equities[i];
/// equities.size() + k stands for the k-th play of `list` that ends the game.
std::size_t best_afterstate_index(const AfterstateList& list, std::span<const float> equities);

/// Returns the index in `list` of the best afterstate for the player who decides. `results` has the
/// utilities of the evaluated afterstates. Plays that end the game are compared, too, by `utility`.
std::size_t best_afterstate_index(const AfterstateList& list,
                                  std::span<const AfterstateEquity> results,
                                  const Utility& utility = {});

/// Returns the checkers of the player who made the decision, in the afterstate `next` of `list`. An
/// afterstate is from the viewpoint of the player to move next, who can be the same player.
inline const Side& mover_side(const AfterstateList& list, const Position& next) {
  return list.mover_acts_next() ? next.own : next.opp;
}

/// Returns true if the player who made the decision moves again with the same chain or forfeited
/// moves, so that the afterstates are pending.
inline bool chain_continues(const AfterstateList& list) {
  return list.mover_acts_next() && !list.positions().empty() &&
         list.positions().front().is_pending();
}

/// Returns `value` if `same_player` is true; else the value for the other player, which is
/// flipped(value).
inline Value from_viewpoint(bool same_player, const Value& value) {
  return same_player ? value : flipped(value);
}

}  // namespace gioul
