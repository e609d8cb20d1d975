// Finds bundled data files, such as nets and tables: in eval/data and nn/weights of the source
// tree, or in the folder to which `cmake --install` copies them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/error.h"

namespace gioul {

/// Returns the path of the bundled file `name`, or nullopt if it is not found.
std::optional<std::filesystem::path> find_data_file(const std::string& name);

/// Returns the path of the bundled file `name`. Throws InputError if it is not found; the message
/// ends with `hint`, which says what the user can do.
inline std::filesystem::path require_data_file(const std::string& name, const std::string& hint) {
  if (const auto found = find_data_file(name)) return *found;
  throw InputError("no " + name + " is bundled with this program (" + hint + ")");
}

}  // namespace gioul
