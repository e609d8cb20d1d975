#include "eval/exact_table.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/error.h"
#include "engine/variants.h"
#include "nn/file_io.h"

namespace gioul {

namespace {

using nlohmann::json;

constexpr int kFileVersion = 1;
constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 36;

// Covers what the values are for as well as the values.
std::uint64_t checksum_of(std::string_view game, int checkers, std::string_view data) {
  return fnv1a(data, fnv1a(std::string(game) + " " + std::to_string(checkers)));
}

// Points with checkers of both sides, in the numbering of the player to act.
PlaceSet shared_points(const Axes& axes, const Position& position) {
  return position.own.occupied() & mirrored(axes.movement, position.opp.occupied());
}

}  // namespace

std::size_t ExtraIndex::of(const Position& position) const {
  if (axes_.plain_rolls > 0) {
    for (std::size_t i = 0; i < kRollStates.size(); ++i) {
      if (kRollStates[i][0] == static_cast<int>(position.own_rolls) &&
          kRollStates[i][1] == static_cast<int>(position.opp_rolls)) {
        return i;
      }
    }
  }
  if (axes_.contact != Contact::kPin) return 0;
  std::size_t index = 0;
  std::size_t bit = 1;
  for (PlaceSet rest = shared_points(axes_, position); rest != 0; rest &= rest - 1, bit <<= 1) {
    if ((position.own_pinned >> lowest_place(rest) & 1u) != 0) index |= bit;
  }
  return index;
}

bool ExtraIndex::apply(std::size_t extra, Position& position) const {
  if (axes_.plain_rolls > 0) {
    position.own_rolls = static_cast<unsigned>(kRollStates[extra][0]) & 3u;
    position.opp_rolls = static_cast<unsigned>(kRollStates[extra][1]) & 3u;
    return true;
  }
  if (axes_.contact != Contact::kPin) return true;
  PlaceSet own_pinned = 0;
  PlaceSet opp_pinned = 0;
  for (PlaceSet rest = shared_points(axes_, position); rest != 0; rest &= rest - 1, extra >>= 1) {
    const int point = lowest_place(rest);
    const int mirrored_point = mirror(axes_.movement, point);
    if ((extra & 1u) != 0) {
      if (position.own.count(point) != 1) return false;
      own_pinned |= place_bit(point);
    } else {
      if (position.opp.count(mirrored_point) != 1) return false;
      opp_pinned |= place_bit(mirrored_point);
    }
  }
  position.own_pinned = own_pinned & kPoints;
  position.opp_pinned = opp_pinned & kPoints;
  return extra == 0;
}

ExactTable::ExactTable(const Axes& axes, int checkers)
    : axes_(axes),
      checkers_(checkers),
      sides_(checkers),
      extras_(axes, checkers),
      values_(sides_.count() * sides_.count() * extras_.count()) {}

double ExactTable::bytes_for(const Axes& axes, int checkers) {
  const double sides = SideIndex::count_for(checkers);
  return sides * sides * static_cast<double>(ExtraIndex(axes, checkers).count()) *
         static_cast<double>(ExactValues::kBytes);
}

void ExactTable::save(const std::filesystem::path& file) const {
  std::string data(values_.size() * sizeof(ExactValue), '\0');
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const ExactValue value = values_[i];
    std::memcpy(data.data() + i * sizeof(value), value.data(), sizeof(value));
  }
  const json header = {{"format", "gioul-table"},
                       {"version", kFileVersion},
                       {"game", axes_.name},
                       {"checkers", checkers_},
                       {"checksum", checksum_of(axes_.name, checkers_, data)}};
  std::string bytes = header.dump() + "\n";
  bytes += data;
  write_file_atomically(file, bytes);
}

std::shared_ptr<const ExactTable> ExactTable::load(const std::filesystem::path& file) {
  const std::string bytes = read_file(file, kMaxFileBytes);
  const auto refuse = [&](const std::string& what) {
    return InputError(file.string() + ": " + what + " (expected a file of `gioul solve --out`)");
  };
  const std::size_t end = std::string_view(bytes).substr(0, 4096).find('\n');
  if (end == std::string_view::npos) throw refuse("not a table");
  const json header =
      json::parse(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
  try {
    if (header.is_discarded() || header.at("format") != "gioul-table" ||
        header.at("version") != kFileVersion) {
      throw refuse("not a table of this version");
    }
    const auto checkers = header.at("checkers").get<int>();
    std::shared_ptr<ExactTable> table;
    visit_variant(header.at("game").get<std::string>(), [&]<Rules R>(std::type_identity<R>) {
      const std::string_view data = std::string_view(bytes).substr(end + 1);
      if (checkers < 1 || checkers > kMaxCheckers ||
          static_cast<double>(data.size()) * ExactValues::kBytes !=
              bytes_for(R::kAxes, checkers) * sizeof(ExactValue)) {
        throw refuse("truncated table");
      }
      if (checksum_of(R::kAxes.name, checkers, data) != header.at("checksum").get<std::uint64_t>())
        throw refuse("damaged table");
      table = std::make_shared<ExactTable>(R::kAxes, checkers);
      for (std::size_t i = 0; i < table->size(); ++i) {
        ExactValue value;
        std::memcpy(value.data(), data.data() + i * sizeof(value), sizeof(value));
        table->values_.set(i, value);
      }
    });
    return table;
  } catch (const json::exception&) {
    throw refuse("not a table");
  }
}

}  // namespace gioul
