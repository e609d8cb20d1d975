#include "eval/play/game_moves.h"

#include "engine/text/notation.h"

namespace gioul {

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
