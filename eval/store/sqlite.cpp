#include "eval/store/sqlite.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Exception.h>

#include <array>
#include <climits>
#include <exception>
#include <fstream>
#include <string_view>

#include "base/error.h"
#include "base/files.h"

namespace gioul {

namespace {

bool is_database(const std::filesystem::path& file) {
  constexpr std::string_view kMark = "SQLite format 3";
  std::array<char, kMark.size()> start{};
  std::ifstream stream(file, std::ios::binary);
  stream.read(start.data(), start.size());
  return stream && std::string_view(start.data(), start.size()) == kMark;
}

}  // namespace

SQLite::Database open_database(const std::filesystem::path& file, const std::string& name) {
  constexpr int kPatience = 10'000;  // milliseconds; another program may be reading
  // SQLite reads names such as ":memory:" and "file:a?mode=memory" as something else than files.
  const std::filesystem::path plain = file.is_absolute() ? file : "." / file;
  try {
    return {plain.string(), SQLite::OPEN_READWRITE, kPatience};
  } catch (const SQLite::Exception& error) {
    throw InputError(name + ": cannot be opened: " + error.getErrorStr());
  }
}

void require_database_path(const std::filesystem::path& file) {
  // SQLite writes other files beside it, with up to 8 bytes more in their names ("-journal").
  constexpr std::size_t kMaxBytes = NAME_MAX - 8;
  if (file.filename().string().size() > kMaxBytes) {
    throw InputError(file.string() + ": the name is too long for a database, expected at most " +
                     std::to_string(kMaxBytes) + " bytes");
  }
  const std::filesystem::path folder = file.parent_path();
  if (folder.empty() || std::filesystem::is_directory(folder)) return;
  throw InputError(file.string() + ": no such directory: " + folder.string());
}

// Asks SQLite, since the latest data may still be in the write-ahead log; but SQLite cannot read
// from a folder that is not writable.
std::int64_t read_application_id(const std::filesystem::path& file) {
  if (!is_database(file)) return 0;
  try {
    return open_database(file, file.string()).execAndGet("PRAGMA application_id").getInt64();
  } catch (const std::exception&) {
    constexpr std::size_t kPlace = 68;  // sqlite.org/fileformat.html; big-endian
    const std::string start = InputFile(file).read_start(kPlace + 4);
    if (start.size() < kPlace + 4) return 0;
    std::int64_t number = 0;
    for (std::size_t i = kPlace; i < kPlace + 4; ++i) {
      number = number << 8 | static_cast<unsigned char>(start[i]);
    }
    return number;
  }
}

}  // namespace gioul
