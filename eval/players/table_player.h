// `table:FILE`: perfect, by a table of `gioul solve --out FILE`.
#pragma once

#include <memory>
#include <optional>

#include "eval/players/player_name.h"
#include "eval/players/player_spec.h"

namespace gioul {

std::unique_ptr<const PlayerSpec> read_table_player(const PlayerName& name,
                                                    std::optional<int> plies);

}  // namespace gioul
