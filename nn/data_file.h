// Files that come with the program: in eval/data and nn/nets of the source tree that it was built
// in, or where `cmake --install` puts them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/rules.h"

namespace gioul {

/// Where the file called `name` lies. Throws InputError if it is nowhere; `instead` says what to
/// give then.
std::filesystem::path find_data_file(const std::string& name, const std::string& instead);

/// The net of this game that comes with the program, if there is one.
std::optional<std::filesystem::path> find_shipped_net(const Axes& axes);

/// The same; throws InputError if there is none.
std::filesystem::path shipped_net(const Axes& axes);

}  // namespace gioul
