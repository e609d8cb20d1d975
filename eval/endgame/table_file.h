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

/// The identity of an endgame table. Both its file name and the header of its file consist of these
/// fields.
struct TableId {
  std::string kind;   // "one-sided", "two-sided" or "few-checkers"
  std::string rules;  // "chain" or "plain" (the kind of doublets), or the name of a game
  int checkers = 0;   // maximum number per side

  /// Returns the file name, such as "two-sided-6-chain-v1.table".
  std::string file_name() const;
  bool operator==(const TableId&) const = default;
};

/// Parses the file name of a table. `kind` of the result is empty if it is not a table of this
/// version.
TableId parse_table_id(std::string_view text);

/// The contents of a table without its header, mapped from a file or just built. The bytes are
/// aligned to 16 bytes.
class TableBytes {
 public:
  explicit TableBytes(std::string bytes)
      : built_(std::make_shared<const std::string>(std::move(bytes))), bytes_(*built_) {}
  TableBytes(std::shared_ptr<const MappedFile> file, std::string_view part)
      : file_(std::move(file)), bytes_(part) {}

  std::size_t size() const { return bytes_.size(); }
  /// Returns an array of `count` numbers that begins at byte `begin`, a multiple of the size of T.
  /// Throws InputError if the table is too short.
  template <typename T>
  const T* array_at(std::size_t begin, std::size_t count) const {
    if (begin > size() || count > (size() - begin) / sizeof(T)) throw_too_short();
    return reinterpret_cast<const T*>(bytes_.data() + begin);
  }

 private:
  [[noreturn]] static void throw_too_short();

  std::shared_ptr<const std::string> built_;
  std::shared_ptr<const MappedFile> file_;
  std::string_view bytes_;
};

/// Writes the file of a table into `folder`, which is created if missing. The file appears only
/// when it is complete.
void write_table(const std::filesystem::path& folder, const TableId& name, std::string_view bytes);

/// Maps the file of a table in `folder` into memory. Throws InputError, naming the file, unless its
/// header and length are right. Its checksum is not verified.
TableBytes read_table(const std::filesystem::path& folder, const TableId& name);

/// Reads the whole file of a table in `folder`. Throws InputError if its checksum does not match.
void verify_table(const std::filesystem::path& folder, const TableId& name);

}  // namespace gioul
