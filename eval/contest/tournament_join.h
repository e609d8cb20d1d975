// A tournament that was played in parts, each in a file of its own, put together again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace gioul {

struct JoinedTournament {
  std::int64_t games = 0;
  std::vector<std::filesystem::path> unchecked;  // parts whose damage nothing would show
};

/// Writes the new file `out`, which has what one run of the whole tournament would have. Throws
/// InputError if `out` is there already, if the parts are not of one tournament, if two have the
/// same games or if some are missing or damaged; there is no such file then.
JoinedTournament join_tournaments(const std::filesystem::path& out,
                                  const std::vector<std::filesystem::path>& parts);

}  // namespace gioul
