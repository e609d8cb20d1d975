#include "eval/play/play_game.h"

#include <chrono>
#include <cmath>

#include "engine/games/play_out.h"
#include "engine/text/notation.h"

namespace gioul {

GameResult play_game(Game game, const Position& start, std::array<Player*, 2> players,
                     GameRandom random, AfterstateList& list, Timing timing,
                     std::vector<MadeDecision>* notes, LuckEvaluator* luck) {
  using Clock = std::chrono::steady_clock;
  GameResult result;
  result.timed = timing == Timing::kDecisions;
  Turn turn(start);
  std::size_t actor = 0;
  bool was_forfeited = start.forfeited != 0;
  double luck_seen = 0.0;  // by the first player
  const auto roll = [&] {
    const Dice rolled = random.dice.roll();
    if (luck != nullptr) {
      Clock::time_point begin;
      if (result.timed) begin = Clock::now();
      luck_seen += equity(turn.for_first(luck->luck(turn.position(), rolled, result.rolls)));
      if (result.timed) result.luck_nanoseconds += (Clock::now() - begin).count();
    }
    ++result.rolls;
    return rolled;
  };
  const auto finish = [&](Outcome outcome) {
    result.outcome = outcome;
    if (luck != nullptr) result.luck = std::llround(kLuckUnits * luck_seen);
    return result;
  };
  const auto choose = [&] {
    Clock::time_point asked;
    if (result.timed) asked = Clock::now();
    const std::size_t line = players[actor]->choose(turn.position(), list, random.seats[actor]);
    if (result.timed) result.nanoseconds[actor] += (Clock::now() - asked).count();
    ++result.decisions[actor];
    if (notes != nullptr) notes->push_back(made(turn.decision(), list, line));
    return line;
  };
  const auto observe = [&] {
    actor = turn.actor();
    const bool is_forfeited = turn.position().forfeited != 0;
    if (is_forfeited && !was_forfeited) ++result.forfeits;
    was_forfeited = is_forfeited;
    return true;
  };
  try {
    for (actor = 0; actor < players.size(); ++actor) players[actor]->begin_game();
    play_out(game, turn, list, roll, choose, observe);
    return finish(turn.outcome());
  } catch (const PlayerFailure& failure) {
    const Outcome outcome = failed_outcome(turn.position().own);
    result.failed = static_cast<int>(actor);
    result.failure = failure.what();
    return finish(actor == 0 ? outcome : flipped(outcome));
  }
}

std::string demand_text(const Decision& decision) {
  const Position& position = decision.position;
  if (!position.is_pending()) return format_dice(decision.dice);
  return (position.forfeited != 0 ? "forfeit " : "owed ") + std::to_string(position.owed);
}

Play play_of(Game game, const MadeDecision& made) {
  const auto& [position, dice] = made.decision;
  return made.ending == Ending::kNone ? game.find_play(position, dice, made.after, made.acts_again)
                                      : game.find_ending_play(position, dice, made.ending);
}

std::string game_moves(Game game, std::span<const MadeDecision> notes) {
  std::string text;
  for (const MadeDecision& note : notes) {
    text += demand_text(note.decision) + " " + format_play(play_of(game, note)) + "\n";
  }
  return text;
}

}  // namespace gioul
