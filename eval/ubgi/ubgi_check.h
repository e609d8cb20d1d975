// Does an engine speak UBGI as it must and should (notation, section 6)? A list of checks for its
// author, each with what was said, what came, and what should have come.
#pragma once

#include <functional>

#include "eval/ubgi/ubgi_report.h"

namespace gioul {

/// Runs all checks; an engine that fails is started again for the next one. `done` is called after
/// each. Throws InputError for an unknown variant.
UbgiReport check_engine(const UbgiCheckOptions& options,
                        const std::function<void(const UbgiCheck&)>& done = {});

}  // namespace gioul
