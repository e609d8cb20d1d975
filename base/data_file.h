// Files that come with the program, or with the library that other programs load: in eval/data and
// nn/nets of the source tree that it was built in, or where `cmake --install` puts them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gioul {

/// Where the file called `name` lies, if it is anywhere.
std::optional<std::filesystem::path> find_data_file(const std::string& name);

/// The same; throws InputError if it is nowhere. `instead` says what to give then.
std::filesystem::path data_file(const std::string& name, const std::string& instead);

}  // namespace gioul
