#include "eval/players/rollout_player.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "eval/players/player_spec.h"
#include "eval/players/search_player.h"
#include "eval/rollout/rollout.h"
#include "eval/value/evaluator.h"

namespace gioul {

namespace {

// With fewer trials, the search is more reliable than the rollout.
constexpr std::int64_t kMinTrials = 108;

class RolloutPlayer : public Player {
 public:
  RolloutPlayer(Game game, const RolloutPlayerOptions& options, EvaluatorFactory evaluator)
      : options_(options),
        search_(make_search(game, options.search_options, evaluator())),
        evaluator_(std::move(evaluator)),
        policy_(search_player_factory(game, kTrialSearchOptions, evaluator_)),
        rollout_{.game = game,
                 .max_trials = options.max_trials,
                 .truncation_rolls = options.truncation_rolls,
                 .drop_sigmas = kRolloutDropSigmas,
                 .min_trials = 1 /* one round */} {}

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng& rng) override {
    if (list.size() == 1) return 0;
    const std::span<const ScoredPlay> ranked = search_->rank(before, list);
    std::vector<std::size_t> indices;
    std::vector<RolloutStart> starts;
    for (const ScoredPlay& play : ranked) {
      const bool is_candidate = play.searched_plies == ranked.front().searched_plies &&
                                play.equity >= ranked.front().equity - options_.candidate_margin;
      if (!is_candidate || indices.size() == static_cast<std::size_t>(options_.max_plays)) break;
      indices.push_back(play.afterstate_index);
      starts.push_back(make_rollout_start(list, play.afterstate_index));
    }
    if (indices.size() == 1) return indices.front();
    rollout_.seed = rng.next();
    const std::vector<RolloutResult> results = rollout(rollout_, starts, evaluator_, policy_);
    if (is_interrupted() && results.front().trial_count < kMinTrials) return indices.front();
    return indices[best_start_index(results)];
  }

 private:
  RolloutPlayerOptions options_;
  std::unique_ptr<Search> search_;
  EvaluatorFactory evaluator_;
  PlayerFactory policy_;
  RolloutOptions rollout_;
};

}  // namespace

RolloutPlayerOptions parse_rollout_player_options(const ParsedPlayerName& name) {
  constexpr int kMaxTrials = 1'000'000;
  name.check_options("trials truncate candidates plies tables");
  RolloutPlayerOptions options;
  for (const PlayerOption& option : name.options()) {
    if (option.key == "trials") {
      options.max_trials = parse_int_option(option, 4, kMaxTrials);
      if (options.max_trials % 2 != 0) throw_bad_option(option, "an even number");
    }
    if (option.key == "truncate") options.truncation_rolls = parse_int_option(option, 0, 10'000);
    if (option.key == "candidates") options.max_plays = parse_int_option(option, 2, 1000);
    if (option.key == "plies")
      options.search_options = default_search_options(parse_int_option(option, 0, kMaxPlies));
  }
  return options;
}

std::optional<PlayerSpec> parse_rollout_player(const ParsedPlayerName& name, std::optional<int>) {
  if (!name.has_kind("rollout")) return std::nullopt;
  PlayerSpec spec{
      .net_or_table_file = name.file_argument("rollout"), .uses_net = true, .uses_tables = true};
  spec.make_players = [options = parse_rollout_player_options(name)](Game game,
                                                                     EvaluatorFactory evaluator) {
    return rollout_player_factory(game, options, std::move(evaluator));
  };
  for (const PlayerOption& option : name.options()) {
    if (option.key == "tables") spec.uses_tables = parse_bool_option(option);
  }
  return spec;
}

PlayerFactory rollout_player_factory(Game game, const RolloutPlayerOptions& options,
                                     EvaluatorFactory evaluator) {
  return [game, options, evaluator = std::move(evaluator)] {
    return std::make_unique<RolloutPlayer>(game, options, evaluator);
  };
}

}  // namespace gioul
