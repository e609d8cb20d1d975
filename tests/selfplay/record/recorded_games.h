// Games of a small random net, as steps and as records, for tests of both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "nn/encode/encoder.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net.h"
#include "selfplay/loop/generation.h"
#include "selfplay/loop/recording.h"

namespace gioul {

/// Returns a net with 16 hidden units and random weights.
inline QuantizedNet small_random_net(Game game) {
  const Encoder encoder(game);
  return {make_random_net(std::string(game.name()), encoder.input_count(), {16}, 5), encoder};
}

/// The steps of one game, and its result for the last player to move.
struct PlayedSteps {
  std::vector<GameStep> steps;
  Outcome last_result = Outcome::kTie;
};

/// Plays the games of `options` by small_random_net() and returns their steps.
inline std::vector<PlayedSteps> played_steps(const GenerationOptions& options) {
  std::vector<PlayedSteps> games(options.games);
  play_games(options, small_random_net(options.game),
             [&](std::uint64_t i, std::span<const GameStep> steps, Outcome result) {
               games[i] = {{steps.begin(), steps.end()}, result};
             });
  return games;
}

/// Returns the shard header for games that were played with `options`.
inline ShardHeader header_of(const GenerationOptions& options, bool values = true) {
  return {.game = options.game,
          .checkers = options.checkers,
          .has_values = values,
          .seed = options.seed,
          .first_game = options.first_game,
          .net_checksum = 77,
          .version = "test"};
}

}  // namespace gioul
