// gioul.Positions: many positions of one game, contiguous in memory. Slices and the arrays of their
// boards share that memory. Immutable.
#pragma once

#include <pybind11/numpy.h>

#include <compare>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/position.h"
#include "python/bindings/arguments.h"

namespace gioul::python {

/// gioul.Position: a position with its game.
struct GamePosition {
  Game game = {};
  Position position{};
  bool operator==(const GamePosition&) const = default;
  /// Compares by game, then by text.
  std::weak_ordering operator<=>(const GamePosition& other) const;
};

/// Returns the position's text, as docs/notation.md specifies it.
std::string text_of(const GamePosition& at);

/// Returns the number of pending checker moves in the own chain of the player to move.
inline int owed_of(const Position& at) { return at.forfeited == 0 ? at.owed : 0; }
/// Returns the number of pending checker moves that the opponent forfeited.
inline int forfeit_of(const Position& at) { return at.forfeited != 0 ? at.owed : 0; }

/// An array of positions, and their boards as bytes, which are computed on demand.
class PositionBlock {
 public:
  explicit PositionBlock(std::vector<Position> positions)
      : owned_(std::move(positions)), positions_(owned_) {}
  /// Refers to positions that `owner` keeps alive.
  PositionBlock(std::span<const Position> positions, std::shared_ptr<const void> owner)
      : owner_(std::move(owner)), positions_(positions) {}
  PositionBlock(const PositionBlock&) = delete;
  PositionBlock& operator=(const PositionBlock&) = delete;

  std::span<const Position> positions() const { return positions_; }

  /// Returns an array [positions][2][kPlaces]: the checkers of the player to move, then of the
  /// opponent.
  const std::int8_t* boards() const;

 private:
  std::vector<Position> owned_;
  std::shared_ptr<const void> owner_;
  std::span<const Position> positions_;
  mutable std::once_flag once_;
  mutable std::vector<std::int8_t> boards_;
};

/// A range of positions of one game.
class Positions {
 public:
  Positions(Game game, std::vector<Position> positions)
      : Positions(game, std::make_shared<const PositionBlock>(std::move(positions))) {}
  Positions(Game game, std::shared_ptr<const PositionBlock> block)
      : game_(game), block_(std::move(block)), size_(block_->positions().size()) {}

  Game game() const { return game_; }
  std::size_t size() const { return size_; }
  std::span<const Position> span() const { return block_->positions().subspan(first_, size_); }
  GamePosition at(std::size_t i) const { return {game_, span()[i]}; }

  /// Returns an array [size()][2][kPlaces] in the memory of the block.
  const std::int8_t* boards() const { return block_->boards() + first_ * kBoardBytes; }

  /// Returns a range in the same memory.
  Positions subrange(std::size_t first, std::size_t size) const;

 private:
  static constexpr std::size_t kBoardBytes = 2 * kPlaces;

  Game game_;
  std::shared_ptr<const PositionBlock> block_;
  std::size_t first_ = 0;
  std::size_t size_;
};

/// Converts Positions, one Position, or a sequence of them, all of one game. An empty sequence gets
/// the game `game`. Throws TypeError for other types, InputError for positions of different games.
Positions positions_argument(const py::handle& positions, Game game = {});

/// Returns the structured NumPy type of a position record, for files and for programs that make
/// their own positions.
py::dtype position_dtype();

/// Converts positions to an array of position_dtype().
py::array records_of_positions(const Positions& positions);
/// Converts an array of position_dtype() to positions. Throws InputError ("record 7: ...") for an
/// impossible position, TypeError for another type of array.
Positions positions_from_records(const GameLike& game, const Typed<"ndarray">& records);

/// Returns the records of records_of_positions() as bytes, for pickles.
py::bytes bytes_of_positions(const Positions& positions);

/// Converts the bytes of bytes_of_positions() to positions.
Positions positions_from_bytes(const GameLike& game, const py::bytes& records);

}  // namespace gioul::python
