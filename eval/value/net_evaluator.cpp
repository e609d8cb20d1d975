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

  void submit(const Position& before, const AfterstateList& list, std::size_t limit) override {
    net_->add_likeliest(before, list, limit, buffer_);
  }

  void submit(const Position& position) override { net_->add(position, buffer_); }

  void flush() override { net_->flush(buffer_); }

  std::span<const AfterstateEquity> results(std::size_t decision) override {
    results_.clear();
    for (const float equity : net_->equities(decision, buffer_)) {
      results_.push_back({net_->place(decision, results_.size(), buffer_), equity});
    }
    return results_;
  }

  Value result_value(std::size_t decision, std::size_t i) const override {
    return widened(net_->distribution(decision, i, buffer_));
  }

 private:
  std::shared_ptr<const CompiledNet> net_;
  EvaluationBuffer buffer_;
  std::vector<AfterstateEquity> results_;
};

class FloatEvaluator : public Evaluator {
 public:
  explicit FloatEvaluator(std::shared_ptr<const FloatNet> net) : net_(std::move(net)) {}

  Value evaluate(const Position& position) override {
    return widened(net_->evaluate(position, buffer_));
  }

  void submit(const Position&, const AfterstateList& list, std::size_t) override {
    add(list.positions(), list.mover_acts_next());
  }

  void submit(const Position& position) override { add({&position, 1}, true); }

  void flush() override {
    if (flushed_) return;
    values_.resize(positions_.size());
    net_->evaluate(positions_, buffer_, values_.data());
    flushed_ = true;
  }

  std::span<const AfterstateEquity> results(std::size_t decision) override {
    results_.clear();
    const Decision& queued = decisions_[decision];
    for (std::size_t i = 0; i < queued.count; ++i) {
      const float points = equity(values_[queued.begin + i]);
      results_.push_back({i, queued.mover_acts ? points : -points});
    }
    return results_;
  }

  Value result_value(std::size_t decision, std::size_t i) const override {
    return widened(values_[decisions_[decision].begin + i]);
  }

 private:
  struct Decision {
    std::size_t begin;  // among all positions
    std::size_t count;
    bool mover_acts;
  };

  void add(std::span<const Position> positions, bool mover_acts) {
    if (flushed_) {
      decisions_.clear();
      positions_.clear();
      flushed_ = false;
    }
    decisions_.push_back({positions_.size(), positions.size(), mover_acts});
    positions_.insert(positions_.end(), positions.begin(), positions.end());
  }

  std::shared_ptr<const FloatNet> net_;
  FloatBuffer buffer_;
  std::vector<Decision> decisions_;
  std::vector<Position> positions_;
  std::vector<Distribution> values_;
  std::vector<AfterstateEquity> results_;
  bool flushed_ = true;
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
