// An evaluator: positions in, values out, whatever it is made of. The family: a net
// (eval/value/net_evaluator.h), the table of a solved game (eval/solve/exact_table.h), endgame
// tables over either (eval/tables/evaluator_source.h).
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

/// A position that a decision leads to, and its equity for the player who decides.
struct AfterstateEquity {
  std::size_t index;  // in the decision's list
  float equity;
};

/// Used by one thread at a time. Calls are once a position or once a decision, never in a loop over
/// afterstates: decisions are queued, evaluated together and have the numbers 0, 1, ... in the
/// order in which they were submitted since the last flush().
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// The value of a position for its player to act, in double precision where it is exact. Not
  /// while decisions are queued; the results of earlier ones are gone afterwards.
  virtual Value evaluate(const Position& position) = 0;

  /// Returns true if evaluate() gives this position's value under best play exactly: a rollout need
  /// not go on from here.
  virtual bool is_exact(const Position& /*position*/) const { return false; }

  /// Queues the positions of `list` (not its endings), the decision at `before`. The evaluator may
  /// leave out all but the `limit` that it thinks are the best before it looks closely.
  virtual void submit(const Position& before, const AfterstateList& list, std::size_t limit) = 0;

  /// Queues a single position, a decision with one result: itself, for its own player.
  virtual void submit(const Position& position) = 0;

  /// Evaluates the queue. Its results are valid until the next submit().
  virtual void flush() = 0;

  /// The positions of a decision that were not left out, in the order of its list, in points. Valid
  /// until results() is called again.
  virtual std::span<const AfterstateEquity> results(std::size_t decision) = 0;

  /// The value of the i-th of them, for its player to act.
  virtual Value result_value(std::size_t decision, std::size_t i) const = 0;

  /// results() by the utility of the player who decides; he also acts next if `mover_acts`.
  std::span<const AfterstateEquity> results(std::size_t decision, const Utility& utility,
                                            bool mover_acts);

  /// The results of one decision alone, which is number 0.
  std::span<const AfterstateEquity> evaluate(const Position& before, const AfterstateList& list,
                                             const Utility& utility = {},
                                             std::size_t limit = kMaxAfterstates);

 private:
  std::vector<AfterstateEquity> utilities_;
};

/// An evaluator to which each position is a new one: it doesn't matter from where it was reached.
class PositionEvaluator : public Evaluator {
 public:
  void submit(const Position& before, const AfterstateList& list, std::size_t limit) override;
  void submit(const Position& position) override;
  void flush() override;
  std::span<const AfterstateEquity> results(std::size_t decision) override;
  Value result_value(std::size_t decision, std::size_t i) const override {
    return values_[decisions_[decision].begin + i];
  }

 protected:
  /// Fills in the values of `positions` and their equities, for their players to act.
  virtual void evaluate_all(std::span<const Position> positions, Value* values, float* equities);

 private:
  struct Decision {
    std::size_t begin;  // among all positions
    std::size_t count;
    bool mover_acts;
  };
  void add(std::span<const Position> positions, bool mover_acts);

  std::vector<Decision> decisions_;
  std::vector<Position> positions_;
  std::vector<Value> values_;
  std::vector<float> equities_;
  std::vector<AfterstateEquity> results_;
  bool flushed_ = true;
};

/// Makes one instance a thread; what is large is shared between them.
using EvaluatorFactory = std::function<std::unique_ptr<Evaluator>()>;

/// What another program thinks of a position: points for its player to roll, and nothing else. Used
/// by one thread at a time.
using OutsideJudge = std::function<double(const Position&)>;
using OutsideJudgeFactory = std::function<OutsideJudge()>;

/// The line with the most points for the mover, the first of equals: `equities` belong to the
/// positions of `list`, or to some of them in their order, and are seen by him; endings count what
/// they win. Returns an index among `equities`, or beyond them one of the endings.
std::size_t best_line(const AfterstateList& list, std::span<const float> equities);

/// The line that is best by `results`, which are by `utility`; endings count what that says.
std::size_t best_line(const AfterstateList& list, std::span<const AfterstateEquity> results,
                      const Utility& utility = {});

/// The mover's side in an afterstate of `list`.
inline const Side& mover_side(const AfterstateList& list, const Position& next) {
  return list.mover_acts_next() ? next.own : next.opp;
}

/// Returns true if the mover goes on with the rest of his chain or his forfeit.
inline bool chain_continues(const AfterstateList& list) {
  return list.mover_acts_next() && !list.positions().empty() &&
         list.positions().front().is_pending();
}

/// The value of a position, for its player to act or for the other one.
inline Value from_viewpoint(bool same_player, const Value& value) {
  return same_player ? value : flipped(value);
}

}  // namespace gioul
