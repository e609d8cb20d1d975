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

namespace gioul {

/// What is said of a position that a decision leads to.
struct Reply {
  std::size_t place;  // in the decision's list
  float equity;       // for the player who decides
};

/// Used by one thread at a time. Calls are once a position or once a decision, never in a loop over
/// afterstates.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// The value of a position for its player to act, in double precision where it is exact.
  virtual Value evaluate(const Position& position) = 0;

  /// The equity of each position of `list` (not of its endings) for the player who decides at
  /// `before`. Valid until the evaluator is used again.
  virtual std::span<const float> equities(const Position& before, const AfterstateList& list) = 0;

  /// After equities(), until the evaluator is used again: the value of position `i` of that list,
  /// for its player to act.
  virtual Value value_of(std::size_t i) const = 0;

  /// Puts a decision beside those that wait; they are numbered from 0 on. Of its positions the
  /// evaluator may leave out all but the `most` that it thinks are the best before it looks
  /// closely.
  virtual void ask(const Position& before, const AfterstateList& list, std::size_t most);

  /// Puts a single position beside them. It has one reply, the position itself, for its own player.
  virtual void ask(const Position& position);

  /// Evaluates all that wait. What it says of them is valid until the next ask(), which is number 0
  /// again.
  virtual void answer() { answered_ = true; }

  /// Of a decision, those it did not leave out, as they are in its list.
  virtual std::span<const Reply> replies(std::size_t decision);

  /// The value of the i-th of them, for its player to act.
  virtual Value value_of_reply(std::size_t decision, std::size_t i) const;

  /// True if evaluate() gives this position's value under best play exactly: a rollout need not go
  /// on from here.
  virtual bool is_exact(const Position& /*position*/) const { return false; }

 private:
  void begin_asking();

  // Of those who look at one decision at a time.
  std::vector<Reply> replies_;
  std::vector<Value> values_;
  std::vector<std::size_t> starts_;  // of each decision's among them
  bool answered_ = true;
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

/// The mover's side in an afterstate of `list`.
inline const Side& mover_side(const AfterstateList& list, const Position& next) {
  return list.mover_acts_next() ? next.own : next.opp;
}

}  // namespace gioul
