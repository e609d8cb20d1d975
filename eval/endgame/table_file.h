// Reads and writes the files of endgame tables (docs/tables.md). A file has a header line of JSON,
// padded with blanks to 512 bytes, and then the numbers of the table as they are in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mapped_file.h"

namespace gioul {

/// The identity of an endgame table: kind, rules and size. The name and the header of its file
/// consist of these fields.
struct TableId {
  std::string kind;      // "one-sided", "two-sided" or "few-checkers"
  std::string rules;     // "chain" or "plain" (the kind of doublets), or the name of a game
  int max_checkers = 0;  // maximum number of checkers per side

  /// Returns the file name, such as "two-sided-6-chain-v1.table".
  std::string file_name() const;
  bool operator==(const TableId&) const = default;
};

/// Parses the file name of a table. If `text` is not the name of a table of this version, `kind` of
/// the result is empty.
TableId parse_table_id(std::string_view text);

/// The bytes of an endgame table, without the header of its file. The bytes are mapped from a file
/// or were just built; they are aligned to 16 bytes.
class TableBytes {
 public:
  /// Holds the bytes of a table that was just built.
  explicit TableBytes(std::string bytes)
      : built_bytes_(std::make_shared<const std::string>(std::move(bytes))),
        bytes_(*built_bytes_) {}
  /// Holds `part`, the bytes of a table in the mapped file.
  TableBytes(std::shared_ptr<const MappedFile> file, std::string_view part)
      : file_(std::move(file)), bytes_(part) {}

  /// Returns the number of bytes.
  std::size_t size() const { return bytes_.size(); }
  /// Returns an array of `count` numbers in the table, which begins at byte `begin`, a multiple of
  /// sizeof(T). Throws InputError if the table is too short.
  template <typename T>
  const T* array_at(std::size_t begin, std::size_t count) const {
    if (begin > size() || count > (size() - begin) / sizeof(T)) throw_too_short();
    return reinterpret_cast<const T*>(bytes_.data() + begin);
  }

 private:
  [[noreturn]] static void throw_too_short();

  std::shared_ptr<const std::string> built_bytes_;  // null if the table is mapped from a file
  std::shared_ptr<const MappedFile> file_;          // null if the table was just built
  std::string_view bytes_;                          // the bytes of the table, in one of these
};

/// Writes the file of a table into `folder`, which is created if missing. The file is written
/// atomically. `bytes` are those of the table, without the header.
void write_table_file(const std::filesystem::path& folder, const TableId& id,
                      std::string_view bytes);

/// Maps the file of a table in `folder` into memory. Throws InputError, which names the file, if
/// its header or its length is wrong. Does not verify the checksum, since that takes reading the
/// whole file.
TableBytes map_table_file(const std::filesystem::path& folder, const TableId& id);

/// Reads the whole file of a table in `folder`. Throws InputError if its checksum does not match.
void verify_table_file(const std::filesystem::path& folder, const TableId& id);

}  // namespace gioul
