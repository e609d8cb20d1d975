// Specifies a tournament: players, pairings, seeds and number of pairs. Equal specs give the same
// games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/work_part.h"
#include "engine/games/game.h"
#include "eval/play/luck_evaluator.h"
#include "eval/play/player.h"
#include "eval/tournament/start_positions.h"

namespace gioul {

/// The choice of pairings of a tournament.
enum class TournamentMode : std::uint8_t {
  kRoundRobin,  // each player meets every other one
  kGauntlet,    // the first player meets each of the others
};

/// Returns the name of a tournament mode: "round-robin" or "gauntlet".
std::string_view tournament_mode_name(TournamentMode mode);
/// Parses the name of a tournament mode, "round-robin" or "gauntlet"; throws InputError for any
/// other name.
TournamentMode parse_tournament_mode(std::string_view name);

/// Selects whether the luck of the rolls is subtracted from results (eval/play/luck_evaluator.h).
/// kAuto subtracts it if a player searches or is another program: such players are slow, so that
/// measuring luck takes little of the time.
enum class LuckAdjustment : std::uint8_t { kAuto, kAlways, kNever };

/// A tournament as requested by the user.
struct TournamentOptions {
  Game game = {};
  int checkers = 15;                 // per side
  std::vector<std::string> players;  // at least two names (eval/players/players.h)
  TournamentMode mode = TournamentMode::kRoundRobin;
  std::int64_t pairs = 1000;  // number of mirrored pairs of games per pairing
  std::uint64_t seed = 1;     // of the dice and of random players
  int threads = 1;
  /// Path of the file that results are stored in (eval/tournament/tournament_store.h); empty: none.
  std::string results_database = {};
  bool record_moves = false;  // store the moves of every game, too
  LuckAdjustment luck_adjustment =
      LuckAdjustment::kAuto;  // whether luck is subtracted from results
  WorkPart part = {};         // the part of the tournament to play; default: all of it
  std::string start_position_file =
      {};  // file of start positions (StartPositions); empty: the game's start
  /// Additional players by name, such as those of a training run. Their names are looked up here
  /// first.
  std::map<std::string, PlayerFactory> custom_players = {};
  std::string command_name =
      "tournament";  // the command that plays the games, stored with the results
};

/// A player of a tournament, with a fingerprint that detects changed files.
struct TournamentPlayer {
  std::string name;         // player name (eval/players/players.h)
  std::string fingerprint;  // checksum of the player's files; empty if there are none
};

/// Two players of a tournament who play against each other.
struct Pairing {
  std::size_t player = 0;    // index in TournamentSpec::players
  std::size_t opponent = 0;  // index in TournamentSpec::players
  /// Seed of the games; computed from the tournament's seed and both names.
  std::uint64_t seed = 0;
};

/// A tournament, completely specified: all that determines its games.
struct TournamentSpec {
  Game game = {};
  int checkers = 15;  // per side
  TournamentMode mode = TournamentMode::kRoundRobin;
  std::int64_t pairs = 0;  // number of mirrored pairs of games per pairing
  std::uint64_t seed = 0;  // seed that the user gave
  std::vector<TournamentPlayer> players;
  std::vector<Pairing> pairings;             // all pairs of players who meet
  std::string command_name = "tournament";   // the command that plays the games
  StartPositions starts = {game, checkers};  // start position of each pair of games
  /// The method of measuring luck: kAllRolls, kDoublets or, if luck is not measured, kNone.
  VarianceReduction luck_method = VarianceReduction::kNone;
  /// Checksum of the bundled net, which measures luck; empty if it is not measured.
  std::string luck_net = {};

  /// Returns the number of mirrored pairs of all pairings.
  std::int64_t total_pairs() const { return pairs * static_cast<std::int64_t>(pairings.size()); }
};

/// A mirrored pair of games in the schedule of a tournament.
struct ScheduledPair {
  std::size_t pairing = 0;  // index in TournamentSpec::pairings
  std::int64_t number = 0;  // number of the pair within its pairing, from 0
};

/// Returns the factory of a named player. Throws InputError for an unusable player.
PlayerFactory find_player_factory(const TournamentOptions& options, const std::string& name);

/// Throws InputError if the options are invalid. Does not check the players.
void check_tournament_options(const TournamentOptions& options);

/// Makes the specification of the requested tournament. Throws InputError as
/// check_tournament_options() does, and if a file of a player cannot be read.
TournamentSpec make_tournament_spec(const TournamentOptions& options);

/// Returns a factory of the evaluators that measure luck as `spec` says; empty if luck is not
/// measured.
LuckEvaluatorFactory make_luck_evaluator_factory(const TournamentSpec& spec);

/// Returns the pair of games to play as number `i`, 0 <= i < spec.total_pairs(). Pairs are played
/// in rounds, with an equal number for every pairing, so that a tournament that is stopped early
/// still ranks all players.
ScheduledPair scheduled_pair(const TournamentSpec& spec, std::int64_t i);

}  // namespace gioul
