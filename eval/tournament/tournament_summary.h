// Standings and per-player statistics of a tournament, and their JSON, CSV and HTML output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/statistics.h"
#include "engine/games/game.h"
#include "eval/tournament/ratings.h"
#include "eval/tournament/tournament.h"

namespace gioul {

/// The results of one player against all opponents.
struct PlayerSummary {
  std::string name;
  std::string engine_name = {};  // the name by which an external engine introduces itself
  std::int64_t games = 0;
  Estimate points_per_game;  // over all games of the player
  Estimate elo;
  double win_share = 0.0;     // fraction of the player's games that were won
  double gammons_won = 0.0;   // fraction of the player's games
  double gammons_lost = 0.0;  // likewise
  double decisions_per_game = 0.0;
  std::optional<double> seconds_per_decision;    // of timed decisions
  std::map<std::string, std::int64_t> failures;  // games lost by PlayerFailure, by its message
  std::int64_t failed_games = 0;
};

/// Standings and statistics of a tournament.
struct TournamentSummary {
  Game game = {};
  int checkers = 15;
  TournamentMode mode = TournamentMode::kRoundRobin;
  std::int64_t pairs = 0;  // mirrored pairs per pairing
  std::uint64_t seed = 0;
  std::string positions = {};  // file of start positions (TournamentOptions::positions)
  bool ties = false;           // whether the game can be tied
  RatingScale scale = RatingScale::kByPoints;
  bool has_drawn_pairs = false;  // tied pairs were added for the ratings (Ratings::has_drawn_pairs)
  std::vector<PlayerSummary> players;  // in the order of the options
  std::vector<std::size_t> ranking;    // player indices by Elo, best first
  std::vector<std::size_t> ranks;      // rank of each player, from 1
  std::vector<PairingTotals> pairings;
  std::vector<std::string> notes = {};  // shown at the top of the page
};

/// Asks each external engine among the players for its name and stores it in
/// PlayerSummary::engine_name.
void query_engine_names(TournamentSummary& summary);

/// Returns the name to show in tables: engine_name if it is set, else the name.
const std::string& display_name(const PlayerSummary& player);

/// Computes the summary of a result, with ratings based on `scale`.
TournamentSummary summarize(const TournamentOptions& options, const TournamentResult& result,
                            RatingScale scale);

/// A named number of a JSON object.
using NamedNumber = std::pair<std::string, double>;

/// Returns the members of the JSON object "luck_adjusted": points per game without subtracting luck
/// and luck per game, with their standard errors, and PairingTotals::games_factor().
std::vector<NamedNumber> luck_numbers(const PairingTotals& result);

/// Returns the summary as JSON. All of it except "timing" depends only on the tournament's
/// specification and players.
std::string tournament_json(const TournamentSummary& summary);

/// Returns the summary as CSV: one line per pairing, and one per player with an empty opponent.
std::string tournament_csv(const TournamentSummary& summary);

/// Returns the summary as a self-contained HTML page: ratings, crosstable and details of each
/// pairing.
std::string tournament_page(const TournamentSummary& summary);

/// Formats a duration, such as "1.4 us", "23 ms" or "5.2 s".
std::string format_decision_time(double seconds);

/// Returns a line that explains the ratings: the scale, the errors, and whether tied pairs were
/// added.
std::string rating_note(const TournamentSummary& summary);

}  // namespace gioul
