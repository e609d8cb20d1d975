// Renders a game as one self-contained HTML page: a board on which the game is replayed, the list
// of plays and a chart of the equity.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "selfplay/record/game_text.h"

namespace gioul {

/// The data of a page that replays a game: by position, from the start to the final position.
struct GamePlayback {
  std::vector<Position> positions;  // all positions, seen by the first player
  /// By position: true if the second player is to move. In the final position of a finished game:
  /// true if the second player made the last play.
  std::vector<bool> second_to_move;
  /// By position: the equity in points, for the first player; nullopt if unknown.
  std::vector<std::optional<double>> equities;
};

/// Makes the playback of a game from its steps. `replay` is the replayer that has replayed this
/// game last.
GamePlayback make_playback(const AnnotatedGame& game, std::span<const GameStep> steps,
                           const GameReplayer& replay);

/// Returns the page of a game as HTML.
std::string game_page(const AnnotatedGame& game, const GamePlayback& playback);

}  // namespace gioul
