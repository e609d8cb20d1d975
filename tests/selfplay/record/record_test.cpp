#include "selfplay/record/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "selfplay/record/replay.h"
#include "tests/base/temporary_folder.h"
#include "tests/selfplay/record/recorded_games.h"

namespace gioul {
namespace {

using testing::StartsWith;

#ifdef GIOUL_REDUCED_TESTS
constexpr std::uint64_t kRecordedGames = 5;
#else
constexpr std::uint64_t kRecordedGames = 100;
#endif

GameRecord through_bytes(const GameRecord& game, bool with_values) {
  std::string bytes;
  encode_game_record(game, with_values, bytes);
  GameRecord read;
  read.game_number = game.game_number;
  decode_game_record(bytes, with_values, read);
  return read;
}

TEST(Record, HasEverythingATrainerNeeds) {
  for (const std::string_view variant : game_names()) {
    for (const int checkers : {15, 3}) {
      if (variant == "portes" && checkers != 15) continue;
      SCOPED_TRACE(std::string(variant) + " " + std::to_string(checkers));
      GameReplayer replay(find_game(variant), checkers);
      for (const auto& [steps, last_result] : played_steps({.game = find_game(variant),
                                                            .checkers = checkers,
                                                            .seed = 3,
                                                            .games = kRecordedGames})) {
        const GameRecord game =
            through_bytes(make_game_record(find_game(variant), 0, steps, last_result), true);
        const std::span<const GameStep> again = replay(game);
        ASSERT_EQ(again.size(), steps.size());
        for (std::size_t i = 0; i < steps.size(); ++i) {
          ASSERT_EQ(again[i].decision.position, steps[i].decision.position) << "decision " << i;
          ASSERT_EQ(again[i].mover_acts_next, steps[i].mover_acts_next) << "decision " << i;
          if (!steps[i].decision.position.is_pending()) {
            ASSERT_EQ(again[i].decision.dice, steps[i].decision.dice) << "decision " << i;
          }
          if (i == 0) continue;  // the start's value is not used for learning
          for (std::size_t o = 0; o < kOutcomeCount; ++o) {
            ASSERT_NEAR(again[i].outcome_probabilities[o], steps[i].outcome_probabilities[o],
                        1.6e-5)
                << "decision " << i;
          }
        }
        const bool second_was_last = game.decisions.back().second_to_move;
        ASSERT_EQ(game.outcome, second_was_last ? flipped(last_result) : last_result);
      }
    }
  }
}

TEST(Record, ValuesAreOptional) {
  const auto games = played_steps({.seed = 3, .games = 1});
  const GameRecord game =
      make_game_record(find_game("gioul"), 0, games[0].steps, games[0].last_result);
  const GameRecord bare = through_bytes(game, false);
  EXPECT_EQ(bare.decisions.size(), game.decisions.size());
  EXPECT_EQ(bare.decisions.back().value, RecordedValue{});
  EXPECT_NO_THROW(GameReplayer(find_game("gioul"), 15)(bare));
}

TEST(Record, ProbabilitiesSumToOneAfterRounding) {
  CounterRng random(1, 0, RngStream::kWeights);
  for (int i = 0; i < 1000; ++i) {
    Distribution value{};
    float sum = 0.0f;
    for (float& p : value) sum += p = static_cast<float>(random.uniform());
    for (float& p : value) p /= sum;
    const RecordedValue rounded = quantize_probabilities(value);
    int total = 0;
    for (std::size_t o = 0; o < kOutcomeCount; ++o) {
      total += rounded[o];
      ASSERT_NEAR(dequantize_probabilities(rounded)[o], value[o], 1.6e-5);
    }
    ASSERT_EQ(total, 65535);
  }
  for (std::size_t o = 0; o < kOutcomeCount; ++o) {
    const Distribution sure = one_hot(static_cast<Outcome>(o));
    EXPECT_EQ(dequantize_probabilities(quantize_probabilities(sure)), sure);
  }
}

// Damaged bytes are rejected, or decode to what they encode.
TEST(Record, DamagedBytesAreRejectedOrRoundTrip) {
  const auto games = played_steps({.game = find_game("portes"), .seed = 3, .games = 1});
  const GameRecord game =
      make_game_record(find_game("portes"), 0, games[0].steps, games[0].last_result);
  std::string bytes;
  encode_game_record(game, true, bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ 1 << bit);
      GameRecord read;
      try {
        decode_game_record(damaged, true, read);
      } catch (const InputError&) {
        continue;
      }
      std::string again;
      encode_game_record(read, true, again);
      ASSERT_EQ(again, damaged) << "byte " << i << ", bit " << bit;
    }
    const auto play_prefix = [&] {
      GameRecord read;
      decode_game_record(bytes.substr(0, i), true, read);
      GameReplayer(find_game("portes"), 15)(read);
    };
    EXPECT_NE(message_of<InputError>(play_prefix), "") << "cut off at " << i;
  }
}

