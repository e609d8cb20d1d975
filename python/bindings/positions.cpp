#include "python/bindings/positions.h"

#include "base/error.h"
#include "engine/text/notation.h"
#include "python/bindings/board_bytes.h"

namespace gioul::python {

const std::int8_t* PositionBlock::boards() const {
  std::call_once(once_, [this] {
    boards_.resize(2 * kPlaces * positions_.size());
    std::int8_t* bytes = boards_.data();
    for (const Position& position : positions_) {
      write_counts(position.own, bytes);
      write_counts(position.opp, bytes + kPlaces);
      bytes += 2 * kPlaces;
    }
  });
  return boards_.data();
}

Positions Positions::part(std::size_t first, std::size_t size) const {
  Positions part = *this;
  part.first_ += first;
  part.size_ = size;
  return part;
}

Positions positions_argument(const py::handle& positions, Game game) {
  if (py::isinstance<Positions>(positions)) return positions.cast<Positions>();
  if (py::isinstance<GamePosition>(positions)) {
    const auto one = positions.cast<GamePosition>();
    return {one.game, std::vector{one.position}};
  }
  if (py::isinstance<py::str>(positions) || !py::isinstance<py::sequence>(positions)) {
    throw py::type_error("expected gioul.Positions, a gioul.Position or a sequence of them");
  }
  std::vector<Position> many;
  for (const py::handle item : positions) {
    if (!py::isinstance<GamePosition>(item)) {
      throw py::type_error("expected a sequence of gioul.Position");
    }
    const auto one = item.cast<GamePosition>();
    if (many.empty()) game = one.game;
    require_game(one, game);
    many.push_back(one.position);
  }
  return {game, std::move(many)};
}

Positions positions_of_game(const py::handle& positions, Game game) {
  Positions many = positions_argument(positions, game);
  if (many.game() == game) return many;
  throw InputError("positions of " + std::string(many.game().name()) + " (expected those of " +
                   std::string(game.name()) + ")");
}

std::weak_ordering GamePosition::operator<=>(const GamePosition& other) const {
  return std::pair(game.index(), text_of(*this)) <=> std::pair(other.game.index(), text_of(other));
}

std::string text_of(const GamePosition& at) { return format_position(at.game, at.position); }

void require_game(const GamePosition& at, Game game) {
  if (at.game == game) return;
  throw InputError("a position of " + std::string(at.game.name()) + " (expected one of " +
                   std::string(game.name()) + ")");
}

}  // namespace gioul::python
