#include "eval/play/rollout.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "base/error.h"
#include "base/parallel.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "eval/play/rollout_dice.h"
#include "eval/play/rollout_trial.h"

namespace gioul {

namespace {

// Trials of a start between two looks at the stop rules: a twelfth of a cycle of dice, and when
// there are many an eighth of them, because each look goes over all.
constexpr std::int64_t kRound = kRolloutCycle / 12;
constexpr std::int64_t round_after(std::int64_t done) {
  return std::max(kRound, done / (8 * kRound) * kRound);
}

// What measured best in the same time (docs/analysis.md).
Luck luck_for(Luck luck, Game game) {
  const bool chains = game.axes().doublets == Doublets::kChain;
  if (luck == Luck::kDoublets && !chains) {
    throw InputError("luck of doublets: " + std::string(game.name()) +
                     " has no chains (expected all rolls or none)");
  }
  if (luck != Luck::kBest) return luck;
  return chains ? Luck::kDoublets : Luck::kLeftIn;
}

void check(const RolloutOptions& options, std::span<const RolloutStart> starts) {
  if (starts.empty()) throw InputError("a rollout needs a position");
  if (options.trials < 4 || options.trials % 2 != 0) {
    throw InputError(
        "trials " + std::to_string(options.trials) +
        ": expected an even number of at least 4, because they come in mirrored pairs");
  }
  if (options.truncate < 0) throw InputError("truncate must be 0 or more rolls");
  if (options.threads < 1) throw InputError("threads must be 1 or more");
  if (!(options.target_error >= 0.0)) throw InputError("the error must be 0 or more");
  if (!(options.certainty >= 0.0)) throw InputError("certainty must be 0 or more standard errors");
}

// The values of a start's trials, seen by the player that it names.
struct Played {
  std::vector<Value> values;
  bool rolls = true;  // on
  bool dropped = false;
};

// Mean and standard error of value_of(trial) over trials [0, count), which is even. The error is
// from the means of mirrored pairs, which are independent but for the stratified dice; those make
// the true error a little smaller.
template <typename F>
Estimate estimate_of_pairs(std::size_t count, const F& value_of) {
  const auto pairs = static_cast<double>(count / 2);
  if (count == 0) return {};
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += value_of(i);
  const double mean = sum / static_cast<double>(count);
  double squares = 0.0;
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    const double off = 0.5 * (value_of(i) + value_of(i + 1)) - mean;
    squares += off * off;
  }
  return {mean, pairs < 2.0 ? 0.0 : std::sqrt(squares / (pairs - 1.0) / pairs)};
}

RolloutResult ended(Ending ending) {
  const Value value = certain_value(outcome_of(ending));
  RolloutResult result;
  result.equity.mean = equity(value);
  result.win.mean = value[3] + value[4];
  for (std::size_t o = 0; o < kOutcomes; ++o) result.outcomes[o].mean = value[o];
  return result;
}

RolloutResult summed(const RolloutStart& start, const Played& played) {
  if (start.ending != Ending::kNone) return ended(start.ending);
  const auto& values = played.values;
  RolloutResult result;
  result.trials = static_cast<std::int64_t>(values.size());
  result.dropped = played.dropped;
  result.equity =
      estimate_of_pairs(values.size(), [&](std::size_t i) { return equity(values[i]); });
  result.win =
      estimate_of_pairs(values.size(), [&](std::size_t i) { return values[i][3] + values[i][4]; });
  for (std::size_t o = 0; o < kOutcomes; ++o) {
    result.outcomes[o] =
        estimate_of_pairs(values.size(), [&](std::size_t i) { return values[i][o]; });
  }
  return result;
}

// Rounds of trials, and what is decided between them.
class Rollout {
 public:
  Rollout(const RolloutOptions& options, std::span<const RolloutStart> starts,
          const EvaluatorFactory& evaluator, const PlayerFactory& player,
          const std::function<void(const RolloutProgress&)>& progress)
      : options_(options),
        starts_(starts),
        progress_(progress),
        luck_(luck_for(options.luck, options.game)),
        dice_(options.seed, options.trials),
        played_(starts.size()),
        tables_(
            [&options, &evaluator, &player] { return RolloutTable(options, evaluator, player); }) {
    for (std::size_t s = 0; s < starts.size(); ++s) {
      played_[s].rolls = starts[s].ending == Ending::kNone;
    }
  }

  std::vector<RolloutResult> run() {
    for (std::int64_t done = 0; done < options_.trials;) {
      const std::int64_t end = std::min(done + round_after(done), options_.trials);
      if (!play_round(done, end)) break;
      done = end;
      sum_up();
      if (done >= options_.minimum_trials && enough()) break;
    }
    if (results_.empty()) sum_up();  // every start is an ending
    return std::move(results_);
  }

