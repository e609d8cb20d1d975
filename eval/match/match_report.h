// Runs matches between named players and formats the result as JSON.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "eval/match/match.h"
#include "eval/match/outcome_frequencies.h"
#include "eval/play/luck_evaluator.h"
#include "eval/tournament/luck_adjustment.h"

namespace gioul {

/// The objective that a player maximizes: points in each game, or the probability of winning the
/// match.
enum class MatchObjective : std::uint8_t { kGamePoints, kMatchWinProbability };

/// One of the two players of a match, given by its name.
struct Contestant {
  std::string name;                       // text of the user; names the players of all games
  std::vector<std::string> player_names;  // name of the player of each game (docs/players.md)
  MatchObjective objective = MatchObjective::kGamePoints;
};

/// Returns true if one of the contestant's players can maximize the probability of winning the
/// match.
bool supports_match_play(const Contestant& contestant);

/// Returns the name of the player whose games measure the outcome frequencies of game number `game`
/// of the cycle: the net of the first contestant that has one, without search, which is fast; else
/// the first contestant that is not an external program; else the bundled net.
std::string measuring_player_name(const std::array<Contestant, 2>& contestants, std::size_t game);

/// The matches to play, and the players.
struct MatchSetup {
  MatchOptions options;
  std::array<Contestant, 2> contestants;
  /// Outcome frequencies of each game of the cycle, from which match equity is computed; empty
  /// unless a player maximizes kMatchWinProbability or luck is measured.
  std::vector<OutcomeFrequencies> game_outcome_frequencies = {};
  std::string results_database = {};  // path of the file for results; empty: none
  /// The method of measuring luck in each game of the cycle: kAllRolls, kDoublets or kNone; empty
  /// if luck is not measured in any.
  std::vector<VarianceReduction> luck_methods = {};

  /// Returns true if `game_outcome_frequencies` must be set.
  bool needs_outcome_frequencies() const;
};

/// Returns the method of measuring luck in each game of the cycle: the one stored in the results
/// database or, if there is no database, the one that `wanted` selects. Empty if luck is not
/// measured. Throws InputError for an unknown player.
std::vector<VarianceReduction> choose_luck_methods(const MatchSetup& setup, LuckAdjustment wanted);

/// The settings of the matches, and their results.
struct MatchReport {
  MatchSetup setup;
  MatchTotals result;
  std::int64_t resumed_matches = 0;  // matches that were already in the database
};

/// Plays the matches, as play_matches() does. Throws InputError for an unusable player.
MatchReport play_match_pairs(const MatchSetup& setup,
                             const std::function<void(const MatchTotals&)>& progress = {});

/// Returns the names of the games of the cycle, in order.
std::vector<std::string> game_names_in_cycle(const MatchOptions& options);

/// Returns the report as JSON (see docs/matches.md).
std::string match_json(const MatchReport& report);

}  // namespace gioul
