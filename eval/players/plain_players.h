// Players who need neither a net nor another program.
#pragma once

#include <memory>
#include <optional>

#include "eval/players/player_name.h"
#include "eval/players/player_spec.h"

namespace gioul {

/// `random`: any lawful play, all equally likely.
std::unique_ptr<const PlayerSpec> read_random_player(const PlayerName& name,
                                                     std::optional<int> plies);

/// `blocker`: holds as many points as possible, then the longest run of adjacent ones; equals by
/// lot. The weakest player who has a plan.
std::unique_ptr<const PlayerSpec> read_blocker(const PlayerName& name, std::optional<int> plies);

/// `table:FILE`: perfect, by a table of `gioul solve --out FILE`.
std::unique_ptr<const PlayerSpec> read_table_player(const PlayerName& name,
                                                    std::optional<int> plies);

}  // namespace gioul
