#include "eval/rollout/rollout.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "engine/games/game.h"
#include "eval/rollout/rollout_dice.h"
#include "eval/rollout/rollout_trial.h"

namespace gioul {

namespace {

// Number of trials per start between two checks of the stop rules: a twelfth of a dice cycle, later
// an eighth of the trials done.
constexpr std::int64_t kRound = kFirstRollCycleLength / 12;
constexpr std::int64_t round_after(std::int64_t done) {
  return std::max(kRound, done / (8 * kRound) * kRound);
}

// Number of trials per start that are played before they are added up: large enough that threads
// seldom wait for each other. Even, as rounds are.
constexpr std::int64_t kBlock = 8 * kFirstRollCycleLength;

constexpr Value kNotPlayed = {std::numeric_limits<double>::quiet_NaN()};

RolloutResult terminal_result(Ending ending) {
  const Value value = one_hot_value(outcome_of(ending));
  RolloutResult result;
  result.equity.mean = equity(value);
  result.win_probability.mean = win_probability(value);
  for (std::size_t o = 0; o < kOutcomeCount; ++o) result.outcome_probabilities[o].mean = value[o];
  return result;
}

std::vector<std::optional<double>> known_equities(std::span<const RolloutStart> starts) {
  std::vector<std::optional<double>> known;
  for (const RolloutStart& start : starts) {
    known.emplace_back();
    if (start.ending != Ending::kNone) known.back() = terminal_result(start.ending).equity.mean;
  }
  return known;
}

// Plays rounds of trials and applies the stop rules between them.
class Rollout {
 public:
  Rollout(const RolloutOptions& options, std::span<const RolloutStart> starts,
          const EvaluatorFactory& evaluator, const PlayerFactory& player,
          const std::function<void(const RolloutProgress&)>& progress, TrialCache* cache)
      : options_(options),
        starts_(starts),
        progress_(progress),
        cache_(cache),
        variance_reduction_(resolve_variance_reduction(options.variance_reduction, options.game)),
        dropped_(starts.size()),
        stats_(known_equities(starts)),
        runners_([this, &options, &evaluator, &player] {
          return TrialRunner(options.game, options.truncation_rolls, variance_reduction_,
                             options.seed, evaluator, player);
        }) {}

  std::vector<RolloutResult> run() {
    for (std::int64_t done = 0; done < options_.max_trials;) {
      const std::int64_t end = std::min(done + round_after(done), options_.max_trials);
      if (!play_round(done, end)) break;
      done = end;
      update_results();
      if (is_interrupted() || !others_continue_) break;
      if (done >= options_.min_trials && should_stop()) break;
    }
    if (results_.empty()) update_results();  // all starts are endings
    return std::move(results_);
  }

  void play_part(const WorkPart& part) {
    const std::vector<std::size_t> rolled = active_starts();
    progress_report_.trials_total =
        static_cast<std::int64_t>(rolled.size()) * 2 * part.item_count(options_.max_trials / 2);
    for (std::int64_t begin = 0; begin < options_.max_trials && !is_interrupted();
         begin += kBlock) {
      play_trials(rolled, begin, std::min(begin + kBlock, options_.max_trials), part);
    }
  }

 private:
  std::vector<std::size_t> active_starts() const {
    std::vector<std::size_t> rolled;
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      if (starts_[s].ending == Ending::kNone && !dropped_[s]) rolled.push_back(s);
    }
    return rolled;
  }

  // Returns false if no start is left to roll out.
  bool play_round(std::int64_t begin, std::int64_t end) {
    const std::vector<std::size_t> rolled = active_starts();
    if (rolled.empty()) return false;
    progress_report_.trials_total =
        done_ + static_cast<std::int64_t>(rolled.size()) * (options_.max_trials - begin);
    for (; begin < end && !is_interrupted() && others_continue_; begin += kBlock) {
      play_block(rolled, begin, std::min(begin + kBlock, end));
    }
    return true;
  }

