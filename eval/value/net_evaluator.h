// A net as an evaluator: in integers to play by, in floats for the values that its file says.
#pragma once

#include <memory>

#include "eval/value/evaluator.h"
#include "nn/infer/compiled_net.h"
#include "nn/infer/float_net.h"

namespace gioul {

EvaluatorFactory net_evaluator_factory(std::shared_ptr<const CompiledNet> net);
EvaluatorFactory net_evaluator_factory(std::shared_ptr<const FloatNet> net);

}  // namespace gioul
