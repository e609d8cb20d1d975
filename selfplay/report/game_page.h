// A game as one self-contained HTML page: a board to step through with keys, buttons and the list
// of moves, and what each position was worth as a curve.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "selfplay/record/game_text.h"

namespace gioul {

/// Every position of a game as its first player sees it, the last one included.
struct SteppedGame {
  std::vector<Position> boards;   // one more than decisions
  std::vector<bool> second_acts;  // in each; at the end of the game, who made the last play
  std::vector<std::optional<double>> equities;  // for the first player; empty if not known
};

/// `visits` are the game's positions, `replay` what has just played it.
SteppedGame stepped(const NotedGame& game, std::span<const Visit> visits, const Replay& replay);

/// The name of who moved first, or second, as far as it is known: "first (blocker)".
std::string seat_title(const NotedGame& game, bool second);

std::string game_page(const NotedGame& game, const SteppedGame& steps);

}  // namespace gioul