  // Plays trials [begin, end) in any order and adds them up in the order of their numbers. After a
  // stop request, adds up those before the first missing trial.
  void play_block(std::span<const std::size_t> rolled, std::int64_t begin, std::int64_t end) {
    const std::size_t candidates = rolled.size();
    if (options_.trial_exchange == nullptr) {
      play_trials(rolled, begin, end, {});
    } else {
      play_trials(rolled, begin, end, options_.trial_exchange->part());
      exchange_trials();
    }
    const std::span<const Value> values = values_;
    for (std::size_t i = 0; i < values.size(); i += 2 * candidates) {
      if (std::ranges::any_of(values.subspan(i, 2 * candidates), is_missing)) break;
      stats_.add(rolled, values.subspan(i, candidates), values.subspan(i + candidates, candidates));
    }
  }

  // Gets the trials of the block that other processes played.
  void exchange_trials() {
    const auto missing = std::ranges::count_if(values_, is_missing);
    others_continue_ = options_.trial_exchange->exchange(values_) && !is_interrupted();
    done_ += missing - std::ranges::count_if(values_, is_missing);
  }

  static bool is_missing(const Value& value) { return std::isnan(value[0]); }

  // Fills values_ with trials [begin, end), as far as they belong to the work part or are cached.
  void play_trials(std::span<const std::size_t> rolled, std::int64_t begin, std::int64_t end,
                   const WorkPart& part) {
    const RolloutDice dice(options_.seed, begin, end);
    const std::size_t candidates = rolled.size();
    values_.assign(static_cast<std::size_t>(end - begin) * candidates, kNotPlayed);
    find_cached(rolled, begin, end, part);
    try {
      parallel_for(options_.threads, values_.size(), [&](std::size_t i) {
        const std::int64_t trial = begin + static_cast<std::int64_t>(i / candidates);
        if (!part.contains(trial / 2) || !is_missing(values_[i])) return;
        const std::size_t start = rolled[i % candidates];
        values_[i] = play_trial(starts_[start], dice, trial);
        if (cache_ != nullptr) cache_->store(start, trial, values_[i]);
        report();
      });
    } catch (const Interrupted&) {
    }
  }

  // Takes cached trials of the work part.
  void find_cached(std::span<const std::size_t> rolled, std::int64_t begin, std::int64_t end,
                   const WorkPart& part) {
    if (cache_ == nullptr) return;
    std::int64_t count = 0;
    cache_->for_each_trial(
        begin, end, [&](std::size_t start, std::int64_t trial, const Value& value) {
          const auto found = std::ranges::lower_bound(rolled, start);
          if (found == rolled.end() || *found != start || !part.contains(trial / 2)) return;
          values_[static_cast<std::size_t>(trial - begin) * rolled.size() +
                  static_cast<std::size_t>(found - rolled.begin())] = value;
          ++count;
        });
    progress_report_.trials_resumed += count;
    done_ += count;
  }

  Value play_trial(const RolloutStart& start, const RolloutDice& dice, std::int64_t trial) {
    const Value value = runners_.local().run(start.position, dice.make_trial_dice(trial), trial);
    return start.value_for_opponent ? flipped(value) : value;
  }

