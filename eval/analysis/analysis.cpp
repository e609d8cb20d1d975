#include "eval/analysis/analysis.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "engine/games/legal_play_list.h"
#include "engine/outcome.h"
#include "engine/rules.h"
#include "eval/play/luck_evaluator.h"
#include "eval/value/evaluator.h"

namespace gioul {

namespace {

// Minimum number of ways to play a chain that are searched to the full depth.
constexpr std::size_t kMinChains = 10;

// Returns the index in `list` of `next` or, if that is null, of the ending.
std::size_t find_afterstate_index(const AfterstateList& list, const Position* next, Ending ending) {
  std::size_t index = 0;
  while (next != nullptr ? list.positions()[index] != *next : list.ending(index) != ending) ++index;
  return index;
}

// Plays to roll out: at most so many, within this margin of points below the best.
constexpr std::size_t kRolledPlays = 5;
constexpr double kRolledMargin = 0.1;

std::vector<RolloutStart> rollout_candidates(const AnalysisReport& report) {
  std::vector<RolloutStart> starts;
  const auto list = std::make_unique<AfterstateList>();
  report.game.generate_afterstates(report.position, report.dice, *list);
  for (const ScoredPlay& play : report.plays) {
    const bool is_candidate = play.equity > report.plays.front().equity - kRolledMargin;
    if (starts.size() == kRolledPlays || !is_candidate) break;
    starts.push_back(make_rollout_start(*list, play.afterstate_index));
  }
  return starts;
}

}  // namespace

// The resources of one thread: a search, and a second evaluator for what the search does not
// provide.
struct PositionAnalyzer::SearchContext {
  SearchContext(const PositionAnalyzer& analyzer, int plies) : evaluator(analyzer.evaluator_()) {
    SearchOptions options = analyzer.options_;
    options.plies = plies;
    options.chain_margin = kExpandAllChainsMargin;  // all values shown are of one kind, ...
    options.max_replies = 0;  // ... and a mean is exactly that of the best replies
    search = make_search(analyzer.game_, options, analyzer.evaluator_());
  }

  std::unique_ptr<Search> search;
  std::unique_ptr<Evaluator> evaluator;
  std::unique_ptr<AfterstateList> list = std::make_unique_for_overwrite<AfterstateList>();

