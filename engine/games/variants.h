// The list of all games as types. A new game needs a header, an entry in AllGames, a perft file and
// a config (CONTRIBUTING, "Add a game").
#pragma once

#include <tuple>

#include "engine/games/fevga.h"
#include "engine/games/gioul.h"
#include "engine/games/gul_bara.h"
#include "engine/games/plakoto.h"
#include "engine/games/portes.h"

namespace gioul {

/// The rules of all games; the order defines Game::index().
using AllGames =
    std::tuple<Gioul, GulBara, GulBaraLost, Plakoto, PlakotoNoMother, Fevga, Moultezim, Portes>;

}  // namespace gioul
