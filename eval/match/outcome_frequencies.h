// Measures the outcome probabilities of games between equal players, for the player who starts.
// Match equity is computed from them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/match/match_equity.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"

namespace gioul {

/// The numbers of games with each outcome.
struct OutcomeCounts {
  /// Number of games by Outcome, for the player who starts.
  std::array<std::int64_t, kOutcomeCount> games_by_outcome{};

  /// Returns the number of all games.
  std::int64_t game_count() const;
  /// Returns the frequencies of the outcomes, as fractions of all games; all 0 if there are no
  /// games.
  StarterProbabilities frequencies() const;
  /// Returns the standard errors of frequencies(). An outcome of none or all of the games has the
  /// error 1 / game_count(), not 0. But if no game was tied, ties have the error 0, since most
  /// games have none.
  StarterProbabilities standard_errors() const;
};

/// Selects the games that a player plays against itself.
struct SelfMatchOptions {
  Game game = {};
  int checkers = 15;                // number of checkers per side
  std::uint64_t seed = 1;           // seed of the dice and of random players
  std::int64_t game_count = 10000;  // number of games
  int threads = 1;
};

/// Plays the games of `player` against itself for which wanted(number) is true. Calls `on_game`
/// with the number, result and decisions of each, from any thread and in any order. Game numbers
/// begin at 0; a game depends only on its number, the seed and the player. Throws Interrupted if a
/// stop is requested.
void for_each_self_play_game(const SelfMatchOptions& options, const PlayerFactory& player,
                             const std::function<bool(std::int64_t)>& wanted,
                             const std::function<void(std::int64_t, const GameResult&,
                                                      std::span<const Transition>)>& on_game);

/// Counts the outcomes of games of `player` against itself. The result depends only on the seed and
/// the player. Calls `progress` with the number of games done after every game, from any thread.
/// Throws std::runtime_error if the player cannot finish a game.
OutcomeCounts count_game_outcomes(const SelfMatchOptions& options, const PlayerFactory& player,
                                  const std::function<void(std::int64_t)>& progress = {});

/// The outcomes whose frequencies format_outcome_frequencies() writes, in this order. The frequency
/// of ties is the rest to 1.
inline constexpr std::array kOutcomeTextOrder = {Outcome::kWin1, Outcome::kWin2, Outcome::kLose1,
                                                 Outcome::kLose2};

/// The outcome frequencies of one game of a match, and how they were measured.
struct OutcomeFrequencies {
  Game game = {};
  StarterProbabilities frequencies{};  // frequencies of the outcomes for the player who starts
  /// Name of the measured player; empty if the user gave the frequencies.
  std::string measured_player_name;
  std::optional<OutcomeCounts> counts;  // the counts of the measurement, if there was one
};

/// Formats the frequencies of single wins, gammons won, single losses and gammons lost of the
/// player who starts, separated by commas. Semicolons separate several games. Parsing the text
/// gives exactly the same numbers.
std::string format_outcome_frequencies(const std::vector<OutcomeFrequencies>& all);

/// Measures frequencies in games of the named player against itself, as count_game_outcomes() does.
/// Throws InputError for an unusable player.
OutcomeFrequencies measure_outcome_frequencies(
    const std::string& player, const SelfMatchOptions& options,
    const std::function<void(std::int64_t)>& progress = {});

/// Computes the match equity table for matches to `target` points in which the games of `all` are
/// played in turn.
MatchEquityTable compute_match_equity_table(int target, const std::vector<OutcomeFrequencies>& all);

/// Formats a match equity table as JSON: the probability of winning the match at every score, for
/// each game of the cycle, and the outcome frequencies that it was computed from.
std::string match_equity_json(const MatchEquityTable& equity,
                              const std::vector<OutcomeFrequencies>& all);

}  // namespace gioul
