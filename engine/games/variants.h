// The list of games, and the one place where a game becomes a type. Adding a game is its header,
// one line in `AllGames`, a perft file and a config (CONTRIBUTING, "Add a game").
#pragma once

#include <tuple>

#include "engine/games/fevga.h"
#include "engine/games/gioul.h"
#include "engine/games/gul_bara.h"
#include "engine/games/plakoto.h"
#include "engine/games/portes.h"

namespace gioul {

using AllGames =
    std::tuple<Gioul, GulBara, GulBaraLost, Plakoto, PlakotoNoMother, Fevga, Moultezim, Portes>;

}  // namespace gioul
