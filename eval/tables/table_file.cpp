#include "eval/tables/table_file.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kHeaderBytes = 512;  // more than any line takes, and aligned for all numbers
constexpr std::string_view kEnding = "-v1.table";  // with the version of the format

// Of the numbers, and of what they are for as well.
std::string checksum_of(const TableName& name, std::string_view bytes) {
  return hex_digits(fnv1a(bytes, fnv1a(name.file_name())));
}

ordered_json header_of(const TableName& name, std::size_t bytes, const std::string& checksum) {
  return {{"format", "gioul-endgame-table"},
          {"version", 1},
          {"kind", name.kind},
          {"rules", name.rules},
          {"checkers", name.checkers},
          {"bytes", bytes},
          {"checksum", checksum}};
}

InputError refusal(const std::filesystem::path& path, const std::string& what) {
  return InputError(path.string() + ": " + what +
                    " (expected a file of `gioul tables build`; it builds a new one if this "
                    "is removed)");
}

// A mapped file whose first line and length are those of a table called `name`.
struct OpenTable {
  std::shared_ptr<const MappedFile> file;
  std::string_view bytes;  // after the first line
  std::string checksum;    // as the first line has it
};

OpenTable open_table(const std::filesystem::path& path, const TableName& name) {
  auto file = std::make_shared<const MappedFile>(path);
  const std::string_view all = file->bytes();
  const ordered_json header = ordered_json::parse(all.substr(0, kHeaderBytes), nullptr, false);
  if (header.is_discarded() || !header.is_object() ||
      header.value("format", ordered_json()) != "gioul-endgame-table") {
    throw refusal(path, "not an endgame table");
  }
  const ordered_json size = header.value("bytes", ordered_json());
  if (!size.is_number_unsigned()) throw refusal(path, "not an endgame table");
  if (all.size() < kHeaderBytes || all.size() - kHeaderBytes < size) {
    throw refusal(path, "is truncated");
  }
  const std::string_view bytes = all.substr(kHeaderBytes);
  if (bytes.size() > size) throw refusal(path, "is longer than its first line says");
  const ordered_json sum = header.value("checksum", ordered_json());
  const std::string checksum = sum.is_string() ? sum.get<std::string>() : "";
  const ordered_json expected = header_of(name, bytes.size(), checksum);
  for (const char* key : {"version", "kind", "rules", "checkers"}) {
    if (header.value(key, ordered_json()) != expected[key]) {
      throw refusal(path, "is a table of another kind, game, size or version than its name says");
    }
  }
  if (header != expected) throw refusal(path, "is a damaged table");
  return {std::move(file), bytes, checksum};
}

}  // namespace

std::string TableName::file_name() const {
  return kind + "-" + std::to_string(checkers) + "-" + rules + std::string(kEnding);
}

TableName parse_table_name(std::string_view text) {
  TableName name;
  if (!text.ends_with(kEnding)) return {};
  text.remove_suffix(kEnding.size());
  const std::size_t digits = text.find_first_of("0123456789");
  if (digits == std::string_view::npos || digits < 2) return {};
  const auto [end, error] =
      std::from_chars(text.data() + digits, text.data() + text.size(), name.checkers);
  const auto rest = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || rest >= text.size()) return {};
  name.kind = text.substr(0, digits - 1);
  name.rules = text.substr(rest + 1);
  return name.file_name() == std::string(text) + std::string(kEnding) ? name : TableName{};
}

void write_table(const std::filesystem::path& folder, const TableName& name,
                 std::string_view bytes) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw std::runtime_error(folder.string() + ": can't be made: " + error.message());
  std::string file = header_of(name, bytes.size(), checksum_of(name, bytes)).dump();
  file.resize(kHeaderBytes - 1, ' ');
  file += '\n';
  file += bytes;
  write_file_atomically(folder / name.file_name(), file);
}

void TableBytes::refuse() { throw InputError("an endgame table is shorter than it should be"); }

TableBytes read_table(const std::filesystem::path& folder, const TableName& name) {
  OpenTable table = open_table(folder / name.file_name(), name);
  return {std::move(table.file), table.bytes};
}

void verify_table(const std::filesystem::path& folder, const TableName& name) {
  const std::filesystem::path path = folder / name.file_name();
  const OpenTable table = open_table(path, name);
  if (checksum_of(name, table.bytes) != table.checksum) throw refusal(path, "is a damaged table");
}

}  // namespace gioul