  void update_results() {
    results_.clear();
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      if (starts_[s].ending != Ending::kNone) {
        results_.push_back(terminal_result(starts_[s].ending));
        continue;
      }
      results_.push_back(stats_.result(s));
      results_.back().is_dropped = dropped_[s];
      results_.back().variance_reduction = variance_reduction_;
    }
    const std::size_t best = best_start_index(results_);
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      results_[s].difference_to_best = stats_.difference(s, best);
    }
    progress_report_.best_equity = results_[best].equity;
    progress_report_.results = results_;
  }

  // Drops starts that are clearly worse. Returns true if no more trials are needed.
  bool should_stop() {
    drop_losers();
    bool precise = options_.target_error > 0.0;
    std::size_t contenders = 0;
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      if (dropped_[s]) continue;
      ++contenders;
      precise = precise && results_[s].equity.standard_error <= options_.target_error;
    }
    return precise || (starts_.size() > 1 && contenders == 1 && options_.drop_sigmas > 0.0);
  }

  void drop_losers() {
    if (options_.drop_sigmas == 0.0) return;
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      const Estimate& difference = results_[s].difference_to_best;
      if (difference.mean >= -options_.drop_sigmas * difference.standard_error) continue;
      dropped_[s] = true;
      results_[s].is_dropped = true;
    }
  }

  // Counts a finished trial and reports progress.
  void report() {
    const std::int64_t done = done_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (!progress_) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    progress_report_.trials_done = std::max(progress_report_.trials_done, done);
    progress_(progress_report_);
  }

  const RolloutOptions& options_;
  std::span<const RolloutStart> starts_;
  const std::function<void(const RolloutProgress&)>& progress_;
  TrialCache* cache_;  // may be null
  VarianceReduction variance_reduction_;
  std::vector<bool> dropped_;
  RolloutStats stats_;
  std::vector<Value> values_;    // of a block, by trial, then by start still rolled out
  bool others_continue_ = true;  // by the processes that share the rollout
  std::vector<RolloutResult> results_;
  PerThread<TrialRunner> runners_;
  std::atomic<std::int64_t> done_ = 0;
  std::mutex mutex_;
  RolloutProgress progress_report_;
};

}  // namespace

VarianceReduction resolve_variance_reduction(VarianceReduction variance_reduction, Game game) {
  const bool chains = game.variant().doublets == DoubletRule::kChain;
  if (variance_reduction == VarianceReduction::kDoublets && !chains) {
    throw InputError("doublets: " + std::string(game.name()) +
                     " has no chains; expected auto, all or none");
  }
  if (variance_reduction != VarianceReduction::kAuto) return variance_reduction;
  return chains ? VarianceReduction::kDoublets : VarianceReduction::kNone;
}

void check_rollout_options(const RolloutOptions& options, std::span<const RolloutStart> starts) {
  if (starts.empty()) throw InputError("a rollout needs a position");
  if (options.max_trials < 4 || options.max_trials % 2 != 0) {
    throw InputError("trials " + std::to_string(options.max_trials) +
                     ": expected an even number of at least 4 (mirrored pairs)");
  }
  if (options.truncation_rolls < 0) throw InputError("truncate: expected 0 or more rolls");
  if (options.threads < 1) throw InputError("threads: expected 1 or more");
  if (!(options.target_error >= 0.0)) throw InputError("target error: expected a number >= 0");
  if (!(options.drop_sigmas >= 0.0)) throw InputError("drop sigmas: expected a number >= 0");
  (void)resolve_variance_reduction(options.variance_reduction, options.game);
}

RolloutStart make_rollout_start(const AfterstateList& list, std::size_t index) {
  const Ending ending = list.ending(index);
  if (ending != Ending::kNone) return {.ending = ending};
  return {.position = list.positions()[index], .value_for_opponent = !list.mover_acts_next()};
}

std::size_t best_start_index(std::span<const RolloutResult> results) {
  std::size_t best = 0;
  for (std::size_t s = 1; s < results.size(); ++s) {
    if (results[s].is_dropped) continue;
    if (results[best].is_dropped || results[s].equity.mean > results[best].equity.mean) best = s;
  }
  return best;
}

std::vector<RolloutResult> rollout(const RolloutOptions& options,
                                   std::span<const RolloutStart> starts,
                                   const EvaluatorFactory& evaluator, const PlayerFactory& player,
                                   const std::function<void(const RolloutProgress&)>& progress,
                                   TrialCache* cache) {
  check_rollout_options(options, starts);
  return Rollout(options, starts, evaluator, player, progress, cache).run();
}

void play_rollout_part(const RolloutOptions& options, std::span<const RolloutStart> starts,
                       const WorkPart& part, const EvaluatorFactory& evaluator,
                       const PlayerFactory& player,
                       const std::function<void(const RolloutProgress&)>& progress,
                       TrialCache& cache) {
  check_rollout_options(options, starts);
  Rollout(options, starts, evaluator, player, progress, &cache).play_part(part);
}

}  // namespace gioul
