// A position as a picture: self-contained SVG that looks the same on light and dark pages, alone in
// a file or in the middle of HTML.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/plays.h"
#include "engine/position.h"

namespace gioul {

/// What is shown besides the position. All texts are plain UTF-8.
struct BoardPicture {
  std::string title = {};  // above the board
  std::string you = "you";
  std::string opponent = "opponent";
  std::optional<Dice> dice = {};
  std::span<const CheckerMove> arrows = {};  // a play, in the numbering of who acts
  /// Who acts has the light checkers at the bottom, or, for pages that show a whole game from one
  /// seat, the dark ones: the position is then given as that seat sees it (Position::flipped).
  bool opponent_acts = false;
  std::string css_class = "gioul-board";
};

/// The board as its owner sees it who sits at the bottom right with his home: points in his
/// numbering, more than five checkers told by their number, a red ring around pinned ones, what is
/// owed or forfeited in words.
std::string board_svg(Game game, const Position& position, const BoardPicture& picture = {});

}  // namespace gioul
