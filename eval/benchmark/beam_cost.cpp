#include "eval/benchmark/beam_cost.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>

#include "base/parallel.h"
#include "engine/games/game.h"
#include "eval/search/chain_ends.h"
#include "eval/search/search.h"

namespace gioul {

namespace {

constexpr std::size_t kEndsDeeper = 100;

// Equities are sums of floats; nearer ones are the same end or as good.
constexpr double kSame = 1e-5;

using Clock = std::chrono::steady_clock;

enum Depth : std::size_t { kNow, kDeeper };

// What one chain says.
struct Look {
  std::size_t ends = 0;
  bool is_exact = false;
  std::vector<std::array<double, 2>> costs;  // points, by beam and depth
  std::vector<double> seconds;               // by beam
};

bool is_chain(Game game, const ReferenceDecision& decision) {
  return decision.asked.position.is_pending() ||
         (decision.asked.dice.is_doublet() && rolls_chain(game, decision.asked.position));
}

// The same decision after the roll.
Position pending(const ReferenceDecision& decision) {
  Position position = decision.asked.position;
  if (!position.is_pending()) {
    position.owed = static_cast<std::uint8_t>(chain_length(decision.asked.dice.high));
  }
  return position;
}

// One thread's searches.
class Looker {
 public:
  Looker(Game game, const EvaluatorFactory& evaluator, std::span<const int> beams,
         std::size_t exact)
      : game_(game),
        limits_{.exact = exact, .beam = 1, .ends = kEndsDeeper},
        evaluator_(evaluator()),
        ends_(search(0, 1, evaluator)) {
    for (const int beam : beams) {
      now_.push_back(search(beam, 0, evaluator));
      deeper_.push_back(search(beam, 1, evaluator));
    }
  }

  Look look(const ReferenceDecision& decision) {
    const Position position = pending(decision);
    const ChainEnds all = find_chain_ends(game_, position, {1, 1}, *evaluator_, limits_);
    Look result{.ends = all.found, .is_exact = all.is_exact, .costs = {}, .seconds = {}};
    if (!all.is_exact || all.found < 2) return result;
    const double best_now = all.ends.front().equity;
    double best_deeper = -3.0;
    for (const ChainEnd& end : all.ends) best_deeper = std::max(best_deeper, value_of(end));
    for (std::size_t i = 0; i < now_.size(); ++i) {
      const double now = equity(now_[i]->evaluate(position));
      const auto begin = Clock::now();
      const double deeper = equity(deeper_[i]->evaluate(position));
      result.seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
      // A beam's ends need not be among the hundred, so it can find a better one.
      result.costs.push_back({std::max(best_now - now, 0.0), std::max(best_deeper - deeper, 0.0)});
    }
    return result;
  }

 private:
  std::unique_ptr<Search> search(int beam, int plies, const EvaluatorFactory& evaluator) const {
    return make_search(game_, {.plies = plies, .beam = beam}, evaluator());
  }

  double value_of(const ChainEnd& end) {
    if (end.ending != Ending::kNone) return end.equity;
    const double won = equity(ends_->evaluate(end.way.back()));
    return end.mover_acts ? won : -won;
  }

  Game game_;
  ChainLimits limits_;
  std::unique_ptr<Evaluator> evaluator_;
  std::unique_ptr<Search> ends_;
  std::vector<std::unique_ptr<Search>> now_;
  std::vector<std::unique_ptr<Search>> deeper_;
};

// A cost in hundredths of a millipoint, so that sums don't depend on their order.
std::int64_t whole_cost(double points) { return static_cast<std::int64_t>(points * 1e5 + 0.5); }

MissedEnds missed(std::span<const Look> looks, std::size_t beam, Depth depth) {
  IntegerSample costs;
  std::int64_t differ = 0;
  MissedEnds result;
  for (const Look& look : looks) {
    if (look.costs.empty()) continue;
    const double cost = look.costs[beam][depth];
    costs.add(whole_cost(cost));
    differ += cost > kSame ? 1 : 0;
    result.worst = std::max(result.worst, 1000.0 * cost);
  }
  result.cost = costs.estimate(0.01);
  result.differs =
      static_cast<double>(differ) / static_cast<double>(std::max<std::int64_t>(costs.count(), 1));
  return result;
}

double median_seconds(std::span<const Look> looks, std::size_t beam) {
  std::vector<double> times;
  for (const Look& look : looks) {
    if (!look.seconds.empty()) times.push_back(look.seconds[beam]);
  }
  if (times.empty()) return 0.0;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

}  // namespace

std::int64_t count_chains(const DecisionSet& set) {
  Game game = set.header.game;
  return std::ranges::count_if(
      set.decisions, [&](const ReferenceDecision& decision) { return is_chain(game, decision); });
}

BeamCosts beam_costs(const DecisionSet& set, const EvaluatorFactory& evaluator,
                     std::span<const int> beams, std::size_t exact, int threads,
                     const std::function<void()>& looked_at) {
  Game game = set.header.game;
  std::vector<const ReferenceDecision*> chains;
  for (const ReferenceDecision& decision : set.decisions) {
    if (is_chain(game, decision)) chains.push_back(&decision);
  }
  std::vector<Look> looks(chains.size());
  PerThread<Looker> lookers([&] { return Looker(game, evaluator, beams, exact); });
  parallel_for(threads, chains.size(), [&](std::size_t i) {
    looks[i] = lookers.local().look(*chains[i]);
    if (looked_at) looked_at();
  });

  BeamCosts result;
  for (const Look& look : looks) {
    if (!look.is_exact) ++result.left_out;
    if (look.costs.empty()) continue;
    ++result.chains;
    result.mean_ends += static_cast<double>(look.ends);
  }
  result.mean_ends /= static_cast<double>(std::max<std::int64_t>(result.chains, 1));
  for (std::size_t i = 0; i < beams.size(); ++i) {
    result.beams.push_back({.beam = beams[i],
                            .now = missed(looks, i, kNow),
                            .deeper = missed(looks, i, kDeeper),
                            .median_seconds = median_seconds(looks, i)});
  }
  return result;
}

}  // namespace gioul
