// A database that was written elsewhere and is now only to be read: wherever it lies, on read-only
// media as well, where SQLite can't make the files that it wants beside it.
#pragma once

#include <filesystem>
#include <string>

namespace gioul {

struct PartDatabase {
  std::filesystem::path part;    // as the user calls it
  std::filesystem::path opened;  // the same; where nothing can be written there, a copy

  /// Where it needs one, the copy lies in `folder`, by its number. Throws InputError if there is no
  /// such file.
  static PartDatabase find(const std::filesystem::path& part, const std::filesystem::path& folder,
                           std::size_t number);

  std::string name() const { return part.string(); }
};

}  // namespace gioul
