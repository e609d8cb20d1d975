// Who plays and judges rollouts, as the plan of such work has it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// What decides rollouts besides what is asked and its options, each with its value.
using RolledBy = std::vector<std::pair<std::string, std::string>>;

/// By a net or table, the usual endgame tables if `tables`, and the player of that name; empty: the
/// net plays. Throws InputError for files that can't be read.
RolledBy rolled_by(Game game, const std::string& net, bool tables, const std::string& player);

}  // namespace gioul
