// A net as an evaluator.
#pragma once

#include <memory>

#include "eval/value/evaluator.h"
#include "nn/infer/compiled_net.h"

namespace gioul {

EvaluatorFactory net_evaluator_factory(std::shared_ptr<const CompiledNet> net);

}  // namespace gioul
