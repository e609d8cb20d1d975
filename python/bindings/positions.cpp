#include "python/bindings/positions.h"

#include <pybind11/eval.h>

#include <array>
#include <bit>
#include <cstring>

#include "base/error.h"
#include "engine/text/notation.h"

namespace gioul::python {

namespace {

// Spreads the bits of a byte to the bytes of a word: eight places at a time.
constexpr std::array<std::uint64_t, 256> kSpread = [] {
  std::array<std::uint64_t, 256> spread{};
  for (std::size_t bits = 0; bits < spread.size(); ++bits) {
    for (std::size_t i = 0; i < 8; ++i) spread[bits] |= std::uint64_t{bits >> i & 1u} << (8 * i);
  }
  return spread;
}();
static_assert(std::endian::native == std::endian::little, "byte i is place i");

// Writes side.count(p) to bytes[p] for all kPlaceCount places.
void write_counts(const Side& side, std::int8_t* bytes) {
  std::array<std::uint64_t, 4> words{};
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::size_t plane = 0; plane < side.planes.size(); ++plane) {
      words[word] += kSpread[side.planes[plane] >> (8 * word) & 255u] << plane;
    }
  }
  std::memcpy(bytes, words.data(), kPlaceCount);
}

// Throws InputError for impossible counts: negative, or more than kMaxCheckers in total.
Side side_of_counts(const std::int8_t* bytes) {
  Side side{};
  int total = 0;
  for (int place = 0; place < kPlaceCount; ++place) {
    const int count = bytes[place];
    total += count;
    if (count < 0 || total > kMaxCheckers) {
      throw InputError(std::to_string(count) + " checkers on place " + std::to_string(place) +
                       " (expected 0 or more, and 1 to 15 in all)");
    }
    side.set_count(place, count);
  }
  return side;
}

// The layout of a NumPy record; little-endian like all our files.
struct PositionRecord {
  std::int8_t boards[2][kPlaceCount];
  std::uint8_t owed;
  std::uint8_t forfeit;
  std::uint8_t turns[2];
  std::uint32_t pinned[2];
};
static_assert(sizeof(PositionRecord) == 64, "without a gap");

PositionRecord record_of(const Position& position) {
  PositionRecord record{};
  write_counts(position.own, record.boards[0]);
  write_counts(position.opp, record.boards[1]);
  (position.is_forfeited != 0 ? record.forfeit : record.owed) = position.owed_moves;
  record.turns[0] = position.own_roll_count;
  record.turns[1] = position.opp_roll_count;
  record.pinned[0] = position.own_pinned;
  record.pinned[1] = position.opp_pinned;
  return record;
}

// Rejects positions whose text would not give the same position again.
Position position_of(Game game, const PositionRecord& record) {
  if (record.owed != 0 && record.forfeit != 0) {
    throw InputError("'owed' and 'forfeit' cannot be combined");
  }
  const int pending = record.owed + record.forfeit;
  if (pending > kMaxOwedMoves) {
    throw InputError(std::to_string(pending) + " checker moves pending (expected 0 to " +
                     std::to_string(kMaxOwedMoves) + ")");
  }
  Position position{};
  position.own = side_of_counts(record.boards[0]);
  position.opp = side_of_counts(record.boards[1]);
  position.owed_moves = static_cast<std::uint8_t>(pending);
  position.is_forfeited = record.forfeit != 0 ? 1 : 0;
  position.own_roll_count = record.turns[0];
  position.opp_roll_count = record.turns[1];
  position.own_pinned = record.pinned[0];
  position.opp_pinned = record.pinned[1];
  const std::string text = format_position(game, position);
  if (parse_position(game, text) == position) return position;
  throw InputError("invalid turns or pinned points for " + text);
}

}  // namespace

const std::int8_t* PositionBlock::boards() const {
  std::call_once(once_, [this] {
    boards_.resize(2 * kPlaceCount * positions_.size());
    std::int8_t* bytes = boards_.data();
    for (const Position& position : positions_) {
      write_counts(position.own, bytes);
      write_counts(position.opp, bytes + kPlaceCount);
      bytes += 2 * kPlaceCount;
    }
  });
  return boards_.data();
}

Positions Positions::subrange(std::size_t first, std::size_t size) const {
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
    require_game("a position", one.game, game);
    many.push_back(one.position);
  }
  return {game, std::move(many)};
}

std::weak_ordering GamePosition::operator<=>(const GamePosition& other) const {
  return std::pair(game.index(), text_of(*this)) <=> std::pair(other.game.index(), text_of(other));
}

std::string text_of(const GamePosition& at) { return format_position(at.game, at.position); }

py::dtype position_dtype() {
  return py::dtype::from_args(py::eval(
      "[('boards', 'i1', (2, 26)), ('owed', 'u1'), ('forfeit', 'u1'), ('turns', 'u1', (2,)), "
      "('pinned', '<u4', (2,))]"));
}

py::array records_of_positions(const Positions& positions) {
  py::array array(position_dtype(), static_cast<py::ssize_t>(positions.size()));
  auto* record = static_cast<char*>(array.mutable_data());
  for (const Position& position : positions.span()) {
    const PositionRecord made = record_of(position);
    std::memcpy(record, &made, sizeof made);
    record += sizeof made;
  }
  return array;
}

Positions positions_from_records(const GameLike& game_name, const Typed<"ndarray">& records) {
  const Game game = game_argument(game_name);
  if (!py::isinstance<py::array>(records)) {
    throw py::type_error("records: expected an array of gioul.POSITION_DTYPE");
  }
  const auto array = py::reinterpret_borrow<py::array>(records);
  if (!array.dtype().equal(position_dtype())) {
    throw py::type_error("records: expected gioul.POSITION_DTYPE, not " +
                         py::str(array.dtype()).cast<std::string>());
  }
  if (array.ndim() != 1) {
    throw InputError("records: expected one dimension, not " + std::to_string(array.ndim()));
  }
  std::vector<Position> positions;
  for (py::ssize_t i = 0; i < array.size(); ++i) {
    PositionRecord record;
    std::memcpy(&record, array.data(i), sizeof record);
    try {
      positions.push_back(position_of(game, record));
    } catch (const InputError& error) {
      throw InputError("record " + std::to_string(i) + ": " + error.what());
    }
  }
  return {game, std::move(positions)};
}

py::bytes bytes_of_positions(const Positions& positions) {
  const py::array records = records_of_positions(positions);
  return {static_cast<const char*>(records.data()), static_cast<std::size_t>(records.nbytes())};
}

Positions positions_from_bytes(const GameLike& game, const py::bytes& records) {
  const auto bytes = static_cast<std::string_view>(records);
  if (bytes.size() % sizeof(PositionRecord) != 0) {
    throw InputError("positions: " + std::to_string(bytes.size()) + " bytes (expected " +
                     std::to_string(sizeof(PositionRecord)) + " for each)");
  }
  const auto size = static_cast<py::ssize_t>(bytes.size() / sizeof(PositionRecord));
  return positions_from_records(game, py::array(position_dtype(), size, bytes.data()));
}

}  // namespace gioul::python
