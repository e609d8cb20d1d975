#include "eval/solve/exact_table.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files.h"
#include "base/json_object.h"
#include "engine/games/game.h"

namespace gioul {

namespace {

constexpr int kFileVersion = 1;
constexpr std::size_t kMaxHeaderBytes = 4096;
constexpr std::size_t kValueBytes = sizeof(Value);  // in the file

constexpr std::size_t kValuesPerBlock = 10'000;  // read or written at once

// Returns the checksum of a table without its values, to be continued with their bytes.
std::uint64_t initial_checksum(std::string_view game, int checkers) {
  return fnv1a(std::string(game) + " " + std::to_string(checkers));
}

// Calls f(bytes) for the values as they are in the file, block by block, since all of them take
// more memory than the table.
template <typename F>
void for_each_block(const ValueArray& values, const F& f) {
  std::string bytes;
  for (std::size_t first = 0; first < values.size(); first += kValuesPerBlock) {
    const std::size_t count = std::min(kValuesPerBlock, values.size() - first);
    bytes.resize(count * kValueBytes);
    for (std::size_t i = 0; i < count; ++i) {
      const Value value = values[first + i];
      std::memcpy(bytes.data() + i * kValueBytes, value.data(), kValueBytes);
    }
    f(bytes);
  }
}

// Points with checkers of both sides, in the numbering of the player to move.
PlaceSet shared_points(Game game, const Position& position) {
  return position.own.occupied() &
         to_opponent_numbering(game.variant().movement, position.opp.occupied());
}

}  // namespace

std::size_t ExtraStateIndex::index_of(const Position& position) const {
  if (game_.variant().rolls_before_chains > 0) {
    const std::array<int, 2> roll_counts = {position.own_roll_count, position.opp_roll_count};
    const auto found = std::ranges::find(kRollCountStates, roll_counts);
    if (found != kRollCountStates.end()) {
      return static_cast<std::size_t>(found - kRollCountStates.begin());
    }
  }
  if (game_.variant().contact != ContactRule::kPin) return 0;
  std::size_t index = 0;
  std::size_t bit = 1;
  for (PlaceSet rest = shared_points(game_, position); rest != 0; rest &= rest - 1, bit <<= 1) {
    if ((position.own_pinned >> lowest_place(rest) & 1u) != 0) index |= bit;
  }
  return index;
}

bool ExtraStateIndex::set_extra_state(std::size_t extra, Position& position) const {
  if (game_.variant().rolls_before_chains > 0) {
    position.own_roll_count = static_cast<unsigned>(kRollCountStates[extra][0]) & 3u;
    position.opp_roll_count = static_cast<unsigned>(kRollCountStates[extra][1]) & 3u;
    return true;
  }
  if (game_.variant().contact != ContactRule::kPin) return true;
  PlaceSet own_pinned = 0;
  PlaceSet opp_pinned = 0;
  for (PlaceSet rest = shared_points(game_, position); rest != 0; rest &= rest - 1, extra >>= 1) {
    const int point = lowest_place(rest);
    const int mirrored_point = opponent_point(game_.variant().movement, point);
    if ((extra & 1u) != 0) {
      if (position.own.count(point) != 1) return false;
      own_pinned |= place_bit(point);
    } else {
      if (position.opp.count(mirrored_point) != 1) return false;
      opp_pinned |= place_bit(mirrored_point);
    }
  }
  position.own_pinned = own_pinned & kAllPoints;
  position.opp_pinned = opp_pinned & kAllPoints;
  return extra == 0;
}

ExactTable::ExactTable(Game game, int checkers, int already_off)
    : game_(game),
      checkers_(checkers),
      already_off_(already_off),
      side_index_(checkers, already_off, SideIndex::max_place_in(game.variant())),
      extra_state_index_(game, checkers, already_off == 0),
      values_(side_index_.count() * side_index_.count() * extra_state_index_.count()) {}

double ExactTable::memory_bytes(Game game, int checkers, int already_off) {
  const double sides =
      SideIndex::count_arrangements(checkers, SideIndex::max_place_in(game.variant()));
  return sides * sides *
         static_cast<double>(ExtraStateIndex(game, checkers, already_off == 0).count()) *
         static_cast<double>(ValueArray::kBytesPerValue);
}

void ExactTable::save(const std::filesystem::path& file, IfExists if_exists) const {
  assert(already_off_ == 0);
  if (const std::string reason = unwritable_reason(file); !reason.empty()) {
    throw_write_error(file, reason);
  }
  std::uint64_t checksum = initial_checksum(game_.name(), checkers_);
  for_each_block(values_, [&](std::string_view bytes) { checksum = fnv1a(bytes, checksum); });
  const nlohmann::json header = {{"format", "gioul-table"},
                                 {"version", kFileVersion},
                                 {"game", game_.name()},
                                 {"checkers", checkers_},
                                 {"checksum", checksum}};
  AtomicFileWriter writer(file);
  writer.append(header.dump() + "\n");
  for_each_block(values_, [&](std::string_view bytes) { writer.append(bytes); });
  writer.commit(if_exists);
}

std::shared_ptr<const ExactTable> ExactTable::load(const std::filesystem::path& path) {
  const InputFile file(path);
  const auto refuse = [&](const std::string& what) {
    return InputError(file.name() + ": " + what + " (expected a file of `gioul solve --out`)");
  };
  const std::string start = file.read_start(kMaxHeaderBytes);
  const std::size_t end = start.find('\n');
  if (end == std::string::npos) throw refuse("not a table");
  if (start.find("\"format\":\"gioul decisions") < end) {
    throw refuse("is a test set of `gioul testset`, not a net or a table");
  }
  Game game;
  int checkers = 0;
  std::uint64_t checksum = 0;
  try {
    const JsonObject header(std::string_view(start).substr(0, end));
    header.expect_string("format", "gioul-table");
    (void)header.get_integer("version", kFileVersion, kFileVersion);
    checkers = static_cast<int>(header.get_integer("checkers", 1, kMaxCheckers));
    checksum = header.get_unsigned("checksum");
    game = find_game(header.get_string("game"));
  } catch (const InputError& error) {
    throw refuse(std::string("not a table of this version: ") + error.what());
  }
  const double data = static_cast<double>(file.size() - (end + 1));
  const double expected = memory_bytes(game, checkers) / ValueArray::kBytesPerValue * kValueBytes;
  if (data < expected) throw refuse("is truncated");
  if (data > expected) throw refuse("has trailing data");
  const auto table = with_out_of_memory_context(
      file.name(), [&] { return std::make_shared<ExactTable>(game, checkers); });
  if (table->read_values(file, end + 1) != checksum) throw refuse("is a corrupted table");
  return table;
}

std::uint64_t ExactTable::read_values(const InputFile& file, std::uint64_t begin) {
  std::string bytes;
  std::uint64_t sum = initial_checksum(game_.name(), checkers_);
  for (std::size_t first = 0; first < size(); first += kValuesPerBlock) {
    const std::size_t count = std::min(kValuesPerBlock, size() - first);
    bytes.resize(count * kValueBytes);
    file.read_at(begin + first * kValueBytes, bytes);
    sum = fnv1a(bytes, sum);
    for (std::size_t i = 0; i < count; ++i) {
      Value value;
      std::memcpy(value.data(), bytes.data() + i * kValueBytes, kValueBytes);
      values_.set(first + i, value);
    }
  }
  return sum;
}

}  // namespace gioul
