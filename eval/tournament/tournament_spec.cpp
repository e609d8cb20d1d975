#include "eval/tournament/tournament_spec.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/players/player_fingerprint.h"
#include "eval/players/players.h"

namespace gioul {

namespace {

// Uses the players' texts, so that adding a player changes no other pairing's dice.
std::uint64_t pairing_seed(std::uint64_t seed, const std::string& player,
                           const std::string& opponent) {
  std::uint64_t hash = mix64(seed);
  for (const std::string* name : {&player, &opponent}) {
    for (const char c : *name) hash = mix64(hash ^ static_cast<unsigned char>(c));
    hash = mix64(hash + 1);
  }
  return hash;
}

TournamentPlayer make_player(const TournamentOptions& options, const std::string& name) {
  if (options.custom_players.contains(name)) {
    return {.name = name, .identity = name, .display_name = name};
  }
  const PlayerSpec spec = parse_player(name);
  TournamentPlayer player{.name = name, .fingerprint = player_fingerprint(name, options.game)};
  player.identity = player_identity(name, player.fingerprint);
  if (spec.ask_engine_name) player.engine_name = spec.ask_engine_name(options.game);
  player.display_name = !spec.name_option.empty()     ? spec.name_option
                        : !player.engine_name.empty() ? player.engine_name
                                                      : name;
  return player;
}

// Shows the commands of engines whose names are not unique.
void tell_engines_apart(std::vector<TournamentPlayer>& players) {
  std::map<std::string, int> shown;
  for (const TournamentPlayer& player : players) ++shown[player.display_name];
  for (TournamentPlayer& player : players) {
    if (shown[player.display_name] > 1 && player.display_name == player.engine_name) {
      player.display_name = player.name;
    }
  }
}

// The number of a pairing when pairs are dealt out to parts. It does not change when players are
// added at the end.
std::int64_t pairing_offset(const Pairing& pairing) {
  return static_cast<std::int64_t>(pairing.player_index + pairing.opponent_index) - 1;
}

}  // namespace

std::string_view tournament_mode_name(TournamentMode mode) {
  return mode == TournamentMode::kRoundRobin ? "round-robin" : "gauntlet";
}

TournamentMode parse_tournament_mode(std::string_view name) {
  for (const auto mode : {TournamentMode::kRoundRobin, TournamentMode::kGauntlet}) {
    if (name == tournament_mode_name(mode)) return mode;
  }
  throw InputError("mode '" + std::string(name) + "': expected round-robin or gauntlet");
}

PlayerFactory find_player_factory(const TournamentOptions& options, const std::string& name) {
  const auto function = options.custom_players.find(name);
  return function != options.custom_players.end() ? function->second
                                                  : make_player_factory(name, options.game);
}

void check_tournament_options(const TournamentOptions& options) {
  if (options.player_names.size() < 2) throw InputError("a tournament needs at least two players");
  // Each pairing uses memory and a line of the tables.
  constexpr std::uint64_t kMaxPairings = 1'000'000;
  const std::uint64_t players = options.player_names.size();
  const std::uint64_t pairings =
      options.mode == TournamentMode::kGauntlet ? players - 1 : players * (players - 1) / 2;
  if (pairings > kMaxPairings) {
    throw InputError(std::to_string(players) + " players make " + std::to_string(pairings) +
                     " pairings; expected at most " + std::to_string(kMaxPairings) +
                     " (1400 players, or a gauntlet)");
  }
  if (options.pairs_per_pairing < 1)
    throw InputError("a tournament needs at least one pair of games");
  if (options.threads < 1) throw InputError("threads must be 1 or more");
  if (options.target_error != 0.0 && !options.part.is_whole_job()) {
    throw InputError("a part cannot have a target error, whose pilot needs all pairings");
  }
  start_position(options.game, options.checkers);  // throws if the number of checkers is invalid
}

TournamentSpec make_tournament_spec(const TournamentOptions& options) {
  check_tournament_options(options);
  const Game game = options.game;
  TournamentSpec spec = {.game = game,
                         .checkers = options.checkers,
                         .mode = options.mode,
                         .pairs_per_pairing = options.pairs_per_pairing,
                         .seed = options.seed,
                         .command_name = options.command_name};
  if (!options.start_position_file.empty())
    spec.start_positions = {game, options.checkers, options.start_position_file};
  for (const std::string& name : options.player_names) {
    spec.players.push_back(make_player(options, name));
  }
  tell_engines_apart(spec.players);
  const bool slow_players = std::ranges::any_of(options.player_names, [&](const std::string& name) {
    return options.custom_players.contains(name) || is_slow_player(name);
  });
  spec.luck_method = choose_luck_method(game, options.luck_adjustment, slow_players);
  set_pairings(spec);
  return spec;
}

void set_pairings(TournamentSpec& spec) {
  const auto text = [&](std::size_t player) -> const std::string& {
    const TournamentPlayer& seeded = spec.players[player];
    return spec.pairing_seed_source == PairingSeedSource::kByName ? seeded.name : seeded.identity;
  };
  spec.pairings.clear();
  const std::size_t count = spec.players.size();
  const std::size_t first_players = spec.mode == TournamentMode::kGauntlet ? 1 : count;
  for (std::size_t a = 0; a < first_players; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      spec.pairings.push_back({a, b, pairing_seed(spec.seed, text(a), text(b))});
    }
  }
}

bool TournamentSpec::is_in_part(const WorkPart& part, std::size_t pairing,
                                std::int64_t pair) const {
  return part.contains(pair + pairing_offset(pairings[pairing]));
}

std::int64_t TournamentSpec::count_pairs_in_part(const WorkPart& part) const {
  std::int64_t sum = 0;
  for (const Pairing& pairing : pairings) {
    const std::int64_t offset = pairing_offset(pairing);
    sum += part.item_count(offset + pairs_per_pairing) - part.item_count(offset);
  }
  return sum;
}

ScheduledPair scheduled_pair(const TournamentSpec& spec, std::int64_t i) {
  // Few rounds, since changing players can be expensive, for example if programs must be started.
  constexpr std::int64_t kMaxRounds = 8;
  constexpr std::int64_t kMinPairsPerRound = 8;
  const auto pairings = static_cast<std::int64_t>(spec.pairings.size());
  const std::int64_t part = std::max(kMinPairsPerRound, (spec.pairs_per_pairing + kMaxRounds - 1) /
                                                            kMaxRounds);  // in a full round
  const std::int64_t begin = i / (part * pairings) * part;
  const std::int64_t in_round = i - begin * pairings;
  const std::int64_t size = std::min(part, spec.pairs_per_pairing - begin);
  return {static_cast<std::size_t>(in_round / size), begin + in_round % size};
}

}  // namespace gioul
