// Work that was done in parts, each in a file of its own, put together again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gioul {

struct JoinedWork {
  std::int64_t pieces = 0;
  std::string unit;  // what they are called
};

/// Writes the new file `out`, which has what one file of the whole work has that was done to its
/// end. Throws InputError if `out` is there already, if the parts are not of one plan, if two have
/// the same pieces, if some are missing or damaged; there is no such file then.
JoinedWork join_work(const std::filesystem::path& out,
                     const std::vector<std::filesystem::path>& parts);

}  // namespace gioul
