#include "eval/study/openings.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "base/error.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

// Whole chains that are looked at before the best are rolled out.
constexpr std::size_t kChains = 40;

RolloutStart start_of(const ChainEnd& end) {
  if (end.ending != Ending::kNone) return {.position = {}, .ending = end.ending};
  return {.position = end.way.back(), .seen_by_other = !end.mover_acts};
}

}  // namespace

RollStudy::RollStudy(Game game, RollStudyOptions options, EvaluatorFactory judge,
                     EvaluatorFactory fast, PlayerFactory player)
    : game_(game),
      options_(std::move(options)),
      judge_(std::move(judge)),
      fast_(std::move(fast)),
      player_(std::move(player)) {
  options_.rollout.game = game;
}

std::vector<RolledOutPlay> RollStudy::candidates(const Position& position, Dice dice) const {
  Analyst analyst(game_, options_.search, judge_);
  std::vector<RolledOutPlay> result;
  if (dice.is_doublet() && rolls_chain(game_, position)) {
    for (AnalyzedChain& chain : analyst.whole_chain(position, dice, kChains).chains) {
      result.push_back({std::move(chain.plays), start_of(chain.end), chain.equity, {}});
    }
  } else {
    const auto list = std::make_unique<AfterstateList>();
    game_.generate(position, dice, *list);
    for (const AnalyzedPlay& play : analyst.plays(position, dice)) {
      result.push_back({{play.play}, rollout_start(*list, play.line), play.equity, {}});
    }
  }
  result.resize(std::min(result.size(), options_.plays));
  return result;
}

RollRollouts RollStudy::roll_out(
    const std::vector<RolledOutPlay>& plays, std::uint64_t number,
    const std::function<void(const RolloutProgress&)>& progress) const {
  RolloutOptions options = options_.rollout;
  std::vector<RolloutStart> starts;
  for (const RolledOutPlay& play : plays) starts.push_back(play.start);
  options.seed = rollout_seed(options_.rollout.seed, 2 * number);
  RollRollouts rollouts;
  rollouts.plays = rollout(options, starts, fast_, player_, progress);
  // The best of several was lucky in the dice that it was found best with: its value is taken anew.
  options.seed = rollout_seed(options_.rollout.seed, 2 * number + 1);
  const RolloutStart& best = starts[best_start(rollouts.plays)];
  rollouts.best = rollout(options, {&best, 1}, fast_, player_, progress).front();
  return rollouts;
}

RolledOutRoll RollStudy::study(const Position& position, Dice dice, std::uint64_t number,
                               const std::function<void(const RolloutProgress&)>& progress,
                               RollMemo* memo) const {
  RolledOutRoll roll{position, dice, candidates(position, dice)};
  std::optional<RollRollouts> rollouts;
  if (memo != nullptr) rollouts = memo->recall(number);
  if (!rollouts) {
    rollouts = roll_out(roll.plays, number, progress);
    if (memo != nullptr) memo->keep(number, *rollouts);
  }
  std::vector<RolloutResult>& results = rollouts->plays;
  if (results.size() != roll.plays.size()) {
    throw InputError("roll " + std::to_string(number) + " of the study is remembered with " +
                     std::to_string(results.size()) + " plays, but it has " +
                     std::to_string(roll.plays.size()));
  }
  const std::size_t first = best_start(results);
  results[first] = rollouts->best;
  for (std::size_t i = 0; i < results.size(); ++i) roll.plays[i].result = results[i];
  std::rotate(roll.plays.begin(), roll.plays.begin() + static_cast<std::ptrdiff_t>(first),
              roll.plays.begin() + static_cast<std::ptrdiff_t>(first + 1));
  std::stable_sort(roll.plays.begin() + 1, roll.plays.end(),
                   [](const RolledOutPlay& a, const RolledOutPlay& b) {
                     return a.result.difference.mean > b.result.difference.mean;
                   });
  return roll;
}

Estimate mean_equity(std::span<const RolledOutRoll> rolls) {
  double sum = 0.0;
  double variance = 0.0;
  double weights = 0.0;
  for (const RolledOutRoll& roll : rolls) {
    const double share = weight(roll.dice);
    const Estimate& equity = roll.best().result.equity;
    sum += share * equity.mean;
    variance += share * share * equity.standard_error * equity.standard_error;
    weights += share;
  }
  return {sum / weights, std::sqrt(variance) / weights};
}

}  // namespace gioul