TEST(Record, RejectsNumbersThatNoGameHas) {
  const auto problem = [](const std::string& decisions, bool with_values) {
    GameRecord read;
    return message_of<InputError>([&] { decode_game_record('\4' + decisions, with_values, read); });
  };
  EXPECT_THAT(problem(std::string("\x59\0", 2), false),
              StartsWith("decision 1: 25 checker moves pending"));
  EXPECT_THAT(problem("\x24\x05\x21\x21\x21\x21\x21", false),
              StartsWith("decision 1: 5 checker moves"));
  const std::string roll("\x2a\0", 2);  // 5-2, without checker moves
  EXPECT_THAT(problem(roll + "\xff\xff\x01" + std::string(5, '\0') + roll, true),
              StartsWith("decision 2: its probabilities sum to more than 1"));
}

// A short game with every feature: a chain, a forfeit, an empty play.
struct ForgedGame {
  GameRecord record;

  ForgedGame() {
    const auto decision = [&](DecisionType type, Dice dice, int pending, bool second,
                              std::string_view play) {
      RecordedDecision result;
      result.type = type;
      result.dice = dice;
      result.pending_moves = pending;
      result.second_to_move = second;
      result.play = parse_play(play);
      record.decisions.push_back(result);
    };
    decision(DecisionType::kRoll, {5, 5}, 0, false, "24/19(2) 19/14 14/9");
    decision(DecisionType::kOwed, {1, 1}, 4, false, "19/13 13/7 9/3");
    decision(DecisionType::kForfeit, {1, 1}, 1, true, "-");
    decision(DecisionType::kRoll, {5, 2}, 0, true, "24/19 19/17");
    decision(DecisionType::kRoll, {4, 4}, 0, false, "7/3 3/off(2)");
    record.outcome = Outcome::kWin2;
  }

  RecordedDecision& operator[](std::size_t number) { return record.decisions[number - 1]; }
};

std::string complaint(const std::function<void(ForgedGame&)>& change) {
  ForgedGame game;
  change(game);
  return message_of<InputError>([&] { GameReplayer(find_game("gioul"), 2)(game.record); });
}

TEST(Replay, ReproducesTheGame) {
  EXPECT_EQ(complaint([](ForgedGame&) {}), "");
  ForgedGame game;
  GameReplayer replay(find_game("gioul"), 2);
  const std::span<const GameStep> steps = replay(game.record);
  EXPECT_EQ(format_position(game_with_rules<Gioul>(), steps[1].decision.position),
            "19:1,9:1|24:2|owed=4");
  EXPECT_EQ(format_position(game_with_rules<Gioul>(), steps[2].decision.position),
            "24:2|7:1,3:1|forfeit=1");
  EXPECT_EQ(format_position(game_with_rules<Gioul>(), steps[4].decision.position),
            "7:1,3:1|24:1,17:1");
}

TEST(Replay, NamesAnImpossibleDecision) {
  EXPECT_THAT(complaint([](ForgedGame& game) { game[1].play = parse_play("24/19(3)"); }),
              StartsWith("decision 1: the play '24/19(3)' is illegal in 24:2|24:2 with 5-5"));
  EXPECT_THAT(complaint([](ForgedGame& game) { game[4].play = parse_play("24/18"); }),
              StartsWith("decision 4: the play"));
  EXPECT_THAT(complaint([](ForgedGame& game) { game[4].play = parse_play("24/19"); }),
              StartsWith("decision 4: the play"));
  EXPECT_THAT(complaint([](ForgedGame& game) { game[4].play = parse_play("24/19* 19/17"); }),
              StartsWith("decision 4: the play"));
  EXPECT_THAT(complaint([](ForgedGame& game) { game[5].dice = {3, 2}; }),
              StartsWith("decision 5: the play"));
  EXPECT_THAT(complaint([](ForgedGame& game) { game[1].second_to_move = true; }),
              StartsWith("decision 1: is the first player's"));
  EXPECT_THAT(complaint([](ForgedGame& game) { game[3].second_to_move = false; }),
              StartsWith("decision 3: is the second player's"));
  EXPECT_THAT(complaint([](ForgedGame& game) { game[2].pending_moves = 8; }),
              StartsWith("decision 2: has owed=8, but the rules give owed=4"));
  EXPECT_THAT(complaint([](ForgedGame& game) { game[3].type = DecisionType::kOwed; }),
              StartsWith("decision 3: has owed=1, but the rules give forfeit=1"));
  EXPECT_THAT(complaint([](ForgedGame& game) { game[4].type = DecisionType::kOwed; }),
              StartsWith("decision 4: has owed=0, but the rules give a roll"));
  EXPECT_THAT(complaint([](ForgedGame& game) { game[2].type = DecisionType::kRoll; }),
              StartsWith("decision 2: has a roll, but the rules give owed=4"));
}

TEST(Replay, NamesAnImpossibleResult) {
  EXPECT_THAT(complaint([](ForgedGame& game) { game.record.decisions.pop_back(); }),
              StartsWith("decision 4: is the last one but does not end the game"));
  EXPECT_THAT(complaint([](ForgedGame& game) { game.record.decisions.push_back(game[1]); }),
              StartsWith("decision 6: comes after the end"));
  for (const Outcome other : {Outcome::kLose2, Outcome::kTie, Outcome::kWin1}) {
    EXPECT_THAT(complaint([&](ForgedGame& game) { game.record.outcome = other; }),
                StartsWith("decision 5: ends the game with 2 points"));
  }
}

}  // namespace
}  // namespace gioul
