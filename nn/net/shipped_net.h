// The nets that come with the program, one a game at most.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/rules.h"

namespace gioul {

/// The net of this game that comes with the program, if there is one.
std::optional<std::filesystem::path> find_shipped_net(const Axes& axes);

/// The same; throws InputError if there is none.
std::filesystem::path shipped_net(const Axes& axes);

}  // namespace gioul
