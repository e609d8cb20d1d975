// Start positions of mirrored pairs of games: the start position of the game, or those of a file in
// turn.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// The start position of each mirrored pair of games.
class StartPositions {
 public:
  /// Uses the game's start position for all pairs. Throws InputError if the game cannot be played
  /// with this number of checkers.
  StartPositions(Game game, int checkers);
  /// Reads the start positions from a file: one per line (docs/notation.md); empty lines and lines
  /// that begin with '#' are skipped. Throws InputError ("FILE:LINE: ...") for an invalid line or a
  /// file without positions.
  StartPositions(Game game, int checkers, const std::filesystem::path& file);

  /// Returns the start position of pair `number`, for the player who moves first. The positions of
  /// a file are used in turn; the first follows the last.
  const Position& for_pair(std::int64_t number) const {
    return positions_[static_cast<std::size_t>(number) % positions_.size()];
  }
  /// Returns a checksum of the file's positions; empty if there is no file.
  const std::string& fingerprint() const { return fingerprint_; }

 private:
  std::vector<Position> positions_;  // at least one
  std::string fingerprint_;          // checksum of the file; empty if there is no file
};

}  // namespace gioul
