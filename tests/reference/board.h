// A board as plain counts and flags, and what one checker may do on it: the slow, obvious half of
// the reference move generator. Written from rules.md alone; nothing here is shared with engine/.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/games/game.h"
#include "engine/rules.h"  // only the plain enum Ending

namespace gioul::reference {

enum class Game {
  kGioul,
  kGulBara,
  kGulBaraLost,
  kPlakoto,
  kPlakotoNoMother,
  kFevga,
  kMoultezim,
  kPortes
};

/// Throws std::invalid_argument for a game that the reference does not know. A game that is
/// added to the engine must be added here too, from its rule text.
Game game_called(std::string_view variant);

inline bool is_gul_bara(Game game) { return game == Game::kGulBara || game == Game::kGulBaraLost; }
inline bool is_plakoto(Game game) {
  return game == Game::kPlakoto || game == Game::kPlakotoNoMother;
}
inline bool is_fevga(Game game) { return game == Game::kFevga || game == Game::kMoultezim; }
inline bool has_chains(Game game) { return game == Game::kGioul || is_gul_bara(game); }

// Places of one player, in their own numbering (rules 1).
inline constexpr std::size_t kOff = 0;  // borne off
inline constexpr std::size_t kAce = 1;
inline constexpr std::size_t kStartPoint = 24;  // own start
inline constexpr std::size_t kBar = 25;         // on the bar, Portes

/// One player's checkers by place. A pinned checker (Plakoto) is flagged on its point.
struct Checkers {
  std::array<std::uint8_t, 26> on{};
  std::array<std::uint8_t, 26> pinned{};

  int total() const;
  auto operator<=>(const Checkers&) const = default;
};

/// Both players' checkers, each in their own numbering, seen by the mover.
struct Board {
  Checkers mine;
  Checkers theirs;

  auto operator<=>(const Board&) const = default;
};

/// The other player's number for the mover's point.
std::size_t opponent_point(Game game, std::size_t point);

/// Returns true if the mover may play one checker from `from` by `die`.
bool may_move(Game game, const Board& board, std::size_t from, std::size_t die);

/// The board after that checker move.
Board moved(Game game, Board board, std::size_t from, std::size_t die);

/// The way the mover's last checker move has ended the game; kNone if it has not (rules 2.6, 2.7,
/// 5.3).
Ending ending_of(Game game, const Board& board);

/// Rule 6.3: all the other player's remaining checkers stand on the single point directly behind
/// six points in a row that the mover holds.
bool leaves_trap(Game game, const Board& board);

/// Rule 6.2 and the preset's limit: what a player of Fevga or Moultezim may at no moment hold.
bool breaks_point_limit(Game game, const Checkers& checkers);

/// Section 6, last sentence: no checker of either player has passed the opponent's start, and one
/// player has more than one off the 24-point. (Of either player, since section 10 has 15 checkers
/// on the 18-point against a player who has passed.)
bool breaks_runner_rule(Game game, const Board& board);

}  // namespace gioul::reference
