// Renders a position as self-contained SVG that suits light and dark backgrounds.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/plays.h"
#include "engine/position.h"

namespace gioul {

/// The things to draw besides the position: names, dice, arrows. All texts are plain UTF-8.
struct BoardSvgOptions {
  std::string title = {};             // text above the board
  std::string bottom_name = "you";    // name of the player at the bottom
  std::string top_name = "opponent";  // name of the player at the top
  std::optional<Dice> dice = {};      // the roll; nullopt: none is drawn
  /// The checker moves of a play, drawn as arrows. Points are numbered for the player to move.
  std::span<const CheckerMove> arrows = {};
  /// True if the player at the top, who has the dark checkers, is to move. Even then the position
  /// is that of the player at the bottom (see Position::flipped), so that a whole game can be drawn
  /// from one side.
  bool opponent_to_move = false;
};

/// Returns the board as SVG, seen by the player at the bottom, whose home is at the right. Points
/// are numbered for this player. Stacks of more than five checkers show their number, and pinned
/// checkers have a red ring. Moves that are owed from a chain or were forfeited by the opponent are
/// written as text.
std::string board_svg(Game game, const Position& position, const BoardSvgOptions& options = {});

}  // namespace gioul
