#include "eval/parts/rolled_by.h"

#include "eval/players/player_fingerprint.h"
#include "eval/work/fingerprint.h"

namespace gioul {

RolledBy rolled_by(Game game, const std::string& net, bool tables, const std::string& player) {
  return {
      {"net", file_fingerprint(net)},
      {"endgame tables", tables ? tables_fingerprint(game) : ""},
      {"player", player},
      {"checksum of the player's files", player.empty() ? "" : player_fingerprint(player, game)}};
}

}  // namespace gioul
