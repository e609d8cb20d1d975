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

/// What to draw besides the position. All texts are plain UTF-8.
struct BoardSvgOptions {
  std::string title = {};  // above the board
  std::string you = "you";
  std::string opponent = "opponent";
  std::optional<Dice> dice = {};
  std::span<const CheckerMove> arrows = {};  // a play, numbered for the player to move
  /// True if the player at the top, with the dark checkers, is to move. The position is always
  /// given for the player at the bottom, so that a whole game can be drawn from one side
  /// (Position::flipped).
  bool opponent_acts = false;
  std::string css_class = "gioul-board";
};

/// Returns the SVG of the board, seen by the player at the bottom, whose home is at the right.
/// Points are numbered for this player. Stacks of more than five checkers show their number, pinned
/// checkers have a red ring, and owed or forfeited moves are written as text.
std::string board_svg(Game game, const Position& position, const BoardSvgOptions& options = {});

}  // namespace gioul
