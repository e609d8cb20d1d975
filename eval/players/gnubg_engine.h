// `gnubg`, `gnubg:plies=N`: GNU Backgammon, a program that plays Portes (eval/gnubg/).
#pragma once

#include <memory>
#include <optional>

#include "eval/gnubg/gnubg_files.h"
#include "eval/players/player_name.h"
#include "eval/players/player_spec.h"

namespace gioul {

/// How `gnubg:plies=2,prune=off,time=30` says it shall play; no program yet. Throws InputError.
GnubgSpec gnubg_options(const PlayerName& name, std::optional<int> plies);

std::unique_ptr<const PlayerSpec> read_gnubg_engine(const PlayerName& name,
                                                    std::optional<int> plies);

}  // namespace gioul
