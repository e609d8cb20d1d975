// Plays the games of a generation and counts them, and optionally keeps them as encoded records.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "nn/infer/quantized_net.h"
#include "selfplay/loop/generation.h"
#include "selfplay/record/shard_writer.h"

namespace gioul {

/// Selects what is recorded of each self-play game: nothing, its plays, or its plays and the net's
/// value of each position.
enum class RecordLevel { kNothing, kGames, kGamesAndValues };

/// Totals of self-play games, and their encoded records.
struct RecordedGames : GameTotals {
  std::vector<EncodedGame> records;  // the games in order; empty with RecordLevel::kNothing
};

/// Counts games and encodes them as records. play(sink) must play the games that `options` select
/// and pass each to `sink`. With kGamesAndValues, the records include the value of each game step,
/// if it has one.
RecordedGames record_games(const GenerationOptions& options, RecordLevel level,
                           const std::function<void(const GameSink& sink)>& play);

/// Plays the games that play_generation() would play, without training targets, and records them.
RecordedGames play_and_encode_games(const GenerationOptions& options, const QuantizedNet& net,
                                    RecordLevel level);

}  // namespace gioul
