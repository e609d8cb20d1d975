// Merges the result stores (files of finished work) of runs with --part, which split a computation
// over machines, into one.
#pragma once

#include <filesystem>
#include <vector>

#include "eval/store/work_spec.h"

namespace gioul {

/// Merges the result stores `parts` into the new file `out`, which then equals the store of the
/// whole computation. Returns the work spec (the description of the computation). Throws InputError
/// if `out` exists, if the parts are of different computations, or if work units are missing,
/// duplicate or damaged. If it throws, no new file is left.
WorkSpec merge_stores(const std::filesystem::path& out,
                      const std::vector<std::filesystem::path>& parts);

}  // namespace gioul
