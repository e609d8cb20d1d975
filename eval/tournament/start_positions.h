// Start positions for mirrored pairs: the game's own, or those of a file in turn.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// The start position of each mirrored pair.
class StartPositions {
 public:
  /// All pairs begin at the game's start. Throws InputError if the game is not played with so many
  /// checkers.
  StartPositions(Game game, int checkers);
  /// Reads a file with one position per line (docs/notation.md), except empty lines and lines that
  /// begin with '#'. Throws InputError ("FILE:LINE: ...") for an invalid line or a file without
  /// positions.
  StartPositions(Game game, int checkers, const std::filesystem::path& file);

  /// Returns the start of pair `number`, for its player to move.
  const Position& for_pair(std::int64_t number) const {
    return positions_[static_cast<std::size_t>(number) % positions_.size()];
  }
  /// Returns a checksum of the positions; empty for the game's own start.
  const std::string& fingerprint() const { return fingerprint_; }

 private:
  std::vector<Position> positions_;
  std::string fingerprint_;
};

}  // namespace gioul
