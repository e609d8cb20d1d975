// Matches' databases of the formats 0 and 1: tables of matches and failures, with checksums in
// format 1 alone.
#pragma once

#include "eval/work/old_work.h"

namespace gioul {

extern const OldWork kOldMatches;

}  // namespace gioul
