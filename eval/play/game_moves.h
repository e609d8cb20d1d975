// The moves of a game as text: a line for each decision, "3-1 24/21 24/23", with the dice, or with
// what is pending as "owed 12" or "forfeit 10", and the play. Who decides follows from the lines.
#pragma once

#include <span>
#include <string>

#include "engine/find_play.h"
#include "engine/plays.h"
#include "engine/text/notation.h"
#include "eval/play/game.h"

namespace gioul {

/// What the player to act at `position` has to play: "3-1", "owed 12", "forfeit 10".
inline std::string demand_text(const Position& position, Dice dice) {
  if (!position.is_pending()) return format_dice(dice);
  return (position.forfeited != 0 ? "forfeit " : "owed ") + std::to_string(position.owed);
}

/// The text of the decisions that play_game() noted; each line with its end.
template <Rules R>
std::string game_moves(std::span<const NotedDecision> notes) {
  std::string text;
  for (const NotedDecision& note : notes) {
    const Play play = note.ending == Ending::kNone
                          ? find_play<R>(note.before, note.dice, note.after, note.acts_again)
                          : find_ending_play<R>(note.before, note.dice, note.ending);
    text += demand_text(note.before, note.dice) + " " + format_play(play) + "\n";
  }
  return text;
}

}  // namespace gioul
