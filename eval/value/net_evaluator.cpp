#include "eval/value/net_evaluator.h"

#include <map>
#include <mutex>
#include <vector>

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

  void ask(const Position& before, const AfterstateList& list, std::size_t most) override {
    net_->add_likeliest(before, list, most, asked_);
  }

  void ask(const Position& position) override { net_->add(position, asked_); }

  void answer() override { net_->flush(asked_); }

  std::span<const Reply> replies(std::size_t decision) override {
    replies_.clear();
    for (const float equity : net_->equities(decision, asked_)) {
      replies_.push_back({net_->place(decision, replies_.size(), asked_), equity});
    }
    return replies_;
  }

  Value value_of_reply(std::size_t decision, std::size_t i) const override {
    return widened(net_->distribution(decision, i, asked_));
  }

 private:
  std::shared_ptr<const CompiledNet> net_;
  EvaluationBuffer buffer_;
  EvaluationBuffer asked_;
  std::vector<Reply> replies_;
};

class FloatEvaluator : public Evaluator {
 public:
  explicit FloatEvaluator(std::shared_ptr<const FloatNet> net) : net_(std::move(net)) {}

  Value evaluate(const Position& position) override {
    return widened(net_->evaluate(position, buffer_));
  }

  std::span<const float> equities(const Position&, const AfterstateList& list) override {
    values_.resize(list.positions().size());
    net_->evaluate(list.positions(), buffer_, values_.data());
    equities_.clear();
    for (const Distribution& value : values_) {
      equities_.push_back(list.mover_acts_next() ? equity(value) : -equity(value));
    }
    return equities_;
  }

  Value value_of(std::size_t i) const override { return widened(values_[i]); }

 private:
  std::shared_ptr<const FloatNet> net_;
  FloatBuffer buffer_;
  std::vector<Distribution> values_;
  std::vector<float> equities_;
};

}  // namespace

EvaluatorFactory net_evaluator_factory(std::shared_ptr<const CompiledNet> net) {
  return [net = std::move(net)] { return std::make_unique<NetEvaluator>(net); };
}

EvaluatorFactory net_evaluator_factory(std::shared_ptr<const FloatNet> net) {
  return [net = std::move(net)] { return std::make_unique<FloatEvaluator>(net); };
}

const Encoder& encoder_of(Game game) {
  static std::mutex mutex;
  static std::map<std::size_t, Encoder>
      encoders;  // by Game::index(); its nodes stay where they are
  const std::scoped_lock lock(mutex);
  return encoders.try_emplace(game.index(), game).first->second;
}

}  // namespace gioul
