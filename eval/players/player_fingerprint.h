// Fingerprints of the files that a player uses, to detect that a file of the same name has changed,
// and to recognize a file under another name.
#pragma once

#include <string>

#include "engine/games/game.h"

namespace gioul {

/// Returns the fingerprint of the files that a named player uses: the checksum of its net or table,
/// followed by the names of its endgame tables; "" if it uses no file.
std::string player_fingerprint(const std::string& name, Game game);

/// Returns the text that identifies the play of a player: its name without the option `name`, and
/// with the checksum of its file (from `fingerprint`) in place of the file's path. `fingerprint` is
/// the result of player_fingerprint().
std::string player_identity(const std::string& name, const std::string& fingerprint);

/// Returns the names of a game's default endgame tables, separated by blanks. They are part of the
/// fingerprint of a player, since another version of the program may use larger tables.
std::string tables_fingerprint(Game game);

}  // namespace gioul
