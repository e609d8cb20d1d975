// A tournament that was played in parts, each in a file of its own, put together again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace gioul {

/// Writes the new file `out`, which has what one run of the whole tournament would have, and
/// returns how many games that is. Throws InputError if `out` is there already, if the parts are
/// not of one tournament, if two have the same games or if some are missing; there is no such file
/// then.
std::int64_t join_tournaments(const std::filesystem::path& out,
                              const std::vector<std::filesystem::path>& parts);

}  // namespace gioul
