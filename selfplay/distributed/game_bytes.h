// Encodes the training examples of finished games as bytes that are sent to another rank. All ranks
// must run the same program on machines with the same number formats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "selfplay/loop/targets.h"

namespace gioul {

/// Encodes the training examples of games that this rank has played, to be sent to rank 0.
std::string encode_game_examples(const std::vector<GameExamples>& games);

/// Decodes the result of encode_game_examples(), sent by another rank. Throws std::runtime_error if
/// `bytes` is malformed.
std::vector<GameExamples> decode_game_examples(std::string_view bytes);

}  // namespace gioul
