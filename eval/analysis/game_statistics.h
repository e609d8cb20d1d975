// Statistics of a player's games against itself: results, lengths, luck of the rolls. All sums are
// integers, so the order of games does not matter.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/statistics.h"
#include "engine/dice.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/match/outcome_frequencies.h"
#include "eval/play/play_game.h"

namespace gioul {

/// The kind of moves with which the winner bore off the last checker.
enum class LastTurn : std::uint8_t { kRoll, kChain, kForfeit };

inline constexpr std::size_t kLastTurns = 3;

/// All chains of a game that began with the same number.
struct ChainSample {
  int chains = 0;
  int played = 0;     // checker moves made by the player who rolled
  int complete = 0;   // played to the end, or ended by a win
  int forfeited = 0;  // checker moves that passed to the opponent
  int received = 0;   // of these, moves that the opponent could make
};

/// The counts of one game. Arrays are indexed by player: 0 moved first.
struct GameSample {
  Outcome outcome = Outcome::kTie;  // for player 0
  Dice opening{1, 1};
  LastTurn last_turn = LastTurn::kRoll;
  int rolls = 0;
  int decisions = 0;
  int forfeits = 0;  // chains whose rest passed to the opponent
  std::array<std::array<int, kRolls.size()>, 2> rolled{};
  std::array<ChainSample, 6> chains{};  // by number - 1

  int doublets(std::size_t player) const;
};

/// Counts a finished game from its transitions.
GameSample make_game_sample(Game game, const GameResult& result,
                            std::span<const Transition> transitions);

/// Results of a set of games, for one of the players.
struct ResultSample {
  IntegerSample points;
  IntegerSample wins;
  IntegerSample gammons_won;
  IntegerSample gammons_lost;

  void add(Outcome outcome);
  std::int64_t games() const { return points.count(); }
};

/// Statistics of chains that begin with one number; all but the first are means per chain.
struct ChainStatistics {
  IntegerSample per_game;
  RatioEstimator played;
  RatioEstimator complete;
  RatioEstimator forfeited;
  RatioEstimator received;

  void add(const ChainSample& sample);
};

/// Statistics of all games.
struct GameStatistics {
  /// Number of categories of games by how many more doublets one player rolled: 0, 1, 2, 3, 4 or
  /// more.
  static constexpr std::size_t kLeads = 5;

  GameCounts counts;
  ResultSample first_player;
  std::array<IntegerSample, kLastTurns> ends;     // 1 for each game that ended this way
  std::array<IntegerSample, kLastTurns> gammons;  // gammons among these
  Histogram rolls;
  Histogram decisions;
  /// The mean luck of each of kRolls for the player who rolls it: the points won after it minus the
  /// points won after any roll. No evaluator is needed: dice are independent of the position, so
  /// the difference is the effect of the roll.
  std::array<RatioEstimator, kRolls.size()> luck;
  RatioEstimator doublet_luck;                              // of all six doublets
  std::array<IntegerSample, kRolls.size()> opening_points;  // by roll, for the opening player
  /// For the player with more doublets; if equal, for the first player.
  std::array<ResultSample, kLeads> by_lead;
  IntegerSample forfeits;
  IntegerSample forfeited;           // checker moves per game
  RatioEstimator received;           // fraction of these that the opponent could make
  IntegerSample games_with_forfeit;  // 1 for each game with a forfeit
  std::array<ChainStatistics, 6> chains;

  void add(const GameSample& sample);
};

struct StatisticsReport {
  std::string player;  // name (docs/players.md)
  SelfMatchOptions games;
  GameStatistics all;
};

/// Returns all statistics as JSON.
std::string statistics_json(const StatisticsReport& report);

}  // namespace gioul
