// Reads and writes the files of endgame tables (docs/tables.md): a header line of JSON, padded with
// blanks to 512 bytes, then the numbers as they are in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mapped_file.h"

namespace gioul {

/// Identifies an endgame table. Its file name and its header contain the same data.
struct TableId {
  std::string kind;   // "one-sided", "two-sided" or "few-checkers"
  std::string rules;  // "chain" or "plain" doublets, or a game
  int checkers = 0;   // maximum per side

  /// Returns the file name, such as "two-sided-6-chain-v1.table".
  std::string file_name() const;
  bool operator==(const TableId&) const = default;
};

/// Parses a file name. The kind is empty if it is not a table of this version.
TableId parse_table_id(std::string_view text);

/// The numbers of a table, mapped from a file or just computed, aligned to 16 bytes.
class TableBytes {
 public:
  explicit TableBytes(std::string bytes)
      : built_(std::make_shared<const std::string>(std::move(bytes))), bytes_(*built_) {}
  TableBytes(std::shared_ptr<const MappedFile> file, std::string_view part)
      : file_(std::move(file)), bytes_(part) {}

  std::size_t size() const { return bytes_.size(); }
  /// Returns `count` numbers from byte `begin` on, which must be a multiple of their size. Throws
  /// InputError if the table is too short.
  template <typename T>
  const T* at(std::size_t begin, std::size_t count) const {
    if (begin > size() || count > (size() - begin) / sizeof(T)) throw_too_short();
    return reinterpret_cast<const T*>(bytes_.data() + begin);
  }

 private:
  [[noreturn]] static void throw_too_short();

  std::shared_ptr<const std::string> built_;
  std::shared_ptr<const MappedFile> file_;
  std::string_view bytes_;
};

/// Writes the table's file into `folder`, which is created if missing. Atomic.
void write_table(const std::filesystem::path& folder, const TableId& name, std::string_view bytes);

/// Maps the table's file in `folder`. Throws InputError, naming the file, unless its header and
/// length match. The numbers are not verified.
TableBytes read_table(const std::filesystem::path& folder, const TableId& name);

/// Reads the whole file and throws InputError if its checksum does not match.
void verify_table(const std::filesystem::path& folder, const TableId& name);

}  // namespace gioul
