#include "selfplay/train/strength.h"

#include <algorithm>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "eval/play/player.h"
#include "eval/players/players.h"
#include "eval/players/search_player.h"
#include "nn/infer/quantized_net.h"
#include "selfplay/loop/generation_source.h"

namespace gioul {

namespace {

// Returns a seed whose dice no game of the run uses: those are seeded with config.seed itself.
std::uint64_t measuring_seed(const TrainingConfig& config, std::uint64_t purpose) {
  return mix64(config.seed ^ mix64(purpose + 1));
}
constexpr std::uint64_t kStrengthGames = 1;
constexpr std::uint64_t kCalibration = 2;
constexpr std::uint64_t kFirstGate = 16;

LuckEvaluatorFactory make_luck_factory(const TrainingConfig& config, bool slow_players) {
  return make_luck_evaluator_factory(
      config.game, choose_luck_method(config.game, config.strength.luck_adjustment, slow_players));
}

PlayerFactory make_net_player(const TrainingConfig& config, const Net& net) {
  return net_player_factory(std::make_shared<const QuantizedNet>(net, make_encoder(config)));
}

}  // namespace

StrengthTest::StrengthTest(const TrainingConfig& config) : config_(config) {
  Game game = config.game;
  for (const std::string& name : config.strength.opponents) {
    try {
      opponents_.push_back(make_player_factory(name, game));
      luck_evaluators_.push_back(make_luck_factory(config, is_slow_player(name)));
    } catch (const InputError& error) {
      throw InputError(std::string("strength.opponents: ") + error.what());
    }
  }
}

std::vector<StrengthResult> StrengthTest::measure(const Net& net, int threads) const {
  const PlayerFactory player = make_net_player(config_, net);
  std::vector<StrengthResult> results;
  for (std::size_t i = 0; i < opponents_.size(); ++i) {
    const PairOptions options = {.game = config_.game,
                                 .checkers = config_.checkers,
                                 .seed = measuring_seed(config_, kStrengthGames),
                                 .pair_count = config_.strength.pairs_per_opponent,
                                 .threads = threads,
                                 .luck_evaluator_factory = luck_evaluators_[i]};
    results.push_back({config_.strength.opponents[i], play_pairs(options, player, opponents_[i])});
  }
  return results;
}

Calibration measure_calibration(const TrainingConfig& config, const Net& net, int threads) {
  return play_generation({.game = config.game,
                          .checkers = config.checkers,
                          .seed = measuring_seed(config, kCalibration),
                          .games = static_cast<std::uint64_t>(config.strength.pairs_per_opponent),
                          .max_decisions = config.training.max_decisions,
                          .threads = threads,
                          .with_calibration = true},
                         QuantizedNet(net, make_encoder(config)))
      .calibration;
}

GateResult run_gate_test(const TrainingConfig& config, const Net& candidate, const Net& best,
                         std::uint64_t test, int threads) {
  constexpr std::int64_t kPairsPerLook = 256;  // pairs between two tests
  constexpr std::int64_t kMaxPairs = 20'000;
  const SprtOptions sprt;
  const PlayerFactory player = make_net_player(config, candidate);
  const PlayerFactory opponent = make_net_player(config, best);
  const LuckEvaluatorFactory luck = make_luck_factory(config, false);
  GateResult result;
  SprtVerdict verdict = SprtVerdict::kUndecided;
  while (verdict == SprtVerdict::kUndecided &&
         result.game_totals.pair_points.pair_count() < kMaxPairs) {
    const std::int64_t played = result.game_totals.pair_points.pair_count();
    const PairOptions options = {.game = config.game,
                                 .checkers = config.checkers,
                                 .seed = measuring_seed(config, kFirstGate + test),
                                 .first_pair = played,
                                 .pair_count = std::min(kPairsPerLook, kMaxPairs - played),
                                 .threads = threads,
                                 .luck_evaluator_factory = luck};
    result.game_totals.add(play_pairs(options, player, opponent));
    verdict = sprt_verdict(sprt, pair_scores(result.game_totals, RatingBasis::kByPoints));
  }
  result.accepted = verdict == SprtVerdict::kAcceptH1;
  return result;
}

}  // namespace gioul