  // Returns the best plays of a decision, up to the given number.
  std::vector<ScoredPlay> plays(Game game, const Position& position, std::optional<Dice> dice,
                                std::size_t limit) {
    game.generate_afterstates(position, dice, *list);
    std::span<const ScoredPlay> ranked = search->rank(position, *list);
    ranked = ranked.first(std::min(limit, ranked.size()));
    std::vector<ScoredPlay> result(ranked.begin(), ranked.end());
    fill_display_fields(result, game, position, dice, *list, *evaluator);
    return result;
  }
};

std::vector<ScoredPlay> PositionAnalyzer::analyze_plays(const Position& position,
                                                        std::optional<Dice> dice) {
  SearchContext context(*this, options_.plies);
  std::vector<ScoredPlay> result = context.plays(game_, position, dice, kMaxAfterstates);
  evaluation_count_ += context.search->evaluation_count();
  return result;
}

std::vector<AnalyzedRoll> PositionAnalyzer::analyze_rolls(const Position& position, int threads) {
  assert(!position.is_pending());
  std::vector<AnalyzedRoll> result(kDistinctRolls.size());
  std::array<std::uint64_t, kDistinctRolls.size()> evaluations{};
  PerThread<SearchContext> contexts(
      [&] { return SearchContext(*this, std::max(options_.plies - 1, 0)); });
  parallel_for(threads, kDistinctRolls.size(), [&](std::size_t i) {
    SearchContext& context = contexts.local();
    context.search->clear_cache();
    const std::uint64_t before = context.search->evaluation_count();
    result[i] = {kDistinctRolls[i], context.plays(game_, position, kDistinctRolls[i], 1).front()};
    evaluations[i] = context.search->evaluation_count() - before;
  });
  for (const std::uint64_t count : evaluations) evaluation_count_ += count;
  std::ranges::stable_sort(result, std::ranges::greater{},
                           [](const AnalyzedRoll& roll) { return roll.best_play.equity; });
  return result;
}

ChainAnalysis PositionAnalyzer::analyze_whole_chain(const Position& position,
                                                    std::optional<Dice> dice,
                                                    std::size_t max_chains,
                                                    const FractionListener& progress) {
  const ChainLimits limits{.max_ends = max_chains};
  SearchContext context(*this, options_.plies);
  // Half of the progress is the expansion, half the search of what it finds.
  const FractionListener expanded = [&](double done) {
    if (progress) progress(done / 2);
  };
  ChainLeaves ends = expand_chain(game_, position, dice, *context.evaluator, limits, expanded);
  ChainAnalysis result;
  result.found_end_count = ends.found_count;
  result.is_complete = ends.is_complete;
  result.beam_width = limits.beam_width;
  result.stepwise_play =
      make_chain_play(context, position, dice, play_stepwise(context, position, dice));
  search_last_position(context, options_.plies, result.stepwise_play);
  bool is_among = false;
  for (ChainEnd& end : ends.ends) {
    result.chain_plays.push_back(make_chain_play(context, position, dice, std::move(end)));
    const ScoredChainPlay& chain = result.chain_plays.back();
    is_among =
        is_among || chain.afterstate_texts.back() == result.stepwise_play.afterstate_texts.back();
  }
  evaluation_count_ += ends.found_count;
  std::size_t count = result.chain_plays.size();
  const int first_plies = std::min(options_.plies, 1);
  for (int plies = first_plies; plies <= options_.plies; ++plies) {
    SearchContext round_context(*this, plies);
    for (std::size_t i = 0; i < count; ++i) {
      search_last_position(round_context, plies, result.chain_plays[i]);
      if (!progress) continue;
      const double round =
          plies - first_plies + static_cast<double>(i + 1) / static_cast<double>(count);
      progress(0.5 + round / (options_.plies - first_plies + 1) / 2);
    }
    evaluation_count_ += round_context.search->evaluation_count();
    std::ranges::stable_sort(std::span(result.chain_plays).first(count), std::ranges::greater{},
                             &ScoredChainPlay::equity);
    count = std::min(count, std::max<std::size_t>(count / 2, kMinChains));
  }
  if (!is_among) {
    const auto at = std::ranges::find_if(result.chain_plays, [&](const ScoredChainPlay& chain) {
      return chain.searched_plies < options_.plies || chain.equity < result.stepwise_play.equity;
    });
    result.chain_plays.insert(at, result.stepwise_play);
  }
  evaluation_count_ += context.search->evaluation_count();
  return result;
}

// Converts the path to a leaf to plays.
ScoredChainPlay PositionAnalyzer::make_chain_play(SearchContext& context, const Position& position,
                                                  std::optional<Dice> dice, ChainEnd end) const {
  ScoredChainPlay chain;
  chain.chain_end = std::move(end);
  Position before = position;
  const std::vector<Position>& path = chain.chain_end.path;
  const std::size_t steps = path.size() + (chain.chain_end.ending == Ending::kNone ? 0 : 1);
  for (std::size_t step = 0; step < steps; ++step) {
    game_.generate_afterstates(before, dice, *context.list);
    const Position* const next = step < path.size() ? &path[step] : nullptr;
    const std::size_t index = find_afterstate_index(*context.list, next, chain.chain_end.ending);
    chain.plays.push_back(one_play_per_afterstate(game_, before, dice, *context.list)[index]);
    chain.afterstate_texts.push_back(format_afterstate(game_, *context.list, index));
    if (next != nullptr) before = *next;
  }
  return chain;
}

void PositionAnalyzer::search_last_position(SearchContext& context, int plies,
                                            ScoredChainPlay& chain) {
  chain.searched_plies = plies;
  if (chain.chain_end.ending != Ending::kNone) {
    chain.value = one_hot_value(outcome_of(chain.chain_end.ending));
    chain.is_exact = true;
  } else {
    const Position& last = chain.chain_end.path.back();
    chain.value = from_viewpoint(chain.chain_end.mover_acts_next, context.search->evaluate(last));
    chain.is_exact = context.evaluator->is_exact(last);
  }
  chain.equity = equity(chain.value) + 0.0;
}

ChainEnd PositionAnalyzer::play_stepwise(SearchContext& context, const Position& position,
                                         std::optional<Dice> dice) const {
  ChainEnd end;
  Position before = position;
  for (;;) {
    game_.generate_afterstates(before, dice, *context.list);
    const std::size_t index = context.search->choose(before, *context.list);
    end.ending = context.list->ending(index);
    if (end.ending != Ending::kNone) return end;
    before = context.list->positions()[index];
    end.path.push_back(before);
    end.mover_acts_next = context.list->mover_acts_next();
    if (!chain_continues(*context.list)) return end;
  }
}

Value mean_value_over_rolls(const std::vector<AnalyzedRoll>& rolls) {
  Value mean{};
  for (const AnalyzedRoll& roll : rolls) {
    for (std::size_t o = 0; o < kOutcomeCount; ++o) {
      mean[o] += count_permutations(roll.dice) * roll.best_play.value[o] / 36.0;
    }
  }
  return mean;
}

bool is_chain_decision(Game game, const Position& position, std::optional<Dice> dice) {
  return position.is_pending() ||
         (dice && dice->is_doublet() && doublet_starts_chain(game, position));
}

AnalysisReport analyze(const AnalysisQuery& query, const EvaluatorFactory& evaluator,
                       const FractionListener& progress) {
  assert(!query.searches_whole_chain || is_chain_decision(query.game, query.position, query.dice));
  PositionAnalyzer analyzer(query.game, query.search_options, evaluator);
  AnalysisReport report;
  report.game = query.game;
  report.position = query.position;
  report.dice = query.dice;
  report.requested_plies = query.search_options.plies;
  const std::unique_ptr<Evaluator> static_evaluator = evaluator();
  report.static_value = static_evaluator->evaluate(report.position);
  if (!report.dice && !report.position.is_pending()) {
    report.analyzed_rolls = analyzer.analyze_rolls(report.position, query.threads);
    report.is_exact = static_evaluator->is_exact(report.position);
    report.value = report.requested_plies == 0 ? report.static_value
                                               : mean_value_over_rolls(report.analyzed_rolls);
  } else {
    report.plays = analyzer.analyze_plays(report.position, report.dice);
    report.value = report.plays.front().value;
    report.is_exact = report.plays.front().is_exact;
    if (query.searches_whole_chain) {
      report.chain_analysis = analyzer.analyze_whole_chain(report.position, report.dice,
                                                           query.max_chain_plays, progress);
    }
  }
  report.evaluation_count = analyzer.evaluation_count();
  return report;
}

void roll_out(AnalysisReport& report, const RolloutOptions& options,
              const EvaluatorFactory& evaluator,
              const std::function<void(const RolloutProgress&)>& progress) {
  const std::vector<RolloutStart> starts =
      report.plays.empty() ? std::vector{RolloutStart{.position = report.position}}
                           : rollout_candidates(report);
  report.rollouts = sort_by_equity(rollout(options, starts, evaluator, {}, progress));
  if (is_interrupted() && has_too_few_trials(report.rollouts)) report.rollouts.clear();
}

DecisionGrade grade_decision(const AnalysisQuery& query, std::string_view afterstate,
                             const EvaluatorFactory& evaluator) {
  PositionAnalyzer analyzer(query.game, query.search_options, evaluator);
  const std::vector<ScoredPlay> plays = analyzer.analyze_plays(query.position, query.dice);
  const auto made = std::ranges::find(plays, afterstate, &ScoredPlay::afterstate_text);
  assert(made != plays.end());
  const ScoredPlay& best = plays.front();
  return {.best_play = best,
          .actual_play = *made,
          .is_forced = plays.size() == 1,
          .has_mixed_depths =
              !made->is_exact && !best.is_exact && made->searched_plies != best.searched_plies,
          .equity_loss = std::max(0.0, best.equity - made->equity)};
}

RollLuck roll_luck(Game game, const Position& position, Dice dice,
                   const EvaluatorFactory& evaluator) {
  const RollValues rolls =
      LuckEvaluator(game, VarianceReduction::kAllRolls, evaluator()).roll_values(position);
  return {.equity_before = equity(rolls.mean), .luck = equity(rolls.luck(dice))};
}

std::string_view annotation_symbol(double equity_loss) {
  if (equity_loss < 0.01) return "";
  if (equity_loss < kMistakeThreshold) return "?!";
  return equity_loss < 0.1 ? "?" : "??";
}

}  // namespace gioul
