#include "eval/value/net_evaluator.h"

#include <map>
#include <mutex>
#include <vector>

#include "engine/outcome.h"

namespace gioul {

namespace {

class NetEvaluator : public Evaluator {
 public:
  explicit NetEvaluator(std::shared_ptr<const QuantizedNet> net) : net_(std::move(net)) {}

  Value evaluate(const Position& position) override {
    return to_value(net_->evaluate(position, buffer_));
  }

  void submit(const Position& before, const AfterstateList& list, std::size_t limit) override {
    net_->add_best(before, list, limit, buffer_);
  }

  void submit(const Position& position) override { net_->add(position, buffer_); }

  void flush() override { net_->flush(buffer_); }

  std::span<const AfterstateEquity> results(std::size_t decision) override {
    results_.clear();
    for (const float equity : net_->equities(decision, buffer_)) {
      results_.push_back({net_->afterstate_index(decision, results_.size(), buffer_), equity});
    }
    return results_;
  }

  Value result_value(std::size_t decision, std::size_t i) const override {
    return to_value(net_->distribution(decision, i, buffer_));
  }

 private:
  std::shared_ptr<const QuantizedNet> net_;
  EvaluationBuffer buffer_;
  std::vector<AfterstateEquity> results_;
};

class FloatEvaluator : public PositionEvaluator {
 public:
  explicit FloatEvaluator(std::shared_ptr<const FloatNet> net) : net_(std::move(net)) {}

  Value evaluate(const Position& position) override {
    return to_value(net_->evaluate(position, buffer_));
  }

 private:
  void evaluate_all(std::span<const Position> positions, Value* values, float* equities) override {
    distributions_.resize(positions.size());
    net_->evaluate(positions, buffer_, distributions_.data());
    for (const Distribution& value : distributions_) {
      *values++ = to_value(value);
      *equities++ = equity(value);
    }
  }

  std::shared_ptr<const FloatNet> net_;
  FloatNetScratch buffer_;
  std::vector<Distribution> distributions_;
};

}  // namespace

EvaluatorFactory net_evaluator_factory(std::shared_ptr<const QuantizedNet> net) {
  return [net = std::move(net)] { return std::make_unique<NetEvaluator>(net); };
}

EvaluatorFactory net_evaluator_factory(std::shared_ptr<const FloatNet> net) {
  return [net = std::move(net)] { return std::make_unique<FloatEvaluator>(net); };
}

const Encoder& shared_encoder(Game game) {
  static std::mutex mutex;
  static std::map<std::size_t, Encoder> encoders;  // by Game::index(); addresses are stable
  const std::scoped_lock lock(mutex);
  return encoders.try_emplace(game.index(), game).first->second;
}

}  // namespace gioul
