// The moves of a game as text: a line for each decision, "3-1 24/21 24/23", with the dice, or with
// what is pending as "owed 12" or "forfeit 10", and the play. Who decides follows from the lines.
#pragma once

#include <span>
#include <string>

#include "engine/games/game.h"
#include "engine/turn.h"

namespace gioul {

/// What the player to act has to play: "3-1", "owed 12", "forfeit 10".
std::string demand_text(const Decision& decision);

/// One play that was made in the decision.
Play play_of(Game game, const MadeDecision& made);

/// The text of the decisions that play_game() noted; each line with its end.
std::string game_moves(Game game, std::span<const MadeDecision> notes);

}  // namespace gioul
