// A net as an evaluator: in integers to play by, in floats for the values that its file says.
#pragma once

#include <memory>

#include "engine/games/game.h"
#include "eval/value/evaluator.h"
#include "nn/encode/encoder.h"
#include "nn/infer/compiled_net.h"
#include "nn/infer/float_net.h"

namespace gioul {

EvaluatorFactory net_evaluator_factory(std::shared_ptr<const CompiledNet> net);
EvaluatorFactory net_evaluator_factory(std::shared_ptr<const FloatNet> net);

/// This thread's memory to evaluate in, for calls that nobody passes any to: making it clears 400
/// KB, which takes 8 us, or 100 us when the system has to find the memory, and evaluating a
/// position takes less than one. It fits any net.
inline EvaluationBuffer& evaluation_buffer() {
  thread_local EvaluationBuffer buffer;
  return buffer;
}
inline FloatBuffer& float_buffer() {
  thread_local FloatBuffer buffer;
  return buffer;
}

/// The encoder of a game, made when it is first needed and kept.
const Encoder& encoder_of(Game game);

}  // namespace gioul
