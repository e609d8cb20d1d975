#include "eval/work/database.h"

#include <SQLiteCpp/Column.h>
#include <sqlite3.h>

#include <array>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include "base/error.h"

namespace gioul {

void throw_database_error(const std::string& name, const char* content,
                          const SQLite::Exception& error) {
  const int code = error.getErrorCode();
  if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT) {
    throw InputError(name + ": holds no " + content + ": " + error.what());
  }
  throw std::runtime_error(name + ": " + error.what());
}

SQLite::Database open_database(const std::string& name) {
  constexpr int kPatience = 10'000;  // milliseconds: somebody else may look into it
  try {
    return {name, SQLite::OPEN_READWRITE, kPatience};
  } catch (const SQLite::Exception& error) {
    throw InputError(name + ": can't be opened: " + error.getErrorStr());
  }
}

void keep_what_is_committed(SQLite::Database& database) {
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = NORMAL");
}

void check_folder_of(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path();
  if (folder.empty() || std::filesystem::is_directory(folder)) return;
  throw InputError(file.string() + ": there is no folder " + folder.string());
}

bool is_database(const std::filesystem::path& file) {
  constexpr std::string_view kMark = "SQLite format 3";
  std::array<char, kMark.size()> start{};
  std::ifstream stream(file, std::ios::binary);
  stream.read(start.data(), start.size());
  return stream && std::string_view(start.data(), start.size()) == kMark;
}

// By SQLite, as what was written last may still be in the write-ahead log.
std::int64_t application_of(const std::filesystem::path& file) {
  if (!is_database(file)) return 0;
  try {
    return open_database(file.string()).execAndGet("PRAGMA application_id").getInt64();
  } catch (const std::exception&) {
    return 0;
  }
}

}  // namespace gioul
