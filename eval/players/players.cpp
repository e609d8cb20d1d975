#include "eval/players/players.h"

#include <array>
#include <cassert>
#include <vector>

#include "base/error.h"
#include "eval/players/foreign_kinds.h"
#include "eval/players/net_player.h"
#include "eval/players/plain_players.h"
#include "eval/players/rollout_player.h"
#include "eval/search/search.h"
#include "nn/net/shipped_net.h"

namespace gioul {

namespace {

// The kinds of players, as they are listed for people; those of other programs follow.
constexpr std::array kKinds = {
    PlayerKind{"random", &read_random_player},     PlayerKind{"blocker", &read_blocker},
    PlayerKind{"net, net:FILE", &read_net_player}, PlayerKind{"rollout:FILE", &read_rollout_player},
    PlayerKind{"table:FILE", &read_table_player},
};

std::vector<PlayerKind> all_kinds() {
  std::vector<PlayerKind> kinds(kKinds.begin(), kKinds.end());
  for (const PlayerKind& kind : foreign_kinds()) kinds.push_back(kind);
  return kinds;
}

std::string known_players() {
  std::string text;
  for (const PlayerKind& kind : all_kinds()) {
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
  for (const PlayerKind& kind : all_kinds()) {
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
