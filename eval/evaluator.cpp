#include "eval/evaluator.h"

#include <string>
#include <vector>

#include "engine/error.h"
#include "eval/exact_evaluator.h"
#include "nn/file_io.h"
#include "nn/net_file.h"

namespace gioul {

namespace {

class NetBackedEvaluator : public Evaluator {
 public:
  explicit NetBackedEvaluator(std::shared_ptr<const NetEvaluator> net) : net_(std::move(net)) {}

  ExactValue evaluate(const Position& position) override {
    return exact(net_->evaluate(position, buffer_));
  }

  std::span<const float> equities(const Position& before, const AfterstateList& list) override {
    return net_->equities(before, list, buffer_);
  }

  ExactValue value_of(std::size_t i) const override {
    return exact(net_->distribution(i, buffer_));
  }

 private:
  static ExactValue exact(const Distribution& d) { return {d[0], d[1], d[2], d[3], d[4]}; }

  std::shared_ptr<const NetEvaluator> net_;
  EvaluationBuffer buffer_;
};

class TableBackedEvaluator : public Evaluator {
 public:
  explicit TableBackedEvaluator(std::shared_ptr<const ExactTable> table)
      : checkers_(table->checkers()), exact_(make_exact_evaluator(std::move(table))) {}

  ExactValue evaluate(const Position& position) override {
    check(position);
    return exact_->value(position);
  }

  std::span<const float> equities(const Position& before, const AfterstateList& list) override {
    check(before);
    equities_.clear();
    values_.clear();
    for (const Position& next : list.positions()) {
      values_.push_back(exact_->value(next));
      const double won = equity(values_.back());
      equities_.push_back(static_cast<float>(list.mover_acts_next() ? won : -won));
    }
    return equities_;
  }

  ExactValue value_of(std::size_t i) const override { return values_[i]; }

  bool is_exact(const Position& position) const override {
    return position.own.total() == checkers_;
  }

 private:
  void check(const Position& position) const {
    if (position.own.total() == checkers_) return;
    throw InputError("the table is for " + std::to_string(checkers_) + " checkers a side, not " +
                     std::to_string(position.own.total()));
  }

  int checkers_;
  std::unique_ptr<ExactEvaluator> exact_;
  std::vector<float> equities_;
  std::vector<ExactValue> values_;
};

// A table begins with a line of JSON, a net with the length of its header in eight bytes.
bool is_table(const std::filesystem::path& file) { return InputFile(file).start(1) == "{"; }

}  // namespace

EvaluatorFactory net_evaluator_factory(std::shared_ptr<const NetEvaluator> net) {
  return [net = std::move(net)] { return std::make_unique<NetBackedEvaluator>(net); };
}

namespace {

EvaluatorFactory load_table(const std::filesystem::path& file, const Axes& axes) {
  const auto table = ExactTable::load(file);
  if (table->axes().name != axes.name) {
    throw InputError(file.string() + ": is a table for " + std::string(table->axes().name) +
                     ", not for " + std::string(axes.name));
  }
  return [table] { return std::make_unique<TableBackedEvaluator>(table); };
}

// `precision_of` tells it from the net.
template <typename F>
EvaluatorFactory load_net_evaluator(const std::filesystem::path& file, const Axes& axes,
                                    F precision_of) {
  return with_memory_for(file.string(), [&] {
    const Encoder encoder(axes);
    const Net net = load_net(file, axes, encoder);
    return net_evaluator_factory(
        std::make_shared<const NetEvaluator>(net, encoder, precision_of(net)));
  });
}

}  // namespace

EvaluatorFactory load_evaluator(const std::filesystem::path& file, const Axes& axes,
                                Precision precision) {
  if (is_table(file)) {
    if (precision != Precision::kFloat) {
      throw InputError(file.string() + ": is an exact table, which has no other precision");
    }
    return load_table(file, axes);
  }
  return load_net_evaluator(file, axes, [&](const Net& net) {
    if (precision == Precision::kInt16 && net.layers.size() != 2) {
      throw InputError(file.string() + ": int16 is for nets of one hidden layer, not for " +
                       format_widths(net.layers));
    }
    return precision;
  });
}

EvaluatorFactory load_fast_evaluator(const std::filesystem::path& file, const Axes& axes) {
  if (is_table(file)) return load_table(file, axes);
  return load_net_evaluator(file, axes, &selfplay_precision);
}

}  // namespace gioul
