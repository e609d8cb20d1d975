#include "eval/play/play_game.h"

#include <chrono>
#include <cmath>

#include "engine/games/play_out.h"
#include "engine/text/notation.h"

namespace gioul {

GameResult play_game(Game game, const Position& start, std::array<Player*, 2> players, GameRng rng,
                     AfterstateList& list, DecisionTiming timing,
                     std::vector<Transition>* transitions, LuckEvaluator* luck_evaluator) {
  using Clock = std::chrono::steady_clock;
  GameResult result;
  result.is_timed = timing == DecisionTiming::kDecisions;
  GameState state(start);
  std::size_t actor = 0;
  bool was_forfeited = start.is_forfeited != 0;
  const auto roll = [&] {
    const Dice rolled = rng.dice_rng.roll_dice();
    if (luck_evaluator != nullptr) {
      Clock::time_point begin;
      if (result.is_timed) begin = Clock::now();
      add(result.luck_by_outcome, state.to_first_player_view(luck_evaluator->luck(
                                      state.position(), rolled, result.roll_count)));
      if (result.is_timed) result.luck_nanoseconds += (Clock::now() - begin).count();
    }
    ++result.roll_count;
    return rolled;
  };
  const auto finish = [&](Outcome outcome) {
    result.outcome = outcome;
    if (luck_evaluator != nullptr)
      result.luck_units = std::llround(kLuckUnitsPerPoint * equity(result.luck_by_outcome));
    return result;
  };
  const auto choose = [&] {
    Clock::time_point asked;
    if (result.is_timed) asked = Clock::now();
    const std::size_t index =
        players[actor]->choose(state.position(), list, rng.player_rngs[actor]);
    if (result.is_timed) result.decision_nanoseconds[actor] += (Clock::now() - asked).count();
    ++result.decision_counts[actor];
    if (transitions != nullptr)
      transitions->push_back(make_transition(state.decision(), list, index));
    return index;
  };
  const auto observe = [&] {
    actor = state.player_to_move();
    const bool is_forfeited = state.position().is_forfeited != 0;
    if (is_forfeited && !was_forfeited) ++result.forfeited_chain_count;
    was_forfeited = is_forfeited;
    return true;
  };
  try {
    for (actor = 0; actor < players.size(); ++actor) players[actor]->begin_game();
    play_out(game, state, list, roll, choose, observe);
    return finish(state.outcome());
  } catch (const PlayerFailure& failure) {
    const Outcome outcome = failure_outcome(state.position().own);
    result.failed_player = static_cast<int>(actor);
    result.failure_reason = failure.what();
    return finish(actor == 0 ? outcome : flipped(outcome));
  }
}

std::string format_roll_or_pending(const Decision& decision) {
  const Position& position = decision.position;
  if (decision.dice) return format_dice(*decision.dice);
  return (position.is_forfeited != 0 ? "forfeit " : "owed ") + std::to_string(position.owed_moves);
}

Play find_transition_play(Game game, const Transition& transition) {
  const auto& [position, dice] = transition.decision;
  return transition.ending == Ending::kNone
             ? game.find_play_to(position, dice, transition.next, transition.mover_acts_next)
             : game.find_play_to_ending(position, dice, transition.ending);
}

std::string format_game_moves(Game game, std::span<const Transition> transitions) {
  std::string text;
  for (const Transition& transition : transitions) {
    text += format_roll_or_pending(transition.decision) + " " +
            format_play(find_transition_play(game, transition)) + "\n";
  }
  return text;
}

}  // namespace gioul
