// Games that were played, counted, and kept as records if anybody wants them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "nn/infer/compiled_net.h"
#include "selfplay/loop/generation.h"
#include "selfplay/record/record_folder.h"

namespace gioul {

enum class Keep { kNothing, kGames, kGamesAndValues };

struct PlayedGames : GameTotals {
  std::vector<RecordedGame> records;  // in their order, unless nothing is kept
};

/// Counts the games of a generation that play() plays: it tells the sink of each. Values are kept
/// of visits that have them.
PlayedGames record_games(const GenerationOptions& options, Keep keep,
                         const std::function<void(const GameSink& sink)>& play);

/// Plays the games of play_generation (options.lambda has no meaning here).
PlayedGames play_and_record(const GenerationOptions& options, const CompiledNet& net, Keep keep);

}  // namespace gioul
