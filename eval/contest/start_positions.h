// Games that begin elsewhere than at the start of the game: the positions of a file, of which each
// mirrored pair of games takes the next.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

class StartPositions {
 public:
  /// Every pair begins at the game's start. Throws InputError for a game that is not played with so
  /// many checkers.
  StartPositions(Game game, int checkers);
  /// Reads position text, one a line (docs/notation.md); empty lines and those that begin with '#'
  /// are left out. Throws InputError ("FILE:LINE: ...") for what is none, and for a file without.
  StartPositions(Game game, int checkers, const std::filesystem::path& file);

  /// Where the games of pair `number` begin, seen by who acts first.
  const Position& of_pair(std::int64_t number) const {
    return positions_[static_cast<std::size_t>(number) % positions_.size()];
  }
  /// What tells them from others, for people to compare; empty if there is only the game's start.
  const std::string& fingerprint() const { return fingerprint_; }

 private:
  std::vector<Position> positions_;
  std::string fingerprint_;
};

}  // namespace gioul
