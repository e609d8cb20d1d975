// A game as compact data: decisions, plays, values by the net and the result. Encodes it as the
// bytes that docs/record-format.md specifies. Shards (selfplay/record/record_shard.h) hold many
// games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/dice.h"
#include "engine/outcome.h"
#include "engine/plays.h"

namespace gioul {

/// The value of a position as it is stored: the probabilities of the five outcomes in units of
/// 1/65535. They sum to 65535.
using RecordedValue = std::array<std::uint16_t, kOutcomeCount>;

/// Rounds the probabilities of a distribution to units of 1/65535. Each changes by less than one
/// unit.
RecordedValue quantize_probabilities(const Distribution& value);

/// Converts a recorded value to probabilities.
Distribution dequantize_probabilities(const RecordedValue& value);

/// The reason for which a player must decide: after a roll, to continue its own chain, or to play
/// moves that the opponent forfeited.
enum class DecisionType : std::uint8_t { kRoll, kOwed, kForfeit };

/// One decision of a game.
struct RecordedDecision {
  DecisionType type = DecisionType::kRoll;  // why the player must decide
  Dice dice{1, 1};                          // the roll, if the type is kRoll
  int pending_moves = 0;        // checker moves owed or forfeited, 1 to 24 (not for kRoll)
  bool second_to_move = false;  // made by the player who moved second in the game
  Play play;
  RecordedValue value{};  // value for the player to move; unset in the first decision
};

/// One recorded game: its decisions and its result.
struct GameRecord {
  std::uint64_t game_number = 0;    // number of the game in its run; not encoded
  Outcome outcome = Outcome::kTie;  // result of the player who moved first
  std::vector<RecordedDecision> decisions;
};

/// Encodes a game and appends it to `bytes`: the payload of a block in docs/record-format.md.
void encode_game_record(const GameRecord& game, bool with_values, std::string& bytes);

/// Decodes a game into `game`, except its number. Throws InputError ("decision 7: ...") for bytes
/// that encode_game_record() never writes. Does not check that plays are legal; GameReplayer does.
void decode_game_record(std::string_view bytes, bool with_values, GameRecord& game);

}  // namespace gioul
