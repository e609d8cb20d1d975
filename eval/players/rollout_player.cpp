#include "eval/players/rollout_player.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "eval/play/rollout.h"
#include "eval/players/search_player.h"
#include "eval/tables/evaluator_source.h"
#include "eval/value/evaluator.h"
#include "nn/net/shipped_net.h"

namespace gioul {

namespace {

// With fewer the search knows better.
constexpr std::int64_t kFewestTrials = 108;

class RolloutPlayer : public Player {
 public:
  RolloutPlayer(Game game, const RolloutPlayerOptions& options, const EvaluatorFactory& judge,
                EvaluatorFactory fast)
      : options_(options),
        search_(make_search(game, options.search, judge())),
        fast_(std::move(fast)),
        policy_(search_player_factory(game, kTrialPolicy, fast_)) {
    rollout_.game = game;
    rollout_.trials = options.trials;
    rollout_.truncate = options.truncate;
    rollout_.luck = game.axes().doublets == Doublets::kChain ? Luck::kDoublets : Luck::kLeftIn;
    rollout_.certainty = kCertainlyBehind;
    rollout_.minimum_trials = 1;  // whatever one round is
  }

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng& rng) override {
    if (list.lines() == 1) return 0;
    const std::span<const ScoredPlay> ranked = search_->rank(before, list);
    std::vector<std::size_t> lines;
    std::vector<RolloutStart> starts;
    for (const ScoredPlay& play : ranked) {
      const bool is_candidate = play.plies == ranked.front().plies &&
                                play.equity >= ranked.front().equity - options_.margin;
      if (!is_candidate || lines.size() == static_cast<std::size_t>(options_.plays)) break;
      lines.push_back(play.index);
      starts.push_back(rollout_start(list, play.index));
    }
    if (lines.size() == 1) return lines.front();
    rollout_.seed = rng.next();
    const std::vector<RolloutResult> results = rollout(rollout_, starts, fast_, policy_);
    if (is_interrupted() && results.front().trials < kFewestTrials) return lines.front();
    return lines[best_start(results)];
  }

 private:
  RolloutPlayerOptions options_;
  std::unique_ptr<Search> search_;
  EvaluatorFactory fast_;
  PlayerFactory policy_;
  RolloutOptions rollout_;
};

class RolloutPlayerSpec : public PlayerSpec {
 public:
  explicit RolloutPlayerSpec(NamedRollout named) : named_(std::move(named)) {}

  PlayerFactory factory_from(EvaluatorSource& source, Game game) const override {
    EvaluatorFactory judge =
        source.evaluator(evaluator_file(game), game, EvaluatorSource::Numbers::kFast);
    if (named_.tables) judge = with_endgame_tables(std::move(judge), source.tables(game));
    return rollout_player_factory(game, named_.options, judge, judge);
  }
  std::filesystem::path evaluator_file(Game game) const override {
    return named_.file.empty() ? shipped_net(game) : std::filesystem::path(named_.file);
  }
  bool uses_tables() const override { return named_.tables; }
  std::string plain_net() const override {
    return named_.file.empty() ? "net" : "net:" + named_.file;
  }

 private:
  NamedRollout named_;
};

}  // namespace

NamedRollout named_rollout(const PlayerName& name) {
  constexpr int kMostTrials = 1'000'000;
  NamedRollout result;
  result.file = name.file_after("rollout");
  name.check_options("trials truncate plays plies tables");
  RolloutPlayerOptions& options = result.options;
  for (const PlayerOption& option : name.options()) {
    if (option.key == "trials") {
      options.trials = whole_number(option, 4, kMostTrials);
      if (options.trials % 2 != 0) refuse(option, "an even number");
    }
    if (option.key == "truncate") options.truncate = whole_number(option, 0, 10'000);
    if (option.key == "plays") options.plays = whole_number(option, 2, 1000);
    if (option.key == "plies") options.search = default_search(whole_number(option, 0, kMaxPlies));
    if (option.key == "tables") result.tables = is_on(option);
  }
  return result;
}

std::unique_ptr<const PlayerSpec> read_rollout_player(const PlayerName& name, std::optional<int>) {
  if (!name.is_or_begins("rollout")) return nullptr;
  return std::make_unique<RolloutPlayerSpec>(named_rollout(name));
}

PlayerFactory rollout_player_factory(Game game, const RolloutPlayerOptions& options,
                                     EvaluatorFactory judge, EvaluatorFactory fast) {
  return [game, options, judge = std::move(judge), fast = std::move(fast)] {
    return std::make_unique<RolloutPlayer>(game, options, judge, fast);
  };
}

}  // namespace gioul
