#include "eval/contest/tournament_plan.h"

#include <algorithm>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/players/player_fingerprint.h"
#include "eval/players/players.h"

namespace gioul {

namespace {

// Players are told apart by name, so that adding one changes no other pairing's dice.
std::uint64_t pairing_seed(std::uint64_t seed, const std::string& player,
                           const std::string& opponent) {
  std::uint64_t hash = mix64(seed);
  for (const std::string* name : {&player, &opponent}) {
    for (const char c : *name) hash = mix64(hash ^ static_cast<unsigned char>(c));
    hash = mix64(hash + 1);
  }
  return hash;
}

}  // namespace

std::string_view mode_name(TournamentMode mode) {
  return mode == TournamentMode::kRoundRobin ? "round-robin" : "gauntlet";
}

TournamentMode parse_mode(std::string_view name) {
  for (const auto mode : {TournamentMode::kRoundRobin, TournamentMode::kGauntlet}) {
    if (name == mode_name(mode)) return mode;
  }
  throw InputError("mode '" + std::string(name) + "': expected round-robin or gauntlet");
}

PlayerFactory factory_of(const TournamentOptions& options, const std::string& name) {
  const auto function = options.functions.find(name);
  return function != options.functions.end() ? function->second
                                             : make_player_factory(name, options.game);
}

void check_tournament(const TournamentOptions& options) {
  if (options.players.size() < 2) throw InputError("a tournament needs at least two players");
  // Each pairing has its results in memory and its line in the tables.
  constexpr std::uint64_t kMostPairings = 1'000'000;
  const std::uint64_t players = options.players.size();
  const std::uint64_t pairings =
      options.mode == TournamentMode::kGauntlet ? players - 1 : players * (players - 1) / 2;
  if (pairings > kMostPairings) {
    throw InputError(std::to_string(players) + " players make " + std::to_string(pairings) +
                     " pairings; expected at most " + std::to_string(kMostPairings) +
                     " (1400 players, or a gauntlet)");
  }
  if (options.pairs < 1) throw InputError("a tournament needs at least one pair of games");
  if (options.threads < 1) throw InputError("threads must be 1 or more");
  start_position(options.game, options.checkers);  // throws if there is none
}

TournamentPlan plan_tournament(const TournamentOptions& options) {
  check_tournament(options);
  const Game game = options.game;
  TournamentPlan plan = {.game = game,
                         .checkers = options.checkers,
                         .mode = options.mode,
                         .pairs = options.pairs,
                         .seed = options.seed,
                         .players = {},
                         .pairings = {},
                         .command = options.command};
  if (!options.positions.empty()) plan.starts = {game, options.checkers, options.positions};
  for (const std::string& name : options.players) {
    const bool has_files = !options.functions.contains(name);
    plan.players.push_back({name, has_files ? player_fingerprint(name, game) : std::string()});
  }
  const std::size_t count = options.players.size();
  const std::size_t first_players = options.mode == TournamentMode::kGauntlet ? 1 : count;
  for (std::size_t a = 0; a < first_players; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      plan.pairings.push_back(
          {a, b, pairing_seed(options.seed, options.players[a], options.players[b])});
    }
  }
  return plan;
}

PlannedPair planned_pair(const TournamentPlan& plan, std::int64_t i) {
  // Rounds cost whoever changes opponents, such as a program that has to be started.
  constexpr std::int64_t kMostRounds = 8;
  constexpr std::int64_t kFewestPairs = 8;
  const auto pairings = static_cast<std::int64_t>(plan.pairings.size());
  const std::int64_t part =
      std::max(kFewestPairs, (plan.pairs + kMostRounds - 1) / kMostRounds);  // of a full round
  const std::int64_t begin = i / (part * pairings) * part;
  const std::int64_t in_round = i - begin * pairings;
  const std::int64_t size = std::min(part, plan.pairs - begin);
  return {static_cast<std::size_t>(in_round / size), begin + in_round % size};
}

}  // namespace gioul
