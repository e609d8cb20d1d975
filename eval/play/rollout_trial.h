// One trial of a rollout: a game from a position to its end, and what it says about the position's
// value once the players' luck is taken out.
//
// The luck of a roll is f - m: f is any function of the position and the roll, m the mean of f over
// the rolls. Its expectation is 0, so the result less all luck has the mean of the result; the
// closer f is to the true value after the roll, the less spread is left. Two functions are offered:
//
// - Luck::kAllRolls: the evaluator's value where the next roll comes, after the best play of the
//   roll and of all that it leaves pending. If the evaluator is exact no spread is left at all. It
//   takes some 40 decisions a roll, and chains most of that.
// - Luck::kDoublets: in games with chains five sixths of the luck are doublets. The evaluator's
//   value of the whole chain still owed is one evaluation; other rolls get, all the same, what
//   makes its value of the position to roll the mean.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "base/interrupt.h"
#include "engine/games/game.h"
#include "engine/games/play_out.h"
#include "engine/outcome.h"
#include "engine/turn.h"
#include "eval/play/player.h"
#include "eval/play/rollout_dice.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// One thread's players and memory.
class RolloutTable {
 public:
  /// Trials end after `truncate` rolls of both players; 0: where the game does.
  RolloutTable(Game game, int truncate, std::uint64_t seed, const EvaluatorFactory& evaluator,
               const PlayerFactory& player)
      : game_(game),
        truncate_(truncate),
        seed_(seed),
        evaluator_(evaluator()),
        player_(player ? player() : nullptr) {}

  /// Plays trial `number` from `start`; its value for the player to act there. Not a distribution
  /// where luck is taken out: single outcomes can be above 1 or below 0; they sum to 1. `luck` is
  /// one of kAllRolls, kDoublets and kLeftIn.
  Value play(const Position& start, TrialDice dice, std::int64_t number, Luck luck) {
    const auto trial = static_cast<std::uint64_t>(number);
    std::array<CounterRng, 2> seats{CounterRng(seed_, trial, Stream::kFirstSeat),
                                    CounterRng(seed_, trial, Stream::kSecondSeat)};
    Value luck_seen{};  // by the first to act
    Turn turn(start);
    const Position& position = turn.position();
    int rolls = 0;
    const auto roll = [&] {
      const Dice rolled = dice.roll(turn.actor());
      if (luck != Luck::kLeftIn) {
        add(luck_seen, turn.for_first(luck_of(position, rolled, rolls, luck)), 1.0);
      }
      ++rolls;
      return rolled;
    };
    const auto choose = [&] {
      return player_ == nullptr ? best_line(*list_, evaluator_->evaluate(position, *list_))
                                : player_->choose(position, *list_, seats[turn.actor()]);
    };
    const auto goes_on = [&] {
      end_if_interrupted();
      const bool cut = truncate_ != 0 && rolls == truncate_ && !position.is_pending();
      return !cut && !evaluator_->is_exact(position);
    };
    if (player_ != nullptr) player_->begin_game();
    play_out(game_, turn, *list_, roll, choose, goes_on);
    Value result =
        turn.for_first(turn.ending() == Ending::kNone ? evaluator_->evaluate(position)
                                                      : certain_value(outcome_of(turn.ending())));
    add(result, luck_seen, -1.0);
    return result;
  }

 private:
  using Lucks = std::array<Value, kRolls.size()>;  // f - m for each roll

  // The first two rolls are at the same few positions in all trials, so theirs are remembered.
  Value luck_of(const Position& position, Dice roll, int rolls, Luck luck) {
    const std::size_t number = roll_index(roll);
    if (rolls >= 2 || luck == Luck::kDoublets) return lucks_of(position, luck)[number];
    const auto found = remembered_.find(position);
    if (found != remembered_.end()) return found->second[number];
    if (remembered_.size() >= kMostRemembered) remembered_.clear();
    return remembered_.emplace(position, lucks_of(position, luck)).first->second[number];
  }

  Lucks lucks_of(const Position& position, Luck luck) {
    return luck == Luck::kAllRolls ? all_rolls(position) : doublets(position);
  }

  Lucks all_rolls(const Position& position) {
    Lucks lucks;
    Value mean{};
    for (std::size_t r = 0; r < kRolls.size(); ++r) {
      lucks[r] = value_after(position, kRolls[r]);
      add(mean, lucks[r], weight(kRolls[r]) / 36.0);
    }
    for (Value& value : lucks) add(value, mean, -1.0);
    return lucks;
  }

  Lucks doublets(const Position& position) {
    const Value before = evaluator_->evaluate(position);
    Value of_others{};
    Lucks lucks;
    for (int number = 1; number <= 6; ++number) {
      const Dice roll{number, number};
      Value& luck = lucks[roll_index(roll)];
      luck = value_of_doublet(position, roll);
      add(luck, before, -1.0);
      add(of_others, luck, -1.0 / 30.0);  // of 36 throws 30 are no doublets
    }
    for (std::size_t r = 0; r < kRolls.size(); ++r) {
      if (!kRolls[r].is_doublet()) lucks[r] = of_others;
    }
    return lucks;
  }

  Value value_of_doublet(const Position& position, Dice roll) {
    if (!rolls_chain(game_, position)) return value_after(position, roll);
    Position owed = position;
    owed.owed = static_cast<std::uint8_t>(chain_length(roll.high));
    return evaluator_->evaluate(owed);
  }

  // For the player who rolls.
  Value value_after(const Position& position, Dice roll) {
    Turn turn(position);
    std::size_t line = 0;
    bool goes_on = true;
    play_out(
        game_, turn, *list_, [&] { return roll; },
        [&] { return line = best_line(*list_, evaluator_->evaluate(turn.position(), *list_)); },
        [&] { return std::exchange(goes_on, false) || turn.position().is_pending(); });
    return turn.for_first(turn.ending() == Ending::kNone
                              ? evaluator_->result_value(0, line)
                              : certain_value(outcome_of(turn.ending())));
  }

  static void add(Value& sum, const Value& value, double factor) {
    for (std::size_t o = 0; o < kOutcomes; ++o) sum[o] += factor * value[o];
  }

  static constexpr std::size_t kMostRemembered = 1000;  // players who draw lots see many
  Game game_;
  int truncate_;
  std::uint64_t seed_;
  std::unique_ptr<Evaluator> evaluator_;
  std::unique_ptr<Player> player_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  std::unordered_map<Position, Lucks, PositionHash> remembered_;
};

}  // namespace gioul
