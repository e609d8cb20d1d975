#include "eval/tables/evaluator_source.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/solve/exact_table.h"
#include "eval/tables/endgame_files.h"
#include "eval/value/net_evaluator.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

// A table begins with a line of JSON, a net with the length of its header in eight bytes.
bool is_table(const std::filesystem::path& file) { return InputFile(file).start(1) == "{"; }

EvaluatorFactory load_table(const std::filesystem::path& file, Game game) {
  const auto table = ExactTable::load(file);
  if (table->game().name() != game.name()) {
    throw InputError(file.string() + ": is a table for " + std::string(table->game().name()) +
                     ", not for " + std::string(game.name()));
  }
  return table_evaluator_factory(table);
}

template <typename Evaluated>
EvaluatorFactory load_net_evaluator(const std::filesystem::path& file, Game game) {
  return with_memory_for(file.string(), [&] {
    const Encoder encoder(game);
    const Net net = load_net(file, game, encoder);
    return net_evaluator_factory(std::make_shared<const Evaluated>(net, encoder));
  });
}

class EndgameEvaluator : public Evaluator {
 public:
  EndgameEvaluator(std::unique_ptr<Evaluator> base, std::shared_ptr<const EndgameTables> tables)
      : base_(std::move(base)), tables_(std::move(tables)) {}

  Value evaluate(const Position& position) override {
    const auto known = tables_->value(position);
    return known ? known->outcomes : base_->evaluate(position);
  }

  std::span<const float> equities(const Position& before, const AfterstateList& list) override {
    known_.clear();
    if (!tables_->may_know_after(before)) return base_->equities(before, list);
    std::size_t found = 0;
    for (const Position& next : list.positions()) {
      known_.push_back(tables_->value(next));
      if (known_.back()) ++found;
    }
    equities_.resize(known_.size());
    if (found < known_.size()) {
      const std::span<const float> others = base_->equities(before, list);
      equities_.assign(others.begin(), others.end());
    }
    for (std::size_t i = 0; i < known_.size(); ++i) {
      if (!known_[i]) continue;
      const double won = equity(known_[i]->outcomes);
      equities_[i] = static_cast<float>(list.mover_acts_next() ? won : -won);
    }
    return equities_;
  }

  Value value_of(std::size_t i) const override {
    return i < known_.size() && known_[i] ? known_[i]->outcomes : base_->value_of(i);
  }

  void ask(const Position& before, const AfterstateList& list, std::size_t most) override {
    if (number_asked(tables_->may_know_after(before))) {
      Evaluator::ask(before, list, most);
    } else {
      base_->ask(before, list, most);
    }
  }

  void ask(const Position& position) override {
    if (number_asked(tables_->value(position).has_value())) {
      Evaluator::ask(position);
    } else {
      base_->ask(position);
    }
  }

  void answer() override {
    answered_ = true;
    Evaluator::answer();
    base_->answer();
  }

  std::span<const Reply> replies(std::size_t decision) override {
    const auto [here, number] = asked_[decision];
    return here ? Evaluator::replies(number) : base_->replies(number);
  }

  Value value_of_reply(std::size_t decision, std::size_t i) const override {
    const auto [here, number] = asked_[decision];
    return here ? Evaluator::value_of_reply(number, i) : base_->value_of_reply(number, i);
  }

  bool is_exact(const Position& position) const override {
    const auto known = tables_->value(position);
    return known ? known->is_exact() : base_->is_exact(position);
  }

 private:
  // Gives what is asked next its number where it is answered: here or by the base. Returns `here`.
  bool number_asked(bool here) {
    if (answered_) asked_.clear();
    answered_ = false;
    const auto alike = std::ranges::count(asked_, here, &Asked::here);
    asked_.push_back({here, static_cast<std::size_t>(alike)});
    return here;
  }

  std::unique_ptr<Evaluator> base_;
  std::shared_ptr<const EndgameTables> tables_;
  std::vector<std::optional<EndgameValue>> known_;  // of the last list; empty if none can be
  std::vector<float> equities_;

  // Of the decisions that were asked, who answers, and which number it is there.
  struct Asked {
    bool here;
    std::size_t number;
  };
  std::vector<Asked> asked_;
  bool answered_ = true;
};

}  // namespace

EvaluatorFactory load_evaluator(const std::filesystem::path& file, Game game) {
  return is_table(file) ? load_table(file, game) : load_net_evaluator<FloatNet>(file, game);
}

EvaluatorFactory load_fast_evaluator(const std::filesystem::path& file, Game game) {
  return is_table(file) ? load_table(file, game) : load_net_evaluator<CompiledNet>(file, game);
}

EvaluatorFactory EvaluatorSource::evaluator(const std::filesystem::path& file, Game game,
                                            Numbers numbers) {
  return numbers == Numbers::kFast ? load_fast_evaluator(file, game) : load_evaluator(file, game);
}

std::shared_ptr<const EndgameTables> EvaluatorSource::tables(Game game) {
  return usual_endgame_tables(game);
}

EvaluatorFactory with_endgame_tables(EvaluatorFactory base,
                                     std::shared_ptr<const EndgameTables> tables) {
  if (tables == nullptr) return base;
  return [base = std::move(base), tables = std::move(tables)] {
    return std::make_unique<EndgameEvaluator>(base(), tables);
  };
}

EvaluatorFactory with_usual_tables(EvaluatorFactory base, Game game) {
  return with_endgame_tables(std::move(base), usual_endgame_tables(game));
}

}  // namespace gioul
