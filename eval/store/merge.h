// Merges the result stores of --part runs into one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gioul {

/// The size of a merged store.
struct JoinedWork {
  std::int64_t pieces = 0;
  std::string unit;  // what a unit is called, such as "games"
};

/// Merges `parts` into the new file `out`, which then equals the store of the whole computation.
/// Throws InputError, without leaving a file, if `out` exists, if the parts have different specs,
/// or if work units are missing, duplicate or damaged.
JoinedWork join_work(const std::filesystem::path& out,
                     const std::vector<std::filesystem::path>& parts);

}  // namespace gioul
