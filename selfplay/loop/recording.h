// Plays the games of a generation and counts them, and optionally keeps them as encoded records.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "nn/infer/quantized_net.h"
#include "selfplay/loop/generation.h"
#include "selfplay/record/shard_writer.h"

namespace gioul {

/// The data kept of each game; kGamesAndValues adds the net's evaluations.
enum class RecordLevel { kNothing, kGames, kGamesAndValues };

/// Totals of games, and their records.
struct RecordedGames : GameTotals {
  std::vector<EncodedGame> records;  // in order; empty with kNothing
};

/// Counts the games of a generation. play() must play them and report each to the sink. Values are
/// kept for the steps that have one.
RecordedGames record_games(const GenerationOptions& options, RecordLevel level,
                           const std::function<void(const GameSink& sink)>& play);

/// Plays the games of play_generation(). Ignores options.lambda.
RecordedGames play_and_record(const GenerationOptions& options, const QuantizedNet& net,
                              RecordLevel level);

}  // namespace gioul
