#include "eval/players/players.h"

#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "base/did_you_mean.h"
#include "base/error.h"
#include "base/text.h"
#include "eval/players/search_player.h"
#include "eval/search/search.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

// The built-in kinds of players, in the order in which they are listed; external programs follow.
constexpr std::array kPlayerKinds = {
    PlayerKind{"random", &parse_random_player},
    PlayerKind{"blocker", &parse_blocker_player},
    PlayerKind{"net, net:FILE", &parse_net_player},
    PlayerKind{"rollout, rollout:FILE", &parse_rollout_player},
    PlayerKind{"table:FILE", &parse_table_player},
};

std::vector<PlayerKind> all_kinds() {
  std::vector<PlayerKind> kinds(kPlayerKinds.begin(), kPlayerKinds.end());
  for (const PlayerKind& kind : external_player_kinds()) kinds.push_back(kind);
  return kinds;
}

std::string known_players() {
  std::string text;
  for (const PlayerKind& kind : all_kinds()) {
    text += (text.empty() ? "" : ", ") + std::string(kind.name_patterns);
  }
  return text + " (docs/players.md)";
}

}  // namespace

std::filesystem::path PlayerSpec::evaluator_file(Game game) const {
  return uses_net && net_or_table_file.empty() ? require_bundled_net(game)
                                               : std::filesystem::path(net_or_table_file);
}

EvaluatorFactory PlayerSpec::load_evaluator(EvaluatorLoader& loader, Game game) const {
  EvaluatorFactory loaded = loader.load(evaluator_file(game), game, precision);
  if (!uses_tables) return loaded;
  return with_endgame_tables(std::move(loaded), loader.load_tables(game));
}

PlayerFactory PlayerSpec::make_factory(EvaluatorLoader& loader, Game game) const {
  EvaluatorFactory loaded;
  if (uses_net || !net_or_table_file.empty()) loaded = load_evaluator(loader, game);
  if (make_players) return make_players(game, std::move(loaded));
  return search_player_factory(game, search_options.value(), std::move(loaded));
}

std::string PlayerSpec::net_player_name() const {
  if (!uses_net) return {};
  return net_or_table_file.empty() ? "net" : "net:" + net_or_table_file;
}

PlayerSpec parse_player(std::string_view name, std::optional<int> plies) {
  assert(!plies || (*plies >= 0 && *plies <= kMaxPlies));
  const ParsedPlayerName parts(name);
  for (const PlayerKind& kind : all_kinds()) {
    auto spec = kind.parse(parts, plies);
    if (!spec) continue;
    if (spec->name_option.empty() && !spec->ask_engine_name) {
      spec->name_option = parts.name_option();
    }
    return *std::move(spec);
  }
  std::vector<std::string> words;  // the kinds without "net, " and ":FILE"
  for (const PlayerKind& kind : all_kinds()) {
    const std::size_t begin = kind.name_patterns.rfind(' ') + 1;
    words.emplace_back(
        kind.name_patterns.substr(begin, kind.name_patterns.find_first_of(":[", begin) - begin));
  }
  const std::string_view head = name.substr(0, name.find_first_of(":,"));
  throw InputError("unknown player " + quote(name) + ": known are " + known_players() +
                   did_you_mean(head, words));
}

PlayerFactory make_player_factory(std::string_view name, Game game) {
  EvaluatorLoader files;
  return parse_player(name).make_factory(files, game);
}

std::string add_chain_search_option(const std::string& net) {
  return net + ",beam=" + std::to_string(default_search_options(1).chain_beam);
}

std::string default_player_name(Game game) {
  return find_bundled_net(game) ? add_chain_search_option("net") : "random";
}

}  // namespace gioul
