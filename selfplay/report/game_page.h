// Renders a game as one self-contained HTML page: a board to step through, the list of plays and a
// chart of the equity.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "selfplay/record/game_text.h"

namespace gioul {

/// The data of a page that shows a game step by step: all positions, including the last, seen by
/// the first player.
struct GamePlayback {
  std::vector<Position> positions;  // one more than decisions
  std::vector<bool>
      second_to_move;  // player to move; in the last: the player who made the last play
  std::vector<std::optional<double>> equities;  // by position, for the first player; none: unknown
};

/// Makes the playback of a game from its steps. `replay` must have replayed that game last.
GamePlayback make_playback(const AnnotatedGame& game, std::span<const GameStep> steps,
                           const GameReplayer& replay);

/// Returns the first or second player's title, such as "first (blocker)".
std::string player_title(const AnnotatedGame& game, bool second);

/// Returns the page of a game as HTML.
std::string game_page(const AnnotatedGame& game, const GamePlayback& playback);

}  // namespace gioul
