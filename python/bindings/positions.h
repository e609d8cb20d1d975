// gioul.Positions: many positions of one game, next to each other in memory. Slices and the view of
// their boards share that memory; none of it ever changes.
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

/// gioul.Position: a position together with its game.
struct GamePosition {
  Game game = {};
  Position position{};
  bool operator==(const GamePosition&) const = default;
  /// By game and text.
  std::weak_ordering operator<=>(const GamePosition& other) const;
};

std::string text_of(const GamePosition& at);

/// Checker moves pending: of his own chain that the player to act still has, ...
inline int owed_of(const Position& at) { return at.forfeited == 0 ? at.owed : 0; }
/// ... and that the opponent forfeited to him.
inline int forfeit_of(const Position& at) { return at.forfeited != 0 ? at.owed : 0; }

/// Positions, and their boards as bytes once somebody has asked for them.
class PositionBlock {
 public:
  explicit PositionBlock(std::vector<Position> positions)
      : owned_(std::move(positions)), positions_(owned_) {}
  /// Those that `owner` keeps.
  PositionBlock(std::span<const Position> positions, std::shared_ptr<const void> owner)
      : owner_(std::move(owner)), positions_(positions) {}
  PositionBlock(const PositionBlock&) = delete;
  PositionBlock& operator=(const PositionBlock&) = delete;

  std::span<const Position> positions() const { return positions_; }

  /// [positions][2][kPlaces]: checkers of the player to act, then of his opponent.
  const std::int8_t* boards() const;

 private:
  std::vector<Position> owned_;
  std::shared_ptr<const void> owner_;
  std::span<const Position> positions_;
  mutable std::once_flag once_;
  mutable std::vector<std::int8_t> boards_;
};

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

  /// [size()][2][kPlaces], of the block.
  const std::int8_t* boards() const { return block_->boards() + first_ * kBoardBytes; }

  /// Those from `first` on, in the same memory.
  Positions part(std::size_t first, std::size_t size) const;

 private:
  static constexpr std::size_t kBoardBytes = 2 * kPlaces;

  Game game_;
  std::shared_ptr<const PositionBlock> block_;
  std::size_t first_ = 0;
  std::size_t size_;
};

/// Positions, one Position, or a sequence of them, all of one game. A sequence that is empty is of
/// `game`. Throws TypeError for anything else, InputError for positions of different games.
Positions positions_argument(const py::handle& positions, Game game = {});

/// Positions as a structured NumPy array: one plain record each, for files and for programs that
/// make positions of their own.
py::dtype position_dtype();
py::array records_of_positions(const Positions& positions);
/// Throws InputError ("record 7: ...") for whatever is no position of the game, TypeError for
/// another array.
Positions positions_from_records(const GameLike& game, const Typed<"ndarray">& records);

/// The same as bytes, for pickles.
py::bytes bytes_of_positions(const Positions& positions);
Positions positions_from_bytes(const GameLike& game, const py::bytes& records);

}  // namespace gioul::python
