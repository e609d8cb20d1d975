#include "eval/tournament/tournament_spec.h"

#include <algorithm>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/players/evaluator_loader.h"
#include "eval/players/player_fingerprint.h"
#include "eval/players/players.h"
#include "nn/net/bundled_net.h"

namespace gioul {

namespace {

// Uses the players' names, so that adding a player changes no other pairing's dice.
std::uint64_t pairing_seed(std::uint64_t seed, const std::string& player,
                           const std::string& opponent) {
  std::uint64_t hash = mix64(seed);
  for (const std::string* name : {&player, &opponent}) {
    for (const char c : *name) hash = mix64(hash ^ static_cast<unsigned char>(c));
    hash = mix64(hash + 1);
  }
  return hash;
}

// Other programs, searches and rollouts take longer for a game than the luck of its rolls does.
bool is_slow(const TournamentOptions& options, const std::string& name) {
  if (options.custom_players.contains(name)) return true;
  const PlayerSpec spec = parse_player(name);
  if (spec.is_external || (spec.uses_net && !spec.search_options)) return true;
  return spec.search_options &&
         (spec.search_options->plies > 0 || spec.search_options->chain_beam > 0);
}

VarianceReduction measured_luck(const TournamentOptions& options) {
  if (options.luck_adjustment == LuckAdjustment::kNever) return VarianceReduction::kNone;
  const bool slow = std::ranges::any_of(
      options.players, [&](const std::string& name) { return is_slow(options, name); });
  if (options.luck_adjustment == LuckAdjustment::kAuto &&
      (!slow || !find_bundled_net(options.game.variant()))) {
    return VarianceReduction::kNone;
  }
  const bool chains = options.game.variant().doublets == DoubletRule::kChain;
  return slow || !chains ? VarianceReduction::kAllRolls : VarianceReduction::kDoublets;
}

}  // namespace

LuckEvaluatorFactory make_luck_evaluator_factory(const TournamentSpec& spec) {
  if (spec.luck_method == VarianceReduction::kNone) return {};
  const EvaluatorFactory evaluator = EvaluatorLoader().evaluator(
      require_bundled_net(spec.game.variant()), spec.game, EvaluatorLoader::Precision::kQuantized);
  return [game = spec.game, luck = spec.luck_method, evaluator] {
    return std::make_unique<LuckEvaluator>(game, luck, evaluator());
  };
}

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
  if (options.players.size() < 2) throw InputError("a tournament needs at least two players");
  // Each pairing uses memory and a line of the tables.
  constexpr std::uint64_t kMaxPairings = 1'000'000;
  const std::uint64_t players = options.players.size();
  const std::uint64_t pairings =
      options.mode == TournamentMode::kGauntlet ? players - 1 : players * (players - 1) / 2;
  if (pairings > kMaxPairings) {
    throw InputError(std::to_string(players) + " players make " + std::to_string(pairings) +
                     " pairings; expected at most " + std::to_string(kMaxPairings) +
                     " (1400 players, or a gauntlet)");
  }
  if (options.pairs < 1) throw InputError("a tournament needs at least one pair of games");
  if (options.threads < 1) throw InputError("threads must be 1 or more");
  start_position(options.game, options.checkers);  // throws if the number of checkers is invalid
}

TournamentSpec make_tournament_spec(const TournamentOptions& options) {
  check_tournament_options(options);
  const Game game = options.game;
  TournamentSpec spec = {.game = game,
                         .checkers = options.checkers,
                         .mode = options.mode,
                         .pairs = options.pairs,
                         .seed = options.seed,
                         .players = {},
                         .pairings = {},
                         .command_name = options.command_name};
  if (!options.start_position_file.empty())
    spec.starts = {game, options.checkers, options.start_position_file};
  for (const std::string& name : options.players) {
    const bool has_files = !options.custom_players.contains(name);
    spec.players.push_back({name, has_files ? player_fingerprint(name, game) : std::string()});
  }
  spec.luck_method = measured_luck(options);
  if (spec.luck_method != VarianceReduction::kNone) spec.luck_net = player_fingerprint("net", game);
  const std::size_t count = options.players.size();
  const std::size_t first_players = options.mode == TournamentMode::kGauntlet ? 1 : count;
  for (std::size_t a = 0; a < first_players; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      spec.pairings.push_back(
          {a, b, pairing_seed(options.seed, options.players[a], options.players[b])});
    }
  }
  return spec;
}

ScheduledPair scheduled_pair(const TournamentSpec& spec, std::int64_t i) {
  // Few rounds, since changing players can be expensive, for example if programs must be started.
  constexpr std::int64_t kMaxRounds = 8;
  constexpr std::int64_t kMinPairs = 8;
  const auto pairings = static_cast<std::int64_t>(spec.pairings.size());
  const std::int64_t part =
      std::max(kMinPairs, (spec.pairs + kMaxRounds - 1) / kMaxRounds);  // in a full round
  const std::int64_t begin = i / (part * pairings) * part;
  const std::int64_t in_round = i - begin * pairings;
  const std::int64_t size = std::min(part, spec.pairs - begin);
  return {static_cast<std::size_t>(in_round / size), begin + in_round % size};
}

}  // namespace gioul
