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
#include "eval/play/player.h"
#include "eval/tournament/luck_adjustment.h"
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

/// Number of pairs per pairing in the pilot, which is played first if there is a target error.
inline constexpr std::int64_t kPilotPairs = 100;
/// Maximum number of pairs per pairing.
inline constexpr std::int64_t kMaxTournamentPairs = 1'000'000'000;

/// A tournament as requested by the user.
struct TournamentOptions {
  Game game = {};
  int checkers = 15;                      // number of checkers per side
  std::vector<std::string> player_names;  // at least two names (eval/players/players.h)
  TournamentMode mode = TournamentMode::kRoundRobin;
  std::int64_t pairs_per_pairing = 1000;  // number of mirrored pairs of games per pairing
  /// Target standard error of the points per game of each pairing; 0: none. With a target,
  /// `pairs_per_pairing` is not used: the spread of the first kPilotPairs pairs (the pilot)
  /// determines the number of pairs. This adds no bias, since it does not depend on the means.
  double target_error = 0.0;
  std::uint64_t seed = 1;  // seed of the dice and of random players
  int threads = 1;
  /// Path of the file that results are stored in (eval/tournament/tournament_store.h); empty: none.
  std::string results_database = {};
  bool record_moves = false;  // store the moves of every game, too
  /// Selects whether luck is subtracted from results.
  LuckAdjustment luck_adjustment = LuckAdjustment::kAuto;
  WorkPart part = {};  // the part of the tournament to play; default: all of it
  /// Path of a file of start positions (StartPositions); empty: the game's start position.
  std::string start_position_file = {};
  /// Additional players by name, such as those of a training run. Player names are looked up here
  /// first.
  std::map<std::string, PlayerFactory> custom_players = {};
  /// Name of the command that plays the games; stored with the results.
  std::string command_name = "tournament";
};

/// A player of a tournament, with a fingerprint that detects changed files.
struct TournamentPlayer {
  std::string name;              // player name (eval/players/players.h)
  std::string fingerprint = {};  // checksum of the player's files; empty if there are none
  std::string identity = {};     // text of all that its play and dice depend on (player_identity())
  std::string engine_name = {};  // the name by which an external engine introduces itself
  /// The name to show: the one in the option `name`; without it, `engine_name` if no other player
  /// has that; else the player name.
  std::string display_name = {};
};

/// Two players of a tournament who play against each other.
struct Pairing {
  std::size_t player_index = 0;    // index in TournamentSpec::players
  std::size_t opponent_index = 0;  // index in TournamentSpec::players
  /// Seed of the games; computed from the tournament's seed and both players' identities.
  std::uint64_t seed = 0;
};

/// Selects the texts that the seed of a pairing is computed from: the identities of both players
/// or, in databases of older versions, their names.
enum class PairingSeedSource : std::uint8_t { kByIdentity, kByName };

/// A tournament, completely specified: all that determines its games.
struct TournamentSpec {
  Game game = {};
  int checkers = 15;  // number of checkers per side
  TournamentMode mode = TournamentMode::kRoundRobin;
  std::int64_t pairs_per_pairing = 0;  // number of mirrored pairs of games per pairing
  std::uint64_t seed = 0;              // seed that the user gave
  std::vector<TournamentPlayer> players = {};
  std::vector<Pairing> pairings = {};                 // all pairings of players who meet
  std::string command_name = "tournament";            // the command that plays the games
  StartPositions start_positions = {game, checkers};  // start position of each pair of games
  /// The method of measuring luck: kAllRolls, kDoublets or, if luck is not measured, kNone.
  VarianceReduction luck_method = VarianceReduction::kNone;
  PairingSeedSource pairing_seed_source = PairingSeedSource::kByIdentity;

  /// Returns the number of mirrored pairs of all pairings.
  std::int64_t total_pair_count() const {
    return pairs_per_pairing * static_cast<std::int64_t>(pairings.size());
  }

  /// Returns true if pair number `pair` of a pairing belongs to `part`. This depends neither on the
  /// number of pairs nor on players added at the end of the list, so that parts can grow. `pairing`
  /// is an index in `pairings`.
  bool is_in_part(const WorkPart& part, std::size_t pairing, std::int64_t pair) const;
  /// Returns the number of mirrored pairs in `part`.
  std::int64_t count_pairs_in_part(const WorkPart& part) const;
};

/// A mirrored pair of games in the schedule of a tournament.
struct ScheduledPair {
  std::size_t pairing_index = 0;  // index in TournamentSpec::pairings
  std::int64_t pair_number = 0;   // number of the pair within its pairing, from 0
};

/// Returns the factory of the player called `name`, which can be one of
/// TournamentOptions::custom_players. Throws InputError for an unusable player.
PlayerFactory find_player_factory(const TournamentOptions& options, const std::string& name);

/// Throws InputError if the options are invalid. Does not check the players.
void check_tournament_options(const TournamentOptions& options);

/// Makes the specification of the requested tournament. Asks external engines for their names.
/// Throws InputError as check_tournament_options() does, and if a file of a player cannot be read.
TournamentSpec make_tournament_spec(const TournamentOptions& options);

/// Sets the pairings of a specification, and their seeds, from its players, mode and seed.
void set_pairings(TournamentSpec& spec);

/// Returns the pair of games to play as number `i`, 0 <= i < spec.total_pair_count(). Pairs are
/// played in rounds, with an equal number for every pairing, so that a tournament that is stopped
/// early still ranks all players.
ScheduledPair scheduled_pair(const TournamentSpec& spec, std::int64_t i);

}  // namespace gioul
