#include "selfplay/record/record.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace gioul {

namespace {

constexpr int kWhole = 65535;
constexpr std::size_t kValueBytes = 2 * (kOutcomeCount - 1);  // the last probability is implied

// The second byte of a decision: number of checker moves, player, moves that hit.
constexpr unsigned kMovesMask = 7;
constexpr unsigned kSecondActs = 8;
constexpr int kHitsShift = 4;

void append_byte(unsigned value, std::string& bytes) { bytes += static_cast<char>(value); }

unsigned type_byte(const RecordedDecision& decision) {
  if (decision.type == DecisionType::kRoll) {
    return static_cast<unsigned>(decision.dice.high << 3 | decision.dice.low);
  }
  return static_cast<unsigned>(decision.type) << 6 | static_cast<unsigned>(decision.pending_moves);
}

// Encodes the origin and the number of points moved; 0 points means bearing off.
unsigned move_byte(const CheckerMove& move) {
  const int points = move.to == kOff ? 0 : move.from - move.to;
  return static_cast<unsigned>(points << 5 | move.from);
}

class GameDecoder {
 public:
  GameDecoder(std::string_view bytes, bool with_values)
      : bytes_(bytes), with_values_(with_values) {}

  void read(GameRecord& game) {
    game.decisions.clear();
    if (bytes_.empty()) throw InputError("the game is empty (expected its result and decisions)");
    const unsigned outcome = byte();
    if (outcome >= kOutcomeCount) {
      throw InputError("result " + std::to_string(outcome) + " (expected 0 to 4)");
    }
    game.outcome = static_cast<Outcome>(outcome);
    do {
      ++number_;
      game.decisions.push_back(decision());
    } while (at_ < bytes_.size());
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError("decision " + std::to_string(number_) + ": " + what);
  }

  unsigned byte() {
    if (at_ == bytes_.size()) fail("unexpected end of the game");
    return static_cast<unsigned char>(bytes_[at_++]);
  }

  RecordedDecision decision() {
    RecordedDecision decision;
    if (with_values_ && number_ > 1) decision.value = value();
    read_type(decision);
    const unsigned second = byte();
    const unsigned count = second & kMovesMask;
    const unsigned hits = second >> kHitsShift;
    if (count > decision.play.moves.size()) {
      fail(std::to_string(count) + " checker moves (expected at most 4)");
    }
    if (hits >> count != 0) fail("a hit without a checker move");
    decision.second_to_move = (second & kSecondActs) != 0;
    for (unsigned i = 0; i < count; ++i) {
      CheckerMove move = checker_move();
      move.hits = (hits >> i & 1u) != 0;
      decision.play.moves[decision.play.size++] = move;
    }
    return decision;
  }

  RecordedValue value() {
    RecordedValue value{};
    unsigned left = kWhole;
    for (std::size_t i = 0; i + 1 < kOutcomeCount; ++i) {
      const unsigned low = byte();
      const unsigned part = low | byte() << 8;
      if (part > left) fail("its probabilities sum to more than 1");
      value[i] = static_cast<std::uint16_t>(part);
      left -= part;
    }
    value.back() = static_cast<std::uint16_t>(left);
    return value;
  }

  void read_type(RecordedDecision& decision) {
    const unsigned first = byte();
    decision.type = static_cast<DecisionType>(first >> 6);
    if (first >> 6 > static_cast<unsigned>(DecisionType::kForfeit))
      fail("its first byte has kind 3");
    if (decision.type == DecisionType::kRoll) {
      decision.dice = {static_cast<int>(first >> 3), static_cast<int>(first & 7u)};
      const auto [high, low] = decision.dice;
      if (high > 6 || low < 1 || low > high) {
        fail("a roll of " + std::to_string(high) + "-" + std::to_string(low) +
             " (expected dice from 1 to 6, the higher first)");
      }
      return;
    }
    decision.pending_moves = static_cast<int>(first & 63u);
    if (decision.pending_moves < 1 || decision.pending_moves > kMaxOwedMoves) {
      fail(std::to_string(decision.pending_moves) + " checker moves pending (expected 1 to 24)");
    }
  }

  CheckerMove checker_move() {
    const unsigned packed = byte();
    const auto from = static_cast<int>(packed & 31u);
    const auto points = static_cast<int>(packed >> 5);
    if (from < 1 || from > kBar || points > 6 || (points > 0 && points >= from)) {
      fail("a checker move from " + std::to_string(from) + " by " + std::to_string(points));
    }
    return {from, points == 0 ? kOff : from - points, false};
  }

  std::string_view bytes_;
  bool with_values_;
  std::size_t at_ = 0;
  std::size_t number_ = 0;
};

}  // namespace

// Rounds the running sum instead of each probability, so that the results sum to 65535.
RecordedValue quantize_probabilities(const Distribution& value) {
  RecordedValue result{};
  double sum = 0.0;
  int before = 0;
  for (std::size_t i = 0; i + 1 < kOutcomeCount; ++i) {
    sum += static_cast<double>(value[i]);
    const int now = std::clamp(static_cast<int>(std::lround(sum * kWhole)), before, kWhole);
    result[i] = static_cast<std::uint16_t>(now - before);
    before = now;
  }
  result.back() = static_cast<std::uint16_t>(kWhole - before);
  return result;
}

Distribution dequantize_probabilities(const RecordedValue& value) {
  Distribution result{};
  for (std::size_t i = 0; i < kOutcomeCount; ++i) {
    result[i] = static_cast<float>(value[i]) / static_cast<float>(kWhole);
  }
  return result;
}

void encode_game_record(const GameRecord& game, bool with_values, std::string& bytes) {
  append_byte(static_cast<unsigned>(game.outcome), bytes);
  bool first = true;
  for (const RecordedDecision& decision : game.decisions) {
    if (with_values && !first) {
      for (std::size_t i = 0; i < kValueBytes; ++i) {
        append_byte(static_cast<unsigned>(decision.value[i / 2] >> 8 * (i % 2)) & 255u, bytes);
      }
    }
    first = false;
    append_byte(type_byte(decision), bytes);
    const Play& play = decision.play;
    auto second = static_cast<unsigned>(play.size) | (decision.second_to_move ? kSecondActs : 0);
    for (std::size_t i = 0; i < play.size; ++i) {
      if (play.moves[i].hits) second |= 1u << (kHitsShift + static_cast<int>(i));
    }
    append_byte(second, bytes);
    for (std::size_t i = 0; i < play.size; ++i) append_byte(move_byte(play.moves[i]), bytes);
  }
}

void decode_game_record(std::string_view bytes, bool with_values, GameRecord& game) {
  GameDecoder(bytes, with_values).read(game);
}

}  // namespace gioul
