// Sets of decisions that were made in parts, each a file of its own, put together again.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "eval/benchmark/decision_set.h"

namespace gioul {

/// Whether `file` begins as a set of decisions does.
bool is_decision_set(const std::filesystem::path& file);

/// Writes the new file `out`, which is that of the whole set, and returns how many decisions it
/// has. Throws InputError if it is there already, if a file is no part of a set, if the parts are
/// not of one set, if one is there twice, is missing or has not all its decisions; nothing is
/// written then.
std::size_t join_decision_parts(const std::filesystem::path& out,
                                const std::vector<std::filesystem::path>& parts);

}  // namespace gioul
