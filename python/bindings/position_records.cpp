#include "python/bindings/position_records.h"

#include <pybind11/eval.h>

#include <cstring>
#include <string>

#include "base/error.h"
#include "engine/text/notation.h"
#include "python/bindings/arguments.h"
#include "python/bindings/board_bytes.h"

namespace gioul::python {

namespace {

// As NumPy has it; little-endian as all our files are.
struct PositionRecord {
  std::int8_t boards[2][kPlaces];
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
  (position.forfeited != 0 ? record.forfeit : record.owed) = position.owed;
  record.turns[0] = position.own_rolls;
  record.turns[1] = position.opp_rolls;
  record.pinned[0] = position.own_pinned;
  record.pinned[1] = position.opp_pinned;
  return record;
}

// What can't be written as text, or is read from it as something else, is no position.
Position position_of(Game game, const PositionRecord& record) {
  if (record.owed != 0 && record.forfeit != 0) {
    throw InputError("'owed' together with 'forfeit' (expected one of them)");
  }
  const int pending = record.owed + record.forfeit;
  if (pending > kMaxOwed) {
    throw InputError(std::to_string(pending) + " checker moves pending (expected 0 to " +
                     std::to_string(kMaxOwed) + ")");
  }
  Position position{};
  position.own = side_of_counts(record.boards[0]);
  position.opp = side_of_counts(record.boards[1]);
  position.owed = static_cast<std::uint8_t>(pending);
  position.forfeited = record.forfeit != 0 ? 1 : 0;
  position.own_rolls = record.turns[0];
  position.opp_rolls = record.turns[1];
  position.own_pinned = record.pinned[0];
  position.opp_pinned = record.pinned[1];
  const std::string text = format_position(game, position);
  if (parse_position(game, text) == position) return position;
  throw InputError("turns or pinned points that " + text + " can't have");
}

// Those of which at(i) is the i-th record's memory.
template <typename At>
Positions read_records(Game game, std::size_t size, const At& at) {
  std::vector<Position> positions;
  positions.reserve(size);
  for (std::size_t i = 0; i < size; ++i) {
    PositionRecord record;
    std::memcpy(&record, at(i), sizeof record);
    try {
      positions.push_back(position_of(game, record));
    } catch (const InputError& error) {
      throw InputError("record " + std::to_string(i) + ": " + error.what());
    }
  }
  return {game, std::move(positions)};
}

}  // namespace

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

Positions positions_from_records(const py::handle& game_name, const py::handle& records) {
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
  return read_records(game, static_cast<std::size_t>(array.size()),
                      [&](std::size_t i) { return array.data(static_cast<py::ssize_t>(i)); });
}

py::bytes bytes_of_records(const py::array& records) {
  return {static_cast<const char*>(records.data()), static_cast<std::size_t>(records.nbytes())};
}

Positions positions_from_bytes(const py::handle& game_name, const py::bytes& records) {
  const Game game = game_argument(game_name);
  const auto bytes = static_cast<std::string_view>(records);
  if (bytes.size() % sizeof(PositionRecord) != 0) {
    throw InputError("positions: " + std::to_string(bytes.size()) + " bytes (expected " +
                     std::to_string(sizeof(PositionRecord)) + " for each)");
  }
  return read_records(game, bytes.size() / sizeof(PositionRecord),
                      [&](std::size_t i) { return bytes.data() + i * sizeof(PositionRecord); });
}

}  // namespace gioul::python
