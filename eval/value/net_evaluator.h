// Makes evaluators from nets. Quantized nets are for play; float nets give the exact output of the
// net in a file.
#pragma once

#include <memory>

#include "engine/games/game.h"
#include "eval/value/evaluator.h"
#include "nn/encode/encoder.h"
#include "nn/infer/float_net.h"
#include "nn/infer/quantized_net.h"

namespace gioul {

/// Makes evaluators that use a quantized net, which is fast and meant for play. All of them share
/// `net`.
EvaluatorFactory net_evaluator_factory(std::shared_ptr<const QuantizedNet> net);

/// Makes evaluators that use a float net, which is slow and gives the exact output of the net in a
/// file. All of them share `net`.
EvaluatorFactory net_evaluator_factory(std::shared_ptr<const FloatNet> net);

/// Returns this thread's buffer for evaluations by quantized nets. It fits any net. Reusing it
/// matters: creating a buffer takes 8 to 100 us, evaluating a position less than 1 us.
inline EvaluationBuffer& thread_evaluation_buffer() {
  thread_local EvaluationBuffer buffer;
  return buffer;
}
/// Returns this thread's buffer for evaluations by float nets.
inline FloatNetScratch& thread_float_scratch() {
  thread_local FloatNetScratch buffer;
  return buffer;
}

/// Returns the encoder of a game. It is created on first use and shared by all threads.
const Encoder& shared_encoder(Game game);

}  // namespace gioul
