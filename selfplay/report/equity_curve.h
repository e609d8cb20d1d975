// What the positions of a game were worth, as a chart for its page.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace gioul {

/// Equities of positions 0, 1, ... for the first player, up to the result after the last of
/// `decisions`; those that are not known are left out. Empty if none is known.
std::string equity_curve(std::span<const std::optional<double>> equities, std::size_t decisions);

}  // namespace gioul
