#include "eval/testset/decision_set_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/games/play_out.h"
#include "engine/rng.h"
#include "eval/play/player.h"
#include "eval/players/players.h"
#include "eval/players/rollout_player.h"
#include "eval/players/search_player.h"
#include "eval/rollout/rollout.h"
#include "eval/search/search.h"
#include "eval/testset/decision_set.h"

namespace gioul {

namespace {

// Returns the kind of decision `number` of a set. Of 20 decisions nine are ordinary, six in chains,
// two forfeits and three bear-offs, except kinds that the game does not have.
DecisionKind scheduled_kind(Game game, std::int64_t number) {
  using enum DecisionKind;
  constexpr std::array kPattern = {kOrdinary,   kChain,    kOrdinary, kBearingOff, kOrdinary,
                                   kChain,      kOrdinary, kForfeit,  kChain,      kOrdinary,
                                   kBearingOff, kOrdinary, kChain,    kOrdinary,   kChain,
                                   kBearingOff, kOrdinary, kForfeit,  kChain,      kOrdinary};
  std::vector<DecisionKind> kinds;
  for (const DecisionKind kind : kPattern) {
    const bool chain = kind == kChain || kind == kForfeit;
    if (chain && game.variant().doublets != DoubletRule::kChain) continue;
    if (kind == kForfeit && game.variant().unfinished_chain != UnfinishedChainRule::kForfeited)
      continue;
    kinds.push_back(kind);
  }
  return kinds[static_cast<std::size_t>(number) % kinds.size()];
}

constexpr std::uint64_t kMaxGames = 20'000;  // maximum number of games searched for one decision

// Decisions in which all plays have nearly equal values are skipped.
constexpr double kMinSpread = 0.001;

// Candidates for rollouts: the best plays of the wide search within this margin, and the choices of
// narrower searches, of the weak player and of the contributing players.
constexpr std::size_t kCandidates = 4;
constexpr double kCandidateMargin = 0.15;

// Searches all plays to one ply.
constexpr SearchOptions kWide = {.plies = 1,
                                 .move_filter = static_cast<int>(kMaxAfterstates),
                                 .filter_margin = 4.0,
                                 .chain_beam = 16,
                                 .chain_margin = kExpandAllChainsMargin,
                                 .max_replies = 0};

// With variance reduction, means can be slightly outside the range of points.
int millipoints(double points, double min, double max) {
  return static_cast<int>(std::lround(1000.0 * std::clamp(points, min, max)));
}

class DecisionSetBuilder {
 public:
  DecisionSetBuilder(const DecisionSetSpec& spec, const ReferenceEvaluators& evaluators)
      : header_(spec.header),
        evaluators_(evaluators),
        policy_(
            search_player_factory(header_.game, kTrialSearchOptions, evaluators.rollout_evaluator)),
        start_(header_.game.start(header_.checkers)),
        strong_(policy_()),
        weak_(make_player_factory("blocker", header_.game)()),
        wide_(make_search(header_.game, kWide, evaluators.candidate_evaluator())) {
    for (const SearchOptions& options : {SearchOptions{}, kTrialSearchOptions,
                                         default_search_options(1), default_search_options(2)}) {
      choosers_.push_back(
          search_player_factory(header_.game, options, evaluators.candidate_evaluator)());
    }
    choosers_.push_back(make_player_factory("blocker", header_.game)());
    for (const PlayerFactory& player : evaluators.player_factories) choosers_.push_back(player());
    if (evaluators.external_evaluator) external_ = evaluators.external_evaluator();
  }

