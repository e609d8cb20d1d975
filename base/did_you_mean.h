// Suggestions for mistyped names: commands, options, config keys.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gioul {

/// Returns the name in `known` that is nearest to `given` as a suggestion, "; did you mean NAME?",
/// or "" if no name is near enough to be a typing error. Callers append it to a message such as
/// "unknown option '--sed'".
std::string did_you_mean(std::string_view given, const std::vector<std::string>& known);

}  // namespace gioul
