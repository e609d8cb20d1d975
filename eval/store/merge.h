// Merges the result stores of runs with --part into one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gioul {

/// The size of a merged store.
struct MergeSummary {
  std::int64_t units = 0;  // number of work units
  std::string unit_name;   // what a unit is called, such as "games"
};

/// Merges the stores `parts` into the new file `out`, which then equals the store of the whole
/// computation. Throws InputError, without leaving a file, if `out` exists, if the parts have
/// different work specs, or if work units are missing, duplicate or damaged.
MergeSummary merge_stores(const std::filesystem::path& out,
                          const std::vector<std::filesystem::path>& parts);

}  // namespace gioul
