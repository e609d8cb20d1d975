#include "eval/endgame/table_file.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files.h"
#include "base/json_object.h"

namespace gioul {

namespace {

constexpr std::size_t kHeaderBytes = 512;  // longer than any header; a multiple of all alignments
constexpr std::string_view kFormat = "gioul-endgame-table";
constexpr int kVersion = 1;
constexpr std::string_view kEnding = "-v1.table";  // includes the format version

// The checksum covers the numbers and the name of the table.
std::string checksum_of(const TableId& name, std::string_view bytes) {
  return format_hex(fnv1a(bytes, fnv1a(name.file_name())));
}

// Returns the header line, padded with blanks.
std::string format_header(const TableId& name, std::size_t bytes, const std::string& checksum) {
  const nlohmann::ordered_json header = {
      {"format", kFormat},   {"version", kVersion},           {"kind", name.kind},
      {"rules", name.rules}, {"checkers", name.max_checkers}, {"bytes", bytes},
      {"checksum", checksum}};
  std::string text = header.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  text.resize(kHeaderBytes - 1, ' ');
  return text + '\n';
}

InputError table_error(const std::filesystem::path& path, const std::string& what) {
  return InputError(path.string() + ": " + what +
                    " (expected a file of `gioul tables build`; remove it to have a new one "
                    "built)");
}

// A mapped file whose header and length match the table `name`.
struct OpenTable {
  std::shared_ptr<const MappedFile> file;
  std::string_view bytes;  // after the header
  std::string checksum;    // from the header
};

// Returns the number of bytes of the table and their checksum, from the header `text`.
std::pair<std::uint64_t, std::string> read_header(const std::filesystem::path& path,
                                                  const TableId& name, std::string_view text) {
  std::string problem = "not an endgame table";  // if the next lines throw
  try {
    const JsonObject header(text);
    header.expect_string("format", kFormat);
    problem = "kind, game, size or version do not match the file name";
    (void)header.get_integer("version", kVersion, kVersion);
    header.expect_string("kind", name.kind);
    header.expect_string("rules", name.rules);
    (void)header.get_integer("checkers", name.max_checkers, name.max_checkers);
    problem = "is a corrupted table";
    return {header.get_unsigned("bytes"), header.get_string("checksum")};
  } catch (const InputError& error) {
    throw table_error(path, problem + ": " + error.what());
  }
}

OpenTable open_table(const std::filesystem::path& path, const TableId& name) {
  auto file = std::make_shared<const MappedFile>(path);
  const std::string_view all = file->bytes();
  const std::string_view first = all.substr(0, kHeaderBytes);
  const auto [size, checksum] = read_header(path, name, first);
  if (all.size() < kHeaderBytes || all.size() - kHeaderBytes < size) {
    throw table_error(path, "is truncated");
  }
  const std::string_view bytes = all.substr(kHeaderBytes);
  if (bytes.size() > size) throw table_error(path, "has trailing data");
  if (first != format_header(name, bytes.size(), checksum)) {
    throw table_error(path, "is a corrupted table");
  }
  return {std::move(file), bytes, checksum};
}

}  // namespace

std::string TableId::file_name() const {
  return kind + "-" + std::to_string(max_checkers) + "-" + rules + std::string(kEnding);
}

TableId parse_table_id(std::string_view text) {
  TableId name;
  if (!text.ends_with(kEnding)) return {};
  text.remove_suffix(kEnding.size());
  const std::size_t digits = text.find_first_of("0123456789");
  if (digits == std::string_view::npos || digits < 2) return {};
  const auto [end, error] =
      std::from_chars(text.data() + digits, text.data() + text.size(), name.max_checkers);
  const auto rest = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || rest >= text.size()) return {};
  name.kind = text.substr(0, digits - 1);
  name.rules = text.substr(rest + 1);
  return name.file_name() == std::string(text) + std::string(kEnding) ? name : TableId{};
}

void write_table_file(const std::filesystem::path& folder, const TableId& id,
                      std::string_view bytes) {
  make_folder(folder);
  std::string file = format_header(id, bytes.size(), checksum_of(id, bytes));
  file += bytes;
  write_file_atomically(folder / id.file_name(), file);
}

void TableBytes::throw_too_short() { throw InputError("unexpected end of an endgame table"); }

TableBytes map_table_file(const std::filesystem::path& folder, const TableId& id) {
  OpenTable table = open_table(folder / id.file_name(), id);
  return {std::move(table.file), table.bytes};
}

void verify_table_file(const std::filesystem::path& folder, const TableId& id) {
  const std::filesystem::path path = folder / id.file_name();
  const OpenTable table = open_table(path, id);
  if (checksum_of(id, table.bytes) != table.checksum)
    throw table_error(path, "is a corrupted table");
}

}  // namespace gioul
