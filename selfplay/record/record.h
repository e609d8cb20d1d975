// A game as compact data: its decisions with plays and values, and its result. A game is encoded as
// the bytes that docs/record-format.md specifies. Shards (selfplay/record/record_shard.h) are files
// with many games.
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
/// 1/65535. The five numbers sum to 65535.
using RecordedValue = std::array<std::uint16_t, kOutcomeCount>;

/// Rounds the probabilities of a distribution to units of 1/65535. Each probability changes by less
/// than one unit.
RecordedValue quantize_probabilities(const Distribution& value);

/// Converts a recorded value to probabilities.
Distribution dequantize_probabilities(const RecordedValue& value);

/// The kinds of decisions: to play a roll, to continue the player's own chain (owed moves), or to
/// play moves that the opponent forfeited.
enum class DecisionType : std::uint8_t { kRoll, kOwed, kForfeit };

/// One decision of a game.
struct RecordedDecision {
  DecisionType type = DecisionType::kRoll;  // kind of decision
  Dice dice{1, 1};                          // the roll, if the type is kRoll
  int pending_moves = 0;        // number of owed or forfeited moves, 1 to 24; 0 for kRoll
  bool second_to_move = false;  // the decision is made by the player who moved second in the game
  Play play;                    // the play that was made
  RecordedValue value{};        // value for the player to move; unset in the first decision
};

/// One recorded game: its decisions and its result.
struct GameRecord {
  std::uint64_t game_number = 0;    // number of the game in its run; not encoded
  Outcome outcome = Outcome::kTie;  // result for the player who moved first
  std::vector<RecordedDecision> decisions;
};

/// Encodes a game as the payload of a block (docs/record-format.md), and appends it to `bytes`.
/// `with_values` says whether the values are encoded.
void encode_game_record(const GameRecord& game, bool with_values, std::string& bytes);

/// Decodes the bytes of encode_game_record() into `game`, except for the game's number. Throws
/// InputError ("decision 7: ...") for any other bytes. Does not check that plays are legal;
/// GameReplayer does.
void decode_game_record(std::string_view bytes, bool with_values, GameRecord& game);

}  // namespace gioul
