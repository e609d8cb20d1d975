// A tournament that was played in parts, each in a file of its own, put together again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gioul {

struct JoinedTournament {
  std::int64_t games = 0;
  std::string variant;
};

/// Writes the new file `out`, which has what one run of the whole tournament would have. Throws
/// InputError if `out` is there already, if the parts are not of one tournament, if two have the
/// same games or if some are missing; there is no such file then.
JoinedTournament join_tournaments(const std::filesystem::path& out,
                                  const std::vector<std::filesystem::path>& parts);

/// Whether `file` is a database.
bool is_database(const std::filesystem::path& file);

}  // namespace gioul
