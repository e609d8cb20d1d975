// The files that endgame tables are kept in (docs/tables.md): a line of JSON that says what the
// table is, filled up with blanks, and from byte 512 on its numbers as they lie in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mapped_file.h"

namespace gioul {

/// What an endgame table is about. The name of its file and the line of JSON say the same.
struct TableName {
  std::string kind;   // "one-sided", "two-sided" or "few-checkers"
  std::string rules;  // "chain" or "plain" doublets, or a game
  int checkers = 0;   // on the board at most, a side

  /// "two-sided-6-chain-v1.table"
  std::string file_name() const;
  bool operator==(const TableName&) const = default;
};

/// The name of a table that the file name `text` stands for; an empty kind if for none of this
/// version.
TableName parse_table_name(std::string_view text);

/// The numbers of a table, from a file or just computed; they begin at a multiple of 16 bytes.
class TableBytes {
 public:
  explicit TableBytes(std::string bytes)
      : built_(std::make_shared<const std::string>(std::move(bytes))), bytes_(*built_) {}
  TableBytes(std::shared_ptr<const MappedFile> file, std::string_view part)
      : file_(std::move(file)), bytes_(part) {}

  std::size_t size() const { return bytes_.size(); }
  /// `count` numbers from byte `begin` on, which their size must divide. Throws InputError if there
  /// are not as many.
  template <typename T>
  const T* at(std::size_t begin, std::size_t count) const {
    if (begin > size() || count > (size() - begin) / sizeof(T)) refuse();
    return reinterpret_cast<const T*>(bytes_.data() + begin);
  }

 private:
  [[noreturn]] static void refuse();

  std::shared_ptr<const std::string> built_;
  std::shared_ptr<const MappedFile> file_;
  std::string_view bytes_;
};

/// Writes the file in `folder`, which is made if it isn't there. Atomic.
void write_table(const std::filesystem::path& folder, const TableName& name,
                 std::string_view bytes);

/// Maps the file of `name` in `folder`. Throws InputError naming the file for anything but a whole
/// table of that name, as its first line and its length tell: the numbers are not read.
TableBytes read_table(const std::filesystem::path& folder, const TableName& name);

/// Reads the numbers too, all of them, and throws InputError if one has changed since they were
/// written.
void verify_table(const std::filesystem::path& folder, const TableName& name);

}  // namespace gioul
