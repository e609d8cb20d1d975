// Finds the nets that are bundled with the program, at most one per game.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/rules.h"

namespace gioul {

/// Returns the file of the game's bundled net, or nullopt if it has none.
std::optional<std::filesystem::path> find_bundled_net(const Variant& variant);

/// Returns the file of the game's bundled net. Throws InputError if it has none.
std::filesystem::path require_bundled_net(const Variant& variant);

}  // namespace gioul
