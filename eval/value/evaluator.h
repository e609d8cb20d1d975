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
  float equity;                  // in points, or a utility
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
  /// that end the game are not evaluated. An evaluator may select the `limit` most promising
  /// afterstates and evaluate only these.
  virtual void submit(const Position& before, const AfterstateList& list, std::size_t limit) = 0;

  /// Queues a single position, to be evaluated in the batch. Its results have one entry: the
  /// position itself, for the player to move there.
  virtual void submit(const Position& position) = 0;

  /// Evaluates the queue. The results stay valid until the next submit().
  virtual void flush() = 0;

  /// Returns the evaluated afterstates of a decision (an index in the last batch), in the order of
  /// its list. Equities are in points for the player who decides. Valid until results() is called
  /// again.
  virtual std::span<const AfterstateEquity> results(std::size_t decision) = 0;

  /// Returns the value of the afterstate results(decision)[i], for the player to move in it.
  virtual Value result_value(std::size_t decision, std::size_t i) const = 0;

  /// Returns the evaluated afterstates of a decision (an index in the last batch) with their
  /// utilities, for the player who decides. `mover_acts` is true if that player also moves next.
  std::span<const AfterstateEquity> results(std::size_t decision, const Utility& utility,
                                            bool mover_acts);

  /// Evaluates the afterstates of the decision at `before` at once, and returns them with their
  /// utilities (by default, equities) for the player who decides. `limit` is that of submit().
  std::span<const AfterstateEquity> evaluate(const Position& before, const AfterstateList& list,
                                             const Utility& utility = {},
                                             std::size_t limit = kMaxAfterstates);

 private:
  std::vector<AfterstateEquity> utilities_;
};

/// Base class of evaluators that value each position by itself, without regard to the position
/// before it. Subclasses implement evaluate(position) or evaluate_all().
class PositionEvaluator : public Evaluator {
 public:
  void submit(const Position& before, const AfterstateList& list, std::size_t limit) override;
  void submit(const Position& position) override;
  void flush() override;
  std::span<const AfterstateEquity> results(std::size_t decision) override;
  Value result_value(std::size_t decision, std::size_t i) const override {
    return values_[decisions_[decision].first_position + i];
  }

 protected:
  /// Computes the values and equities of `positions`, each for the player to move there, and stores
  /// them in the arrays `values` and `equities` of the same length.
  virtual void evaluate_all(std::span<const Position> positions, Value* values, float* equities);

 private:
  struct Decision {
    std::size_t first_position;  // in positions_
    std::size_t count;
    bool mover_acts_next;  // the player who decided moves next
  };
  void queue_positions(std::span<const Position> positions, bool mover_acts);

  std::vector<Decision> decisions_;
  std::vector<Position> positions_;
  std::vector<Value> values_;
  std::vector<float> equities_;
  std::vector<AfterstateEquity> results_;
  bool flushed_ = true;
};

/// Creates evaluators, one for each thread. Large data, such as a net, is shared between them.
using EvaluatorFactory = std::function<std::unique_ptr<Evaluator>()>;

/// Another program as an evaluator: returns the equity of a position in points, for the player to
/// roll. Not thread-safe.
using ExternalEvaluator = std::function<double(const Position&)>;

/// Creates external evaluators, one for each thread.
using ExternalEvaluatorFactory = std::function<ExternalEvaluator()>;

/// Returns the index of the best afterstate for the player who decides; the first of equal ones.
/// `equities` has the equity for that player of each position of `list`, or of some of them. An
/// index below equities.size() is one of `equities`; equities.size() + k is play k of those in
/// `list` that end the game, which are always compared too.
std::size_t best_afterstate_index(const AfterstateList& list, std::span<const float> equities);

/// Returns the index in `list` of the best afterstate for the player who decides. `results` has the
/// utilities of evaluated afterstates; plays that end the game are valued by `utility`, too.
std::size_t best_afterstate_index(const AfterstateList& list,
                                  std::span<const AfterstateEquity> results,
                                  const Utility& utility = {});

/// Returns the checkers of the player who made the decision, in its afterstate `next`. An
/// afterstate is from the viewpoint of the next player, who can be the same one.
inline const Side& mover_side(const AfterstateList& list, const Position& next) {
  return list.mover_acts_next() ? next.own : next.opp;
}

/// Returns true if the player who made the decision moves again with the same chain or forfeited
/// moves, so that the afterstates are pending.
inline bool chain_continues(const AfterstateList& list) {
  return list.mover_acts_next() && !list.positions().empty() &&
         list.positions().front().is_pending();
}

/// Returns `value` for the same player (`same_player`) or, flipped, for the other one.
inline Value from_viewpoint(bool same_player, const Value& value) {
  return same_player ? value : flipped(value);
}

}  // namespace gioul
