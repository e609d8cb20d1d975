// Tournaments' databases of the formats 1 and 2: tables of games and moves, whose rows have
// checksums in format 2 alone.
#pragma once

#include "eval/work/old_work.h"

namespace gioul {

extern const OldWork kOldTournament;

}  // namespace gioul
