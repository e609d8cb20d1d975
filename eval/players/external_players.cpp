// Players that are external programs: `ubgi:COMMAND` and `gnubg`.
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/games/game.h"
#include "eval/engines/engine_spec.h"
#include "eval/engines/gnubg_player.h"
#include "eval/engines/ubgi_player.h"
#include "eval/players/player_name.h"
#include "eval/players/player_spec.h"

namespace gioul {

namespace {

constexpr std::string_view kGnubg = "gnubg";
constexpr int kMaxGnubgPlies = 7;  // limit of gnubg

// Engine options are part of the command; parse_engine_spec() separates them.
std::optional<PlayerSpec> parse_ubgi_player(const ParsedPlayerName& name, std::optional<int>) {
  constexpr std::string_view kPrefix = "ubgi:";
  if (!name.full_name().starts_with(kPrefix)) return std::nullopt;
  const EngineSpec engine = parse_engine_spec(name.full_name().substr(kPrefix.size()));
  return PlayerSpec{
      .make_players = [engine](
                          Game game,
                          const EvaluatorFactory&) { return ubgi_player_factory(engine, game); },
      .is_external = true,
      .name_option = engine.name_option,
      .ask_engine_name = [engine](Game game) { return ask_engine_name(engine, game); }};
}

std::optional<PlayerSpec> parse_gnubg_player(const ParsedPlayerName& name,
                                             std::optional<int> plies) {
  if (!name.has_kind(kGnubg)) return std::nullopt;
  const GnubgSpec spec = parse_gnubg_options(name, plies);
  return PlayerSpec{
      .make_players = [spec](Game game,
                             const EvaluatorFactory&) { return gnubg_player_factory(spec, game); },
      .plies = spec.plies,
      .is_external = true,
      .name_option = spec.name_option};
}

}  // namespace

GnubgSpec parse_gnubg_options(const ParsedPlayerName& name, std::optional<int> plies) {
  // Options after the colon have the same syntax as options after a comma.
  std::string text(name.full_name());
  if (text.size() > kGnubg.size()) text[kGnubg.size()] = ',';
  const ParsedPlayerName parts(text);
  if (parts.head() != kGnubg) {
    throw InputError("player '" + std::string(name.full_name()) +
                     "': expected options after 'gnubg:', such as gnubg:plies=2");
  }
  parts.check_options("plies prune check time start");
  GnubgSpec spec;
  spec.name = name.full_name();
  for (const PlayerOption& option : parts.options()) {
    if (option.key == "plies") spec.plies = parse_int_option(option, 0, kMaxGnubgPlies);
    if (option.key == "prune") spec.uses_pruning_nets = parse_bool_option(option);
    if (option.key == "check") spec.checks_boards = parse_bool_option(option);
    if (option.key == "name") spec.name_option = parse_name_option(option);
    if (option.key == "time")
      spec.decision_seconds = parse_engine_seconds(option.key, option.value);
    if (option.key == "start") spec.start_seconds = parse_engine_seconds(option.key, option.value);
  }
  if (plies) spec.plies = *plies;
  return spec;
}

std::span<const PlayerKind> external_player_kinds() {
  static constexpr std::array kKinds = {
      PlayerKind{"ubgi:COMMAND", &parse_ubgi_player},
      PlayerKind{"gnubg, gnubg:plies=N", &parse_gnubg_player},
  };
  return kKinds;
}

}  // namespace gioul
