#include "eval/value/net_evaluator.h"

#include "engine/outcome.h"

namespace gioul {

namespace {

class NetEvaluator : public Evaluator {
 public:
  explicit NetEvaluator(std::shared_ptr<const CompiledNet> net) : net_(std::move(net)) {}

  Value evaluate(const Position& position) override {
    return widened(net_->evaluate(position, buffer_));
  }

  std::span<const float> equities(const Position& before, const AfterstateList& list) override {
    return net_->equities(before, list, buffer_);
  }

  Value value_of(std::size_t i) const override { return widened(net_->distribution(i, buffer_)); }

 private:
  std::shared_ptr<const CompiledNet> net_;
  EvaluationBuffer buffer_;
};

}  // namespace

EvaluatorFactory net_evaluator_factory(std::shared_ptr<const CompiledNet> net) {
  return [net = std::move(net)] { return std::make_unique<NetEvaluator>(net); };
}

}  // namespace gioul
