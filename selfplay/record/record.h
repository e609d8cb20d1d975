// A game as data for other programs: who decided about what, which checkers moved, what the net
// thought of each position, and the result. docs/records.md describes its bytes; this file turns
// one game into them and back, shards (selfplay/record/record_shard.h) hold many.
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

/// The five probabilities in 65535ths; they sum to 65535. A step is 1.5e-5, far below what a net
/// knows.
using RecordedValue = std::array<std::uint16_t, kOutcomes>;

/// `value` in 65535ths, each within 1/65535 of its probability.
RecordedValue recorded(const Distribution& value);
Distribution distribution_of(const RecordedValue& value);

/// What a decision is about.
enum class Demand : std::uint8_t { kRoll, kOwed, kForfeit };

struct RecordedDecision {
  Demand demand = Demand::kRoll;
  Dice dice{1, 1};           // of a roll
  int pending = 0;           // checker moves owed or forfeited otherwise, 1..24
  bool second_acts = false;  // the player who did not make the first decision
  Play play;
  RecordedValue value{};  // of the position decided in, seen by who acts; none for the first
};

struct GameRecord {
  std::uint64_t number = 0;         // in its run; not part of its bytes
  Outcome outcome = Outcome::kTie;  // for the player who made the first decision
  std::vector<RecordedDecision> decisions;
};

/// Appends the game's bytes: the payload of a block of docs/records.md.
void append_game(const GameRecord& game, bool with_values, std::string& bytes);

/// Reads such bytes into all of `game` but its number. Throws InputError ("decision 7: ...") for
/// whatever append_game never writes. Whether the plays are lawful is replay's business.
void read_game(std::string_view bytes, bool with_values, GameRecord& game);

}  // namespace gioul
