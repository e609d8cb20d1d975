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
constexpr std::uint64_t kLadder = 1;
constexpr std::uint64_t kCalibration = 2;
constexpr std::uint64_t kFirstGate = 16;

PlayerFactory player_of(const TrainingConfig& config, const Net& net) {
  return net_player_factory(std::make_shared<const QuantizedNet>(net, encoder_of_run(config)));
}

}  // namespace

Ladder::Ladder(const TrainingConfig& config) : config_(config) {
  Game game = config.game;
  for (const std::string& name : config.ladder.opponents) {
    try {
      opponents_.push_back(make_player_factory(name, game));
    } catch (const InputError& error) {
      throw InputError(std::string("strength.opponents: ") + error.what());
    }
  }
}

std::vector<LadderResult> Ladder::measure(const Net& net, int threads) const {
  const PlayerFactory player = player_of(config_, net);
  std::vector<LadderResult> results;
  for (std::size_t i = 0; i < opponents_.size(); ++i) {
    const PairOptions options = {.game = config_.game,
                                 .checkers = config_.checkers,
                                 .seed = measuring_seed(config_, kLadder),
                                 .pairs = config_.ladder.pairs,
                                 .threads = threads};
    results.push_back({config_.ladder.opponents[i], play_pairs(options, player, opponents_[i])});
  }
  return results;
}

Calibration measure_calibration(const TrainingConfig& config, const Net& net, int threads) {
  return play_generation({.game = config.game,
                          .checkers = config.checkers,
                          .seed = measuring_seed(config, kCalibration),
                          .games = static_cast<std::uint64_t>(config.ladder.pairs),
                          .longest_game = config.training.longest_game,
                          .threads = threads,
                          .calibrate = true},
                         QuantizedNet(net, encoder_of_run(config)))
      .calibration;
}

GateResult test_candidate(const TrainingConfig& config, const Net& candidate, const Net& best,
                          std::uint64_t test, int threads) {
  constexpr std::int64_t kPart = 256;  // pairs between two tests
  constexpr std::int64_t kMostPairs = 20'000;
  const SprtOptions sprt = {.points1 = 0.01, .alpha = 0.05, .beta = 0.05};
  const PlayerFactory player = player_of(config, candidate);
  const PlayerFactory opponent = player_of(config, best);
  GateResult result;
  SprtVerdict verdict = SprtVerdict::kUndecided;
  while (verdict == SprtVerdict::kUndecided && result.games.pair_points.count() < kMostPairs) {
    const std::int64_t played = result.games.pair_points.count();
    const PairOptions options = {.game = config.game,
                                 .checkers = config.checkers,
                                 .seed = measuring_seed(config, kFirstGate + test),
                                 .first_pair = played,
                                 .pairs = std::min(kPart, kMostPairs - played),
                                 .threads = threads};
    result.games.add(play_pairs(options, player, opponent));
    verdict = sprt_verdict(sprt, pair_scores(result.games, RatingScale::kByPoints));
  }
  result.accepted = verdict == SprtVerdict::kPoints1;
  return result;
}

}  // namespace gioul