  ReferenceDecision make(std::int64_t number) {
    const DecisionKind kind = scheduled_kind(header_.game, number);
    for (std::uint64_t attempt = 0; attempt < kMaxGames; ++attempt) {
      const std::uint64_t game = static_cast<std::uint64_t>(number) * kMaxGames + attempt;
      const auto drawn = draw(game, kind);
      if (!drawn) continue;
      header_.game.generate_afterstates(drawn->position, drawn->dice, *list_);
      estimate(drawn->position);
      const auto [least, most] = std::ranges::minmax(estimates_);
      if (most - least < kMinSpread) continue;
      return make_reference(number, *drawn);
    }
    throw InputError("decision " + std::to_string(number) + ": found no decision of the kind " +
                     std::string(kDecisionKindNames[static_cast<std::size_t>(kind)]) + " in " +
                     std::to_string(kMaxGames) + " games");
  }

 private:
  // Returns a random decision of this kind, with at least two plays, from game number `number`;
  // nullopt if there is none.
  std::optional<Decision> draw(std::uint64_t number, DecisionKind kind) {
    const Game game = header_.game;
    const std::uint64_t seed = header_.seed;
    CounterRng dice(seed, number, RngStream::kDice);
    CounterRng rng(seed, number, RngStream::kShuffle);
    std::array<CounterRng, 2> seats{CounterRng(seed, number, RngStream::kFirstPlayer),
                                    CounterRng(seed, number, RngStream::kSecondPlayer)};
    // Of 20 games, 13 are between two strong players, 4 have one play in ten at random, and 3 are
    // against the weak player.
    const std::uint64_t sort = rng.uniform_below(20);
    const bool errs = sort >= 13 && sort < 17;
    const std::size_t weak_seat = sort < 17 ? 2 : static_cast<std::size_t>(rng.uniform_below(2));

    std::optional<Decision> drawn;
    std::uint64_t found = 0;
    GameState state(start_);
    const auto choose = [&] {
      if (list_->size() > 1 && decision_kind(game, state.position(), state.dice()) == kind &&
          rng.uniform_below(++found) == 0) {
        drawn = state.decision();
      }
      Player& player = state.player_to_move() == weak_seat ? *weak_ : *strong_;
      return errs && rng.uniform_below(10) == 0
                 ? static_cast<std::size_t>(rng.uniform_below(list_->size()))
                 : player.choose(state.position(), *list_, seats[state.player_to_move()]);
    };
    play_out(game, state, *list_, [&] { return dice.roll_dice(); }, choose);
    return drawn;
  }

  // Computes the wide search's equities of all plays.
  void estimate(const Position& position) {
    estimates_.assign(list_->size(), 0.0);
    for (const ScoredPlay& play : wide_->rank(position, *list_)) {
      estimates_[play.afterstate_index] = play.equity;
    }
  }

  // Returns the candidates for rollouts, as ascending indices into the list.
  std::vector<std::size_t> candidates(std::int64_t number, const Position& position) {
    std::vector<std::size_t> candidate_indices(list_->size());
    std::iota(candidate_indices.begin(), candidate_indices.end(), std::size_t{0});
    std::ranges::stable_sort(candidate_indices, std::ranges::greater{},
                             [&](std::size_t index) { return estimates_[index]; });
    const double least = estimates_[candidate_indices.front()] - kCandidateMargin;
    candidate_indices.resize(std::min(kCandidates, candidate_indices.size()));
    std::erase_if(candidate_indices, [&](std::size_t index) { return estimates_[index] < least; });
    CounterRng rng(header_.seed, static_cast<std::uint64_t>(number), RngStream::kDecisionSampling);
    for (const auto& player : choosers_)
      candidate_indices.push_back(player->choose(position, *list_, rng));
    std::ranges::sort(candidate_indices);
    candidate_indices.erase(std::unique(candidate_indices.begin(), candidate_indices.end()),
                            candidate_indices.end());
    return candidate_indices;
  }

  RolloutOptions rollout_options(std::int64_t number) const {
    CounterRng rng(header_.seed, static_cast<std::uint64_t>(number), RngStream::kDecisionSampling);
    return {.game = header_.game,
            .max_trials = header_.trials_per_play,
            .truncation_rolls = header_.truncation_rolls,
            .seed = rng.next(),
            .drop_sigmas = kRolloutDropSigmas,
            .min_trials = 1};  // one round
  }

