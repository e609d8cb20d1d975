#include "eval/players/players.h"

#include <array>
#include <cassert>

#include "base/error.h"
#include "eval/players/blocker.h"
#include "eval/players/gnubg_engine.h"
#include "eval/players/net_player.h"
#include "eval/players/random_player.h"
#include "eval/players/rollout_player.h"
#include "eval/players/table_player.h"
#include "eval/players/ubgi_engine.h"
#include "eval/search/search.h"
#include "nn/net/shipped_net.h"

namespace gioul {

namespace {

// All kinds of players, as they are listed for people.
constexpr std::array kKinds = {
    PlayerKind{"random", &read_random_player},
    PlayerKind{"blocker", &read_blocker},
    PlayerKind{"net, net:FILE", &read_net_player},
    PlayerKind{"rollout:FILE", &read_rollout_player},
    PlayerKind{"table:FILE", &read_table_player},
    PlayerKind{"ubgi:COMMAND", &read_ubgi_engine},
    PlayerKind{"gnubg, gnubg:plies=N", &read_gnubg_engine},
};

std::string known_players() {
  std::string text;
  for (const PlayerKind& kind : kKinds) {
    text += (text.empty() ? "" : ", ") + std::string(kind.names);
  }
  return text + " (docs/players.md)";
}

}  // namespace

std::unique_ptr<const PlayerSpec> parse_player(std::string_view name) {
  return parse_player(name, std::nullopt);
}

std::unique_ptr<const PlayerSpec> parse_player(std::string_view name, std::optional<int> plies) {
  assert(!plies || (*plies >= 0 && *plies <= kMaxPlies));
  const PlayerName parts(name);
  for (const PlayerKind& kind : kKinds) {
    if (auto spec = kind.read(parts, plies)) return spec;
  }
  throw InputError("unknown player '" + std::string(name) + "': known are " + known_players());
}

PlayerFactory make_player_factory(std::string_view name, Game game) {
  return parse_player(name)->factory(game);
}

std::string patient(const std::string& net) {
  return net + ",beam=" + std::to_string(default_search(1).beam);
}

std::string default_player(Game game) { return find_shipped_net(game) ? patient("net") : "random"; }

}  // namespace gioul
