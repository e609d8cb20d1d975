// Plays the games of a generation and counts them, and optionally keeps them as encoded records.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "nn/infer/quantized_net.h"
#include "selfplay/loop/generation.h"
#include "selfplay/record/shard_writer.h"

namespace gioul {

/// Selects the data that is kept of each game. kGamesAndValues adds the net's evaluation of each
/// position.
enum class RecordLevel { kNothing, kGames, kGamesAndValues };

/// Totals of games, and their encoded records.
struct RecordedGames : GameTotals {
  std::vector<EncodedGame> records;  // in order; empty with kNothing
};

/// Counts games and encodes their records. play() must play the games that `options` select and
/// report each to its sink. A value is recorded for each step that has one.
RecordedGames record_games(const GenerationOptions& options, RecordLevel level,
                           const std::function<void(const GameSink& sink)>& play);

/// Plays the games that play_generation() would play, without training targets, and records them.
RecordedGames play_and_record(const GenerationOptions& options, const QuantizedNet& net,
                              RecordLevel level);

}  // namespace gioul
