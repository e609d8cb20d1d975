// What tells a file from another that has its name tomorrow.
#pragma once

#include <filesystem>
#include <string>

namespace gioul {

/// The hash of what the file holds, as 16 digits. Throws InputError if it can't be read.
std::string file_fingerprint(const std::filesystem::path& file);

}  // namespace gioul
