// Suggestions for mistyped names: commands, options, config keys.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gioul {

/// Returns "; did you mean NAME?" for the name of `known` that is nearest to `given`, or "" if none
/// is near enough to be a typing error. Ends a message such as "unknown option '--sed'".
std::string did_you_mean(std::string_view given, const std::vector<std::string>& known);

}  // namespace gioul
