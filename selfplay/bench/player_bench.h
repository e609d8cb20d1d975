// Measures how many decisions per second players make on one thread.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// Selects the decisions and the players to time.
struct PlayerBenchOptions {
  Game game = {};
  int checkers = 15;                    // per side
  std::string net_file;                 // net whose self-play games provide the decisions
  std::vector<std::string> players;     // names of players (docs/players.md)
  double min_seconds_per_player = 1.0;  // minimum duration of a player's measurement
};

/// The kinds of decisions that are timed separately: after an ordinary roll, in a chain, and about
/// moves that the opponent forfeited.
inline constexpr std::array<std::string_view, 3> kTimedDecisionKinds = {"ordinary", "chain",
                                                                        "forfeit"};

/// Speed of one player at one kind of decision.
struct DecisionSpeed {
  std::size_t decision_count = 0;     // number of decisions timed
  double decisions_per_second = 0.0;  // decisions per second
  double median_ms = 0.0;             // median time per decision, in milliseconds
  double slowest_ms = 0.0;            // time of the slowest decision, in milliseconds
};

/// The measured speeds of one player.
struct PlayerSpeeds {
  std::string player;  // name of the player
  /// The speed at each kind of decision, by index in kTimedDecisionKinds.
  std::array<DecisionSpeed, kTimedDecisionKinds.size()> speeds_by_decision_kind;

  /// Returns the number of decisions per second, over all kinds.
  double decisions_per_second() const;
};

/// Measures the speed of each player. Each decision is timed by itself. Decisions with only one
/// legal play are skipped.
std::vector<PlayerSpeeds> measure_player_speeds(const PlayerBenchOptions& options);

/// Formats the speeds as JSON.
std::string player_speeds_json(const std::vector<PlayerSpeeds>& speeds);

}  // namespace gioul
