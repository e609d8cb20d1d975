// Merges the result stores (files of finished work) of runs with --part, which split a computation
// over machines, into one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gioul {

/// The size of a merged result store.
struct MergeSummary {
  std::int64_t unit_count = 0;  // number of work units (the pieces of stored work)
  std::string unit_name;        // plural name of the units, such as "games"
};

/// Merges the result stores `parts` into the new file `out`, which then equals the store of the
/// whole computation. Throws InputError if `out` exists, if the parts are of different computations
/// (work specs), or if work units are missing, duplicate or damaged. If it throws, no new file is
/// left.
MergeSummary merge_stores(const std::filesystem::path& out,
                          const std::vector<std::filesystem::path>& parts);

}  // namespace gioul