 private:
  // False if no start is left to roll out.
  bool play_round(std::int64_t begin, std::int64_t end) {
    std::vector<std::size_t> rolled;
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      if (!played_[s].rolls) continue;
      rolled.push_back(s);
      played_[s].values.resize(static_cast<std::size_t>(end));
    }
    if (rolled.empty()) return false;
    shown_.most = done_ + static_cast<std::int64_t>(rolled.size()) * (options_.trials - begin);
    const auto candidates = static_cast<std::int64_t>(rolled.size());
    parallel_for(options_.threads, (end - begin) * candidates, [&](std::int64_t i) {
      play_trial(rolled[static_cast<std::size_t>(i % candidates)], begin + i / candidates);
      report();
    });
    return true;
  }

  void play_trial(std::size_t s, std::int64_t trial) {
    const RolloutStart& start = starts_[s];
    const Value value = tables_.local().play(start.position, dice_.trial(trial), trial, luck_);
    played_[s].values[static_cast<std::size_t>(trial)] =
        start.seen_by_other ? flipped(value) : value;
  }

  void sum_up() {
    results_.clear();
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      results_.push_back(summed(starts_[s], played_[s]));
      if (starts_[s].ending == Ending::kNone) results_.back().luck = luck_;
    }
    const std::size_t best = best_start(results_);
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      if (s != best) results_[s].difference = difference(s, best);
    }
    shown_.best = results_[best].equity;
  }

  Estimate difference(std::size_t s, std::size_t best) const {
    const auto& own = played_[s].values;
    const auto& other = played_[best].values;
    const double of_own_end = results_[s].equity.mean;  // of a play that ends the game
    const double of_other_end = results_[best].equity.mean;
    const bool own_ends = starts_[s].ending != Ending::kNone;
    const bool other_ends = starts_[best].ending != Ending::kNone;
    if (own_ends && other_ends) return {of_own_end - of_other_end, 0.0};
    const std::size_t common = own_ends     ? other.size()
                               : other_ends ? own.size()
                                            : std::min(own.size(), other.size());
    return estimate_of_pairs(common, [&](std::size_t i) {
      return (own_ends ? of_own_end : equity(own[i])) -
             (other_ends ? of_other_end : equity(other[i]));
    });
  }

  // Drops what is surely worse; true if no more trials are needed.
  bool enough() {
    drop_the_worse();
    bool precise = options_.target_error > 0.0;
    std::size_t contenders = 0;
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      if (played_[s].dropped) continue;
      ++contenders;
      precise = precise && results_[s].equity.standard_error <= options_.target_error;
    }
    return precise || (starts_.size() > 1 && contenders == 1 && options_.certainty > 0.0);
  }

  void drop_the_worse() {
    if (options_.certainty == 0.0) return;
    for (std::size_t s = 0; s < starts_.size(); ++s) {
      const Estimate& difference = results_[s].difference;
      if (difference.mean >= -options_.certainty * difference.standard_error) continue;
      played_[s].dropped = true;
      played_[s].rolls = false;
      results_[s].dropped = true;
    }
  }

  // One more trial is done.
  void report() {
    const std::int64_t done = done_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (!progress_) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    shown_.done = std::max(shown_.done, done);
    progress_(shown_);
  }

  const RolloutOptions& options_;
  std::span<const RolloutStart> starts_;
  const std::function<void(const RolloutProgress&)>& progress_;
  Luck luck_;
  RolloutDice dice_;
  std::vector<Played> played_;
  std::vector<RolloutResult> results_;
  PerThread<RolloutTable> tables_;
  std::atomic<std::int64_t> done_ = 0;
  std::mutex mutex_;
  RolloutProgress shown_;
};

}  // namespace

RolloutStart rollout_start(const Position& position) { return {.position = position}; }

RolloutStart rollout_start(const AfterstateList& list, std::size_t line) {
  const Ending ending = list.ending(line);
  if (ending != Ending::kNone) return {.ending = ending};
  return {.position = list.positions()[line], .seen_by_other = !list.mover_acts_next()};
}

std::size_t best_start(std::span<const RolloutResult> results) {
  std::size_t best = 0;
  for (std::size_t s = 1; s < results.size(); ++s) {
    if (results[s].dropped) continue;
    if (results[best].dropped || results[s].equity.mean > results[best].equity.mean) best = s;
  }
  return best;
}

std::vector<RolloutResult> rollout(const RolloutOptions& options,
                                   std::span<const RolloutStart> starts,
                                   const EvaluatorFactory& evaluator, const PlayerFactory& player,
                                   const std::function<void(const RolloutProgress&)>& progress) {
  check(options, starts);
  return Rollout(options, starts, evaluator, player, progress).run();
}

}  // namespace gioul