  // Values each start by the external evaluator, without standard errors.
  std::vector<RolloutResult> external_results(const std::vector<RolloutStart>& starts) const {
    std::vector<RolloutResult> results(starts.size());
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const RolloutStart& start = starts[i];
      results[i].equity.mean = start.ending != Ending::kNone ? points(outcome_of(start.ending))
                               : start.value_for_opponent    ? -external_(start.position)
                                                             : external_(start.position);
    }
    const double best = results[best_start_index(results)].equity.mean;
    for (RolloutResult& result : results)
      result.difference_to_best.mean = result.equity.mean - best;
    return results;
  }

  ReferenceDecision make_reference(std::int64_t number, const Decision& drawn) {
    const std::vector<std::size_t> candidate_indices = candidates(number, drawn.position);
    std::vector<RolloutStart> starts;
    for (const std::size_t index : candidate_indices)
      starts.push_back(make_rollout_start(*list_, index));
    const std::vector<RolloutResult> results =
        external_
            ? external_results(starts)
            : rollout(rollout_options(number), starts, evaluators_.rollout_evaluator, policy_);
    const std::size_t best = best_start_index(results);

    ReferenceDecision decision;
    decision.number = number;
    decision.decision = drawn;
    decision.best_equity = millipoints(results[best].equity.mean, -2.0, 2.0);
    decision.standard_error = millipoints(results[best].equity.standard_error, 0.0, 4.0);
    // The mean difference between the rollouts and the search.
    double shift = 0.0;
    for (std::size_t i = 0; i < candidate_indices.size(); ++i) {
      shift += (results[i].equity.mean - estimates_[candidate_indices[i]]) /
               static_cast<double>(candidate_indices.size());
    }
    const std::vector<std::size_t> order = indices_in_text_order(header_.game, *list_);
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      const auto found = std::ranges::find(candidate_indices, order[rank]);
      if (found == candidate_indices.end()) {
        const double behind = results[best].equity.mean - (estimates_[order[rank]] + shift);
        decision.loss_estimate_codes.push_back(
            static_cast<std::uint8_t>(encode_loss_estimate(1000.0 * behind)));
        continue;
      }
      decision.loss_estimate_codes.push_back(0);
      const auto i = static_cast<std::size_t>(found - candidate_indices.begin());
      const Estimate& difference = results[i].difference_to_best;
      decision.rolled_out_plays.push_back({rank, millipoints(-difference.mean, 0.0, 4.0),
                                           millipoints(difference.standard_error, 0.0, 4.0)});
    }
    return decision;
  }

  const DecisionSetHeader& header_;
  const ReferenceEvaluators& evaluators_;
  PlayerFactory policy_;
  Position start_;
  std::unique_ptr<Player> strong_;  // makes most decisions of the games
  std::unique_ptr<Player> weak_;
  std::unique_ptr<Search> wide_;
  std::vector<std::unique_ptr<Player>> choosers_;
  ExternalEvaluator external_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  std::vector<double> estimates_;
};

}  // namespace

void build_reference_decisions(const DecisionSetSpec& spec, const ReferenceEvaluators& evaluators,
                               const std::vector<ReferenceDecision>& known,
                               const std::function<void(ReferenceDecision)>& on_decision) {
  std::vector<std::int64_t> numbers;
  const std::int64_t end = spec.part.range_end(spec.decision_count);
  for (std::int64_t number = spec.part.range_begin(spec.decision_count); number < end; ++number) {
    if (!std::ranges::binary_search(known, number, {}, &ReferenceDecision::number)) {
      numbers.push_back(number);
    }
  }
  PerThread<DecisionSetBuilder> builders([&] { return DecisionSetBuilder(spec, evaluators); });
  std::mutex mutex;
  parallel_for(spec.threads, numbers.size(), [&](std::size_t i) {
    ReferenceDecision decision = builders.local().make(numbers[i]);
    const std::lock_guard lock(mutex);
    on_decision(std::move(decision));
  });
}

}  // namespace gioul
