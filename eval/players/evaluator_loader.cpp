#include "eval/players/evaluator_loader.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/endgame/endgame_files.h"
#include "eval/solve/exact_table.h"
#include "eval/value/net_evaluator.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

// A table begins with a line of JSON, a net with eight bytes: the length of its header.
bool is_table(const std::filesystem::path& file) { return InputFile(file).read_start(1) == "{"; }

EvaluatorFactory load_table(const std::filesystem::path& file, Game game) {
  const auto table = ExactTable::load(file);
  if (table->game().name() != game.name()) {
    throw InputError(file.string() + ": is a table for " + std::string(table->game().name()) +
                     ", not for " + std::string(game.name()));
  }
  return table_evaluator_factory(table);
}

template <typename NetT>
EvaluatorFactory load_net_evaluator(const std::filesystem::path& file, Game game) {
  return with_out_of_memory_context(file.string(), [&] {
    const Encoder encoder(game);
    const Net net = load_net(file, game, encoder);
    return net_evaluator_factory(std::make_shared<const NetT>(net, encoder));
  });
}

class EndgameEvaluator : public Evaluator {
 public:
  EndgameEvaluator(std::unique_ptr<Evaluator> base, std::shared_ptr<const EndgameTables> tables)
      : base_(std::move(base)), tables_(std::move(tables)) {}

  Value evaluate(const Position& position) override {
    const auto known = tables_->find_value(position);
    return known ? known->outcome_probabilities : base_->evaluate(position);
  }

  void submit(const Position& before, const AfterstateList& list, std::size_t limit) override {
    const bool may_be_known = tables_->may_contain_afterstate(before);
    if (look_up(may_be_known ? list.positions() : std::span<const Position>{},
                list.mover_acts_next())) {
      base_->submit(before, list, may_be_known ? kMaxAfterstates : limit);
    }
  }

  void submit(const Position& position) override {
    if (look_up({&position, 1}, true)) base_->submit(position);
  }

  void flush() override {
    flushed_ = true;
    base_->flush();
  }

  std::span<const AfterstateEquity> results(std::size_t decision) override {
    const Decision& queued = decisions_[decision];
    if (queued.count == 0) return base_->results(queued.base);
    results_.resize(queued.count);
    if (queued.base != kNotSubmitted)
      std::ranges::copy(base_->results(queued.base), results_.begin());
    for (std::size_t i = 0; i < queued.count; ++i) {
      const std::optional<EndgameValue>& known = known_[queued.begin + i];
      if (!known) continue;
      const double won = equity(known->outcome_probabilities);
      results_[i] = {i, static_cast<float>(queued.mover_acts ? won : -won)};
    }
    return results_;
  }

  Value result_value(std::size_t decision, std::size_t i) const override {
    const Decision& queued = decisions_[decision];
    if (i < queued.count && known_[queued.begin + i])
      return known_[queued.begin + i]->outcome_probabilities;
    return base_->result_value(queued.base, i);
  }

  bool is_exact(const Position& position) const override {
    const auto known = tables_->find_value(position);
    return known ? known->is_exact() : base_->is_exact(position);
  }

 private:
  static constexpr auto kNotSubmitted = static_cast<std::size_t>(-1);
  struct Decision {
    std::size_t begin;  // in known_
    std::size_t count;  // 0 if no table can contain any of them
    bool mover_acts;
    std::size_t base;  // its number among the decisions that the base evaluates
  };

  // Looks up the positions of the next decision. Returns true if the base must evaluate it too.
  bool look_up(std::span<const Position> positions, bool mover_acts) {
    if (flushed_) {
      decisions_.clear();
      known_.clear();
      submitted_to_base_ = 0;
      flushed_ = false;
    }
    bool is_known = !positions.empty();
    decisions_.push_back({known_.size(), positions.size(), mover_acts, kNotSubmitted});
    for (const Position& next : positions) {
      known_.push_back(tables_->find_value(next));
      is_known = is_known && known_.back();
    }
    if (!is_known) decisions_.back().base = submitted_to_base_++;
    return !is_known;
  }

  std::unique_ptr<Evaluator> base_;
  std::shared_ptr<const EndgameTables> tables_;
  std::vector<Decision> decisions_;
  std::vector<std::optional<EndgameValue>> known_;
  std::vector<AfterstateEquity> results_;
  std::size_t submitted_to_base_ = 0;
  bool flushed_ = true;
};

}  // namespace

EvaluatorFactory load_evaluator(const std::filesystem::path& file, Game game, Precision precision) {
  if (is_table(file)) return load_table(file, game);
  return precision == Precision::kQuantized ? load_net_evaluator<QuantizedNet>(file, game)
                                            : load_net_evaluator<FloatNet>(file, game);
}

EvaluatorFactory EvaluatorLoader::load(const std::filesystem::path& file, Game game,
                                       Precision precision) {
  return load_evaluator(file, game, precision);
}

std::shared_ptr<const EndgameTables> EvaluatorLoader::load_tables(Game game) {
  return default_endgame_tables(game);
}

EvaluatorFactory with_endgame_tables(EvaluatorFactory base,
                                     std::shared_ptr<const EndgameTables> tables) {
  if (tables == nullptr) return base;
  return [base = std::move(base), tables = std::move(tables)] {
    return std::make_unique<EndgameEvaluator>(base(), tables);
  };
}

EvaluatorFactory with_default_tables(EvaluatorFactory base, Game game) {
  return with_endgame_tables(std::move(base), default_endgame_tables(game));
}

}  // namespace gioul
