// An evaluator: positions in, values out, whatever it is made of. A net and an exact table are
// interchangeable wherever a file is named.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include "engine/afterstates.h"
#include "engine/outcome.h"
#include "engine/rules.h"
#include "eval/exact_table.h"
#include "nn/evaluator.h"

namespace gioul {

/// Used by one thread at a time. Calls are once a position or once a decision, never in a loop over
/// afterstates.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// The value of a position for its player to act, in double precision where it is exact.
  virtual ExactValue evaluate(const Position& position) = 0;

  /// The equity of each position of `list` (not of its endings) for the player who decides at
  /// `before`. Valid until the evaluator is used again.
  virtual std::span<const float> equities(const Position& before, const AfterstateList& list) = 0;

  /// After equities(), until the evaluator is used again: the value of position `i` of that list,
  /// for its player to act.
  virtual ExactValue value_of(std::size_t i) const = 0;

  /// True if evaluate() gives this position's value under best play exactly: a rollout need not go
  /// on from here.
  virtual bool is_exact(const Position& /*position*/) const { return false; }
};

/// Makes one instance a thread; what is large is shared between them.
using EvaluatorFactory = std::function<std::unique_ptr<Evaluator>()>;

EvaluatorFactory net_evaluator_factory(std::shared_ptr<const NetEvaluator> net);

/// Loads a net (safetensors) or an exact table (`gioul solve --out`), told apart by their first
/// bytes. Throws InputError for a file that can't be used for this game. A table knows positions
/// with one number of checkers only; its evaluator throws InputError for others.
/// kInt16 needs a net of one hidden layer.
EvaluatorFactory load_evaluator(const std::filesystem::path& file, const Axes& axes,
                                Precision precision = Precision::kFloat);

/// The same in the numbers that self-play uses: kInt16 where the net allows it.
EvaluatorFactory load_fast_evaluator(const std::filesystem::path& file, const Axes& axes);

}  // namespace gioul
