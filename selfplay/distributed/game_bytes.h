// Games that have been played and what is learned from them, as bytes for another process of the
// same program, on a machine that stores numbers alike.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "selfplay/loop/targets.h"

namespace gioul {

std::string encode_games(const std::vector<FinishedGame>& games);

/// Throws std::runtime_error for bytes that are no such games.
std::vector<FinishedGame> decode_games(std::string_view bytes);

}  // namespace gioul
