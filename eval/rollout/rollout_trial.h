// Plays trials of a rollout. A trial is a game played from a position to its end or to its
// truncation. Its value is the result minus the luck of the rolls (eval/play/luck_evaluator.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/interrupt.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/games/play_out.h"
#include "engine/outcome.h"
#include "eval/play/luck_evaluator.h"
#include "eval/play/player.h"
#include "eval/rollout/rollout_dice.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Plays trials of a rollout. Not thread-safe; each thread has its own.
class TrialRunner {
 public:
  /// Trials end with a static evaluation after `truncation_rolls` rolls of both players together;
  /// 0: they are played to the end of the game. `method` (not kAuto) selects the rolls whose luck
  /// is subtracted. `player` makes the player that chooses the plays; if it is empty, plays are
  /// chosen by static evaluation.
  TrialRunner(Game game, int truncation_rolls, VarianceReduction method, std::uint64_t seed,
              const EvaluatorFactory& evaluator, const PlayerFactory& player)
      : game_(game),
        truncation_rolls_(truncation_rolls),
        reduces_variance_(method != VarianceReduction::kNone),
        seed_(seed),
        luck_evaluator_(game, method, evaluator()),
        player_(player ? player() : nullptr) {}

  /// Plays trial `number` from `start` with these dice, and returns its value for the player to
  /// move at `start`. The probabilities sum to 1, but variance reduction can make one of them
  /// greater than 1 or less than 0.
  Value run(const Position& start, TrialDice dice, std::int64_t number) {
    const auto trial = static_cast<std::uint64_t>(number);
    std::array<CounterRng, 2> player_rngs{CounterRng(seed_, trial, RngStream::kFirstPlayer),
                                          CounterRng(seed_, trial, RngStream::kSecondPlayer)};
    Evaluator& evaluator = luck_evaluator_.evaluator();
    Value luck_seen{};  // luck of the rolls so far, for the first player to move
    GameState state(start);
    const Position& position = state.position();
    int rolls = 0;
    const auto roll = [&] {
      const Dice rolled = dice.next_roll(state.player_to_move());
      if (reduces_variance_) {
        add(luck_seen, state.to_first_player_view(luck_evaluator_.luck(position, rolled, rolls)));
      }
      ++rolls;
      return rolled;
    };
    const auto choose = [&] {
      return player_ == nullptr
                 ? best_afterstate_index(*list_, evaluator.evaluate(position, *list_))
                 : player_->choose(position, *list_, player_rngs[state.player_to_move()]);
    };
    const auto continues = [&] {
      throw_if_interrupted();
      const bool cut =
          truncation_rolls_ != 0 && rolls == truncation_rolls_ && !position.is_pending();
      return !cut && !evaluator.is_exact(position);
    };
    if (player_ != nullptr) player_->begin_game();
    play_out(game_, state, *list_, roll, choose, continues);
    Value result = state.to_first_player_view(state.ending() == Ending::kNone
                                                  ? evaluator.evaluate(position)
                                                  : one_hot_value(outcome_of(state.ending())));
    add(result, luck_seen, -1.0);
    return result;
  }

 private:
  Game game_;
  int truncation_rolls_;
  bool reduces_variance_;
  std::uint64_t seed_;
  LuckEvaluator luck_evaluator_;
  std::unique_ptr<Player> player_;  // null: plays are chosen by static evaluation
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

}  // namespace gioul
