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

/// The results of one player of a tournament against all opponents.
struct PlayerSummary {
  std::string name;                 // player name, as given by the user
  std::string engine_name = {};     // the name by which an external engine introduces itself
  std::string display_name = {};    // the name to show (TournamentPlayer::display_name)
  std::int64_t game_count = 0;      // number of games of the player
  Estimate points_per_game;         // mean points of all games of the player
  Estimate elo;                     // Elo rating, relative to the mean of all players
  double win_share = 0.0;           // fraction of the player's games that were won
  double gammons_won_share = 0.0;   // fraction of the player's games won as a gammon
  double gammons_lost_share = 0.0;  // fraction of the player's games lost as a gammon
  double decisions_per_game = 0.0;  // mean number of the player's decisions per game
  /// Mean time of the timed decisions; nullopt if none was timed.
  std::optional<double> seconds_per_decision;
  /// Number of games lost by failing (PlayerFailure), by error message.
  std::map<std::string, std::int64_t> failures_by_reason;
  std::int64_t failed_game_count = 0;  // number of games lost by failing
};

/// Standings and statistics of a tournament.
struct TournamentSummary {
  TournamentOptions options = {};
  /// Number of mirrored pairs of games per pairing: that of the options or, with a target error,
  /// the number that the pilot chose.
  std::int64_t pairs_per_pairing = 0;
  bool can_tie = false;                               // true if the game can be tied
  RatingBasis rating_basis = RatingBasis::kByPoints;  // whether ratings are based on wins or points
  /// True if tied pairs were added to make the ratings finite (Ratings::has_added_tied_pairs).
  bool has_added_tied_pairs = false;
  std::vector<PlayerSummary> players = {};        // in the order of TournamentOptions::player_names
  std::vector<std::size_t> players_by_rank = {};  // player indices by Elo, best first
  std::vector<std::size_t> rank_of_player;        // rank of each player, from 1 for the best
  std::vector<PairingTotals> pairings;            // totals of the games of each pairing
  // These members are only for the HTML page.
  std::string page_subcommand = "tournament";  // the subcommand that made the page
  std::string page_title = {};                 // empty: the game and the number of players
  std::vector<std::string> page_notes = {};    // remarks at the top of the page
  std::string page_chart = {};                 // SVG chart below the notes
  bool is_running = false;                     // games are still played; the page reloads itself
};

/// Computes the standings and statistics of a tournament. `basis` says whether ratings are based on
/// wins or points.
TournamentSummary summarize_tournament(const TournamentOptions& options,
                                       const TournamentResult& result, RatingBasis basis);

/// The name and value of a number in a JSON object.
using NamedNumber = std::pair<std::string, double>;

/// Returns the numbers of the JSON object "luck_adjusted": points per game without subtracting luck
/// and luck per game, with their standard errors, and LuckAdjustedSample::saved_games_factor().
std::vector<NamedNumber> luck_json_numbers(const PairingTotals& result);

/// Formats the summary as JSON. All of it except "timing" depends only on the tournament's
/// specification and players.
std::string tournament_json(const TournamentSummary& summary);

/// Returns the summary as CSV: one line per pairing, and one per player with an empty opponent.
std::string tournament_csv(const TournamentSummary& summary);

/// Returns the summary as a self-contained HTML page: ratings, crosstable and details of each
/// pairing.
std::string tournament_page(const TournamentSummary& summary);

/// Formats the time of a decision or a game, such as "1.4 us", "23 ms" or "5.2 s"; "-" if unknown.
std::string format_decision_time(std::optional<double> seconds);

/// Returns a warning if `luck`, a mean whose expectation is 0, is more than three standard errors
/// from 0; else "".
std::string luck_bias_warning(const Estimate& luck);

/// Returns a line that explains the ratings to readers: the basis, the errors, and whether tied
/// pairs were added.
std::string rating_note(const TournamentSummary& summary);

}  // namespace gioul
