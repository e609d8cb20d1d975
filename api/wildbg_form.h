// Portes as programs ask wildbg: GET /move and /eval with the board as p0 .. p25, positive counts
// for the player to act (https://github.com/carsten-wenderdel/wildbg).
#pragma once

#include <map>
#include <string>

#include "api/player_registry.h"

namespace gioul {

/// Of a URL: "p24" and so on, "die1", "die2".
using QueryFields = std::map<std::string, std::string>;

/// {"moves": [{"play": [{"from", "to"}, ...], "probabilities": {...}}, ...]}, best first. Throws
/// RequestError.
std::string wildbg_move(const QueryFields& query, LoadedPlayers& players);

/// {"cube": {"double", "accept"}, "probabilities": {...}}: before the dice. Throws RequestError.
std::string wildbg_eval(const QueryFields& query, LoadedPlayers& players);

/// {"message"}: how wildbg tells what is wrong.
std::string wildbg_error(const std::string& message);

}  // namespace gioul
