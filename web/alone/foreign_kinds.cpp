// No players of other programs, where no program can be started.
#include "eval/players/player_spec.h"

namespace gioul {

std::span<const PlayerKind> foreign_kinds() { return {}; }

}  // namespace gioul
