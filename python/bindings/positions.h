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

/// The object behind gioul.Position: a position with its game variant.
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
inline int owed_of(const Position& at) { return at.is_forfeited == 0 ? at.owed_moves : 0; }
/// Returns the number of pending checker moves that the opponent forfeited.
inline int forfeit_of(const Position& at) { return at.is_forfeited != 0 ? at.owed_moves : 0; }

/// The memory that gioul.Positions and their slices share: positions, and their boards as bytes,
/// which are computed on demand.
class PositionBlock {
 public:
  explicit PositionBlock(std::vector<Position> positions)
      : owned_(std::move(positions)), positions_(owned_) {}
  /// Refers to positions in the memory of another object, which `owner` keeps alive.
  PositionBlock(std::span<const Position> positions, std::shared_ptr<const void> owner)
      : owner_(std::move(owner)), positions_(positions) {}
  PositionBlock(const PositionBlock&) = delete;
  PositionBlock& operator=(const PositionBlock&) = delete;

  std::span<const Position> positions() const { return positions_; }

  /// Returns the boards of all positions as an array [positions][2][kPlaceCount]: the checkers of
  /// the player to move, then of the opponent.
  const std::int8_t* boards() const;

 private:
  std::vector<Position> owned_;
  std::shared_ptr<const void> owner_;
  std::span<const Position> positions_;
  mutable std::once_flag once_;
  mutable std::vector<std::int8_t> boards_;
};

/// The object behind gioul.Positions: a range of positions of one game variant.
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

  /// Returns the boards of the range as an array [size()][2][kPlaceCount] in shared memory: the
  /// checkers of the player to move, then of the opponent.
  const std::int8_t* boards() const { return block_->boards() + first_ * kBoardBytes; }

  /// Returns a slice: `size` positions from index `first`, in the same memory.
  Positions subrange(std::size_t first, std::size_t size) const;

 private:
  static constexpr std::size_t kBoardBytes = 2 * kPlaceCount;

  Game game_;
  std::shared_ptr<const PositionBlock> block_;
  std::size_t first_ = 0;
  std::size_t size_;
};

/// Converts a Python argument to positions: Positions, one Position, or a sequence of them, all of
/// one game variant. An empty sequence gets the variant `game`. Throws TypeError for other types,
/// InputError for positions of different games.
Positions positions_argument(const py::handle& positions, Game game = {});

/// Returns the structured NumPy dtype of a position as a record, for files and for programs that
/// make their own positions.
py::dtype position_dtype();

/// Converts positions to a structured NumPy array, of the dtype position_dtype().
py::array records_of_positions(const Positions& positions);
/// Converts a structured NumPy array, of the dtype position_dtype(), to positions. Throws
/// InputError ("record 7: ...") for an impossible position, TypeError for another type of array.
Positions positions_from_records(const GameLike& game, const Typed<"ndarray">& records);

/// Encodes positions as Python bytes, for pickle.
py::bytes bytes_of_positions(const Positions& positions);

/// Restores positions from a pickle, the bytes of bytes_of_positions().
Positions positions_from_bytes(const GameLike& game, const py::bytes& records);

}  // namespace gioul::python
