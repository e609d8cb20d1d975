// What a tournament is, before a game is played: who meets whom, over which pairs of games with
// which dice. Two commands with equal plans play the same tournament.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/part.h"
#include "engine/games/game.h"
#include "eval/contest/start_positions.h"
#include "eval/play/luck_evaluator.h"
#include "eval/play/player.h"

namespace gioul {

enum class TournamentMode : std::uint8_t {
  kRoundRobin,  // every two players meet
  kGauntlet,    // the first meets each of the others
};

/// "round-robin" or "gauntlet".
std::string_view mode_name(TournamentMode mode);
/// The mode of that name; throws InputError for another.
TournamentMode parse_mode(std::string_view name);

/// Whether the luck of the rolls is subtracted from results (eval/play/luck_evaluator.h). kAuto: if
/// a player searches or is another program, which takes much longer than measuring luck does.
enum class LuckAdjusted : std::uint8_t { kAuto, kAlways, kNever };

struct TournamentOptions {
  Game game = {};
  int checkers = 15;
  std::vector<std::string> players;  // at least two, by name (eval/players/players.h)
  TournamentMode mode = TournamentMode::kRoundRobin;
  std::int64_t pairs = 1000;  // of games, for each two players that meet
  std::uint64_t seed = 1;
  int threads = 1;
  std::string database =
      {};                   // keeps the results (eval/contest/tournament_file.h); empty: none does
  bool keep_moves = false;  // of every game, in the database
  LuckAdjusted luck = LuckAdjusted::kAuto;
  Part part = {};              // of all pairs of games, those that are played
  std::string positions = {};  // file of where pairs begin (StartPositions); empty: at the start
  std::map<std::string, PlayerFactory> functions = {};  // who plays by another name than those
  std::string command = "tournament";                   // that asks for the games
};

struct PlannedPlayer {
  std::string name;
  std::string fingerprint;  // of the files that he plays by; empty if there are none
};

struct Pairing {
  std::size_t player = 0;  // indices into the plan's players
  std::size_t opponent = 0;
  std::uint64_t seed = 0;  // of all its pairs; from the tournament's and both names alone
};

struct TournamentPlan {
  Game game = {};
  int checkers = 15;
  TournamentMode mode = TournamentMode::kRoundRobin;
  std::int64_t pairs = 0;
  std::uint64_t seed = 0;
  std::vector<PlannedPlayer> players;
  std::vector<Pairing> pairings;
  std::string command = "tournament";  // that asks for the games
  StartPositions starts = {game, checkers};
  Luck luck = Luck::kLeftIn;  // that is measured: kAllRolls, kDoublets or none
  std::string luck_net = {};  // the checksum of the net that measures it: the bundled one

  std::int64_t all_pairs() const { return pairs * static_cast<std::int64_t>(pairings.size()); }
};

/// One pair of games of a plan.
struct PlannedPair {
  std::size_t pairing = 0;
  std::int64_t number = 0;
};

/// Who plays by this name. Throws InputError for a player that can't be had.
PlayerFactory factory_of(const TournamentOptions& options, const std::string& name);

/// Throws InputError for options that make no tournament, whatever the players are.
void check_tournament(const TournamentOptions& options);

/// Throws InputError as check_tournament() does and for players' files that can't be read.
TournamentPlan plan_tournament(const TournamentOptions& options);

/// Makes what measures luck as the plan says; empty if it is not measured.
LuckEvaluatorFactory luck_factory(const TournamentPlan& plan);

/// Which pair is the `i`th to be played, 0 <= i < plan.all_pairs(): in rounds, in each of which
/// every pairing plays an equal part, so that one that is stopped early says something of
/// everybody.
PlannedPair planned_pair(const TournamentPlan& plan, std::int64_t i);

}  // namespace gioul
