// Games that one net plays against itself, counted, and kept as records if anybody wants them.
#pragma once

#include <cstdint>
#include <vector>

#include "nn/infer/compiled_net.h"
#include "selfplay/loop/generation.h"
#include "selfplay/record/record_folder.h"

namespace gioul {

enum class Keep { kNothing, kGames, kGamesAndValues };

struct PlayedGames {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t gammons = 0;
  std::int64_t first_mover_points = 0;
  std::uint64_t hash = 0;             // of all games in their order: that of play_generation
  std::vector<RecordedGame> records;  // in their order, unless nothing is kept
};

/// Plays the games of play_generation (options.lambda has no meaning here).
PlayedGames play_and_record(const GenerationOptions& options, const CompiledNet& net, Keep keep);

}  // namespace gioul
