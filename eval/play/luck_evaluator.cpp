#include "eval/play/luck_evaluator.h"

#include <algorithm>
#include <utility>

#include "engine/rules.h"
#include "eval/search/search.h"

namespace gioul {

namespace {

constexpr std::size_t kMaxCachedPositions = 1000;  // players that choose at random see many

// Replies that the evaluator looks at: as many as search does, also in chains.
constexpr std::size_t kReplies = SearchOptions{}.max_replies;
constexpr std::size_t kChainReplies = 3 * kReplies;

}  // namespace

Value RollValues::luck(Dice roll) const {
  Value luck = value_by_roll[roll_index(roll)];
  add(luck, mean, -1.0);
  return luck;
}

Value LuckEvaluator::luck(const Position& before, Dice roll, int number) {
  if (number >= 2 || method_ == VarianceReduction::kDoublets) return roll_values(before).luck(roll);
  const auto found = cache_.find(before);
  if (found != cache_.end()) return found->second.luck(roll);
  if (cache_.size() >= kMaxCachedPositions) cache_.clear();
  return cache_.emplace(before, roll_values(before)).first->second.luck(roll);
}

RollValues LuckEvaluator::values_of_all_rolls(const Position& before) {
  RollValues values;
  std::vector<Decision> decisions;
  for (std::size_t r = 0; r < kDistinctRolls.size(); ++r)
    decisions.push_back({r, before, kDistinctRolls[r]});
  add_best_play_values(std::move(decisions), values);
  for (std::size_t r = 0; r < kDistinctRolls.size(); ++r) {
    add(values.mean, values.value_by_roll[r], count_permutations(kDistinctRolls[r]) / 36.0);
  }
  return values;
}

RollValues LuckEvaluator::values_from_doublets(const Position& before) {
  RollValues values;
  values.mean = evaluator_->evaluate(before);
  Value of_others = values.mean;  // 30 of the 36 permutations are not doublets
  for (std::size_t r = 0; r < kDistinctRolls.size(); ++r) {
    if (!kDistinctRolls[r].is_doublet()) continue;
    values.value_by_roll[r] = value_of_doublet(before, kDistinctRolls[r]);
    add(of_others, values.value_by_roll[r], -1.0 / 30.0);
    add(of_others, values.mean, 1.0 / 30.0);
  }
  for (std::size_t r = 0; r < kDistinctRolls.size(); ++r) {
    if (!kDistinctRolls[r].is_doublet()) values.value_by_roll[r] = of_others;
  }
  return values;
}

Value LuckEvaluator::value_of_doublet(const Position& before, Dice roll) {
  if (!doublet_starts_chain(game_, before)) {
    RollValues values;
    add_best_play_values({{roll_index(roll), before, roll}}, values);
    return values.value_by_roll[roll_index(roll)];
  }
  Position owed = before;
  owed.owed_moves = static_cast<std::uint8_t>(chain_length(roll.high));
  return evaluator_->evaluate(owed);
}

// Plays all decisions and the rests of their chains by the evaluator, evaluating them together.
void LuckEvaluator::add_best_play_values(std::vector<Decision> decisions, RollValues& values) {
  while (!decisions.empty()) {
    std::vector<SubmittedDecision> queue;
    for (const Decision& decision : decisions) queue.push_back(submit(decision));
    evaluator_->flush();
    decisions.clear();
    for (std::size_t d = 0; d < queue.size(); ++d) {
      const SubmittedDecision& queued = queue[d];
      const auto results = evaluator_->results(d);
      const auto best = std::ranges::max_element(results, {}, &AfterstateEquity::equity);
      const bool ends = best == results.end() || (queued.best_ending != Ending::kNone &&
                                                  points(outcome_of(queued.best_ending)) >
                                                      static_cast<double>(best->equity));
      if (ends) {
        values.value_by_roll[queued.decision.roll_index] =
            one_hot_value(outcome_of(queued.best_ending));
      } else if (queued.chain_continues) {
        const Decision& made = queued.decision;
        game_.generate_afterstates(made.position, made.dice, list_);
        decisions.push_back(
            {made.roll_index, list_.positions()[best->afterstate_index], std::nullopt});
      } else {
        const auto i = static_cast<std::size_t>(best - results.begin());
        values.value_by_roll[queued.decision.roll_index] =
            from_viewpoint(queued.mover_acts_next, evaluator_->result_value(d, i));
      }
    }
  }
}

LuckEvaluator::SubmittedDecision LuckEvaluator::submit(const Decision& decision) {
  game_.generate_afterstates(decision.position, decision.dice, list_);
  SubmittedDecision queued{decision, list_.mover_acts_next(), chain_continues(list_),
                           Ending::kNone};
  for (std::size_t i = list_.positions().size(); i < list_.size(); ++i) {
    const Ending ending = list_.ending(i);
    if (queued.best_ending == Ending::kNone ||
        points(outcome_of(ending)) > points(outcome_of(queued.best_ending))) {
      queued.best_ending = ending;
    }
  }
  evaluator_->submit(decision.position, list_, queued.chain_continues ? kChainReplies : kReplies);
  return queued;
}

}  // namespace gioul
