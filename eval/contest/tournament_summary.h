// What a tournament says about each of its players: the figures that its table, JSON, CSV and page
// show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/statistics.h"
#include "engine/games/game.h"
#include "eval/contest/ratings.h"
#include "eval/contest/tournament.h"

namespace gioul {

struct PlayerSummary {
  std::string name;
  std::string own_name = {};  // what an engine calls itself
  std::int64_t games = 0;
  Estimate points_per_game;  // over all his games
  Estimate elo;
  double win_share = 0.0;
  double gammons_won = 0.0;  // shares of his games
  double gammons_lost = 0.0;
  double decisions_per_game = 0.0;
  std::optional<double> seconds_per_decision;  // of those that were timed
  std::map<std::string, std::int64_t> failures;
  std::int64_t failed_games = 0;
};

struct TournamentSummary {
  Game game = {};
  int checkers = 15;
  TournamentMode mode = TournamentMode::kRoundRobin;
  std::int64_t pairs = 0;
  std::uint64_t seed = 0;
  std::string positions = {};  // TournamentOptions::positions
  bool ties = false;           // whether a game can be tied
  RatingScale scale = RatingScale::kByPoints;
  bool has_drawn_pairs = false;        // ratings.h
  std::vector<PlayerSummary> players;  // as in the options
  std::vector<std::size_t> ranking;    // by Elo, best first
  std::vector<std::size_t> ranks;      // of each player, from 1: what he is numbered by
  std::vector<PairingResult> pairings;
  std::vector<std::string> notes = {};  // lines above all else on its page
};

/// Asks the engines among the players for their names, for tables and pages.
void add_own_names(TournamentSummary& summary);

/// What tables call a player: by his own name if he has one.
const std::string& shown_name(const PlayerSummary& player);

TournamentSummary summarize(const TournamentOptions& options, const TournamentResult& result,
                            RatingScale scale);

/// A named number of a JSON object.
using NamedNumber = std::pair<std::string, double>;

/// The members of "luck_adjusted" in JSON: raw points and luck per game with their standard errors,
/// and PairResult::games_factor().
std::vector<NamedNumber> luck_numbers(const PairResult& result);

/// JSON. All but "timing" depends on the tournament's plan alone.
std::string tournament_json(const TournamentSummary& summary);

/// CSV: a line for each pairing, and one for each player with an empty opponent.
std::string tournament_csv(const TournamentSummary& summary);

/// One self-contained HTML page: ratings, the crosstable, and what each pairing was like.
std::string tournament_page(const TournamentSummary& summary);

/// "1.4 us", "23 ms", "5.2 s".
std::string decision_time_text(double seconds);

/// One line: the scale, what the errors are, and whether drawn pairs were added.
std::string rating_note(const TournamentSummary& summary);

}  // namespace gioul
