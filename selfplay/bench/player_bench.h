// How fast players decide: decisions of a net's own games, one thread.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

struct PlayerBenchOptions {
  Game game = {};
  int checkers = 15;
  std::string net;                   // the file of the net whose games the decisions are from
  std::vector<std::string> players;  // by name (eval/players/players.h)
  double seconds = 1.0;              // for each player, at least
};

/// The kinds of decision that are told apart.
inline constexpr std::array<std::string_view, 3> kTimedKinds = {"ordinary", "chain", "forfeit"};

struct DecisionSpeed {
  std::size_t decisions = 0;  // that were timed
  double per_second = 0.0;
  double median_ms = 0.0;
  double slowest_ms = 0.0;
};

struct PlayerSpeeds {
  std::string player;
  std::array<DecisionSpeed, kTimedKinds.size()> kinds;  // of a doublet: chain

  /// Decisions of all kinds a second.
  double per_second() const;
};

/// Times every decision by itself. Forced ones are left out.
std::vector<PlayerSpeeds> measure_players(const PlayerBenchOptions& options);

std::string player_speeds_json(const std::vector<PlayerSpeeds>& speeds);

}  // namespace gioul
