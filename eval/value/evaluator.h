// An evaluator: positions in, values out, whatever it is made of. The family: a net
// (eval/value/net_evaluator.h), the table of a solved game (eval/solve/table_evaluator.h), endgame
// tables over either (eval/tables/endgame_evaluator.h).
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "engine/afterstates.h"
#include "engine/outcome.h"
#include "engine/position.h"

namespace gioul {

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

  /// True if evaluate() gives this position's value under best play exactly: a rollout need not go
  /// on from here.
  virtual bool is_exact(const Position& /*position*/) const { return false; }
};

/// Makes one instance a thread; what is large is shared between them.
using EvaluatorFactory = std::function<std::unique_ptr<Evaluator>()>;

}  // namespace gioul
