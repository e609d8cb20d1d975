// Encodes finished games and their training examples as bytes for another rank, which must run the
// same program on a machine with the same number formats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "selfplay/loop/targets.h"

namespace gioul {

/// Encodes the training examples of the games that a rank has played, to be sent to rank 0.
std::string encode_game_examples(const std::vector<GameExamples>& games);

/// Decodes games that another rank has sent, the bytes of encode_game_examples(). Throws
/// std::runtime_error if they are malformed.
std::vector<GameExamples> decode_game_examples(std::string_view bytes);

}  // namespace gioul
