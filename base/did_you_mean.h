// Suggestions for mistyped names: commands, options, config keys.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gioul {

/// Returns the suggestion "; did you mean NAME?" with the name in `known` that is nearest to
/// `given`, or "" if `given` is too far from all names to be a typing error. Callers append the
/// result to a message such as "unknown option '--sed'".
std::string did_you_mean(std::string_view given, const std::vector<std::string>& known);

}  // namespace gioul
