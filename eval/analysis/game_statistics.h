// Statistics of the games of a player against itself: results, lengths, luck of the rolls. All sums
// are integers, so the order of games does not matter.
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

/// The kind of turn in which the winner bore off the last checker: an ordinary roll, a chain, or
/// forfeited moves.
enum class LastTurn : std::uint8_t { kRoll, kChain, kForfeit };

inline constexpr std::size_t kLastTurns = 3;

/// Counts of all chains of a game that began with the same number.
struct ChainSample {
  int chains = 0;     // number of such chains
  int played = 0;     // checker moves made by the player who rolled
  int complete = 0;   // number of chains played to their end or ended by a win
  int forfeited = 0;  // checker moves that passed to the opponent
  int received = 0;   // forfeited checker moves that the opponent could make
};

/// The counts of one game. Arrays of two are indexed by player: 0 moved first.
struct GameSample {
  Outcome outcome = Outcome::kTie;  // for player 0
  Dice opening{1, 1};               // the first roll
  LastTurn last_turn = LastTurn::kRoll;
  int rolls = 0;
  int decisions = 0;
  int forfeits = 0;  // number of chains whose rest passed to the opponent
  /// By player: how often each of kRolls was rolled.
  std::array<std::array<int, kRolls.size()>, 2> rolled{};
  std::array<ChainSample, 6> chains{};  // by the number that began the chains, minus 1

  /// Returns the number of doublets that a player rolled.
  int doublets(std::size_t player) const;
};

/// Counts a finished game from its transitions.
GameSample make_game_sample(Game game, const GameResult& result,
                            std::span<const Transition> transitions);

/// Results of a set of games for one of the two players. Each sample has one observation per game.
struct ResultSample {
  IntegerSample points;        // points won minus lost
  IntegerSample wins;          // 1 for a win, else 0
  IntegerSample gammons_won;   // 1 if the player won a gammon, else 0
  IntegerSample gammons_lost;  // 1 if the player lost a gammon, else 0

  void add(Outcome outcome);
  std::int64_t games() const { return points.count(); }
};

/// Statistics of chains that begin with one number.
struct ChainStatistics {
  IntegerSample per_game;    // number of chains per game
  RatioEstimator played;     // mean per chain of ChainSample::played
  RatioEstimator complete;   // fraction of chains: ChainSample::complete
  RatioEstimator forfeited;  // mean per chain of ChainSample::forfeited
  RatioEstimator received;   // mean per chain of ChainSample::received

  void add(const ChainSample& sample);
};

/// Statistics of all games.
struct GameStatistics {
  /// The number of categories of games by how many more doublets one player rolled than the other:
  /// 0, 1, 2, 3, or at least 4.
  static constexpr std::size_t kDoubletLeads = 5;

  GameCounts counts;          // outcomes of all games
  ResultSample first_player;  // results for the player who moved first
  /// By LastTurn: 1 for each game that ended in such a turn, else 0.
  std::array<IntegerSample, kLastTurns> ends;
  std::array<IntegerSample, kLastTurns> gammons;  // by LastTurn: gammons among those games
  Histogram rolls;                                // number of rolls of a game
  Histogram decisions;                            // number of decisions of a game
  /// The mean luck of each of kRolls for the player who rolls it: the points won in games after it
  /// minus the points won after any roll. This needs no evaluator: dice are independent of the
  /// position, so the difference is the effect of the roll.
  std::array<RatioEstimator, kRolls.size()> luck;
  RatioEstimator doublet_luck;  // mean luck of any doublet
  /// By first roll of the game: points of the player who rolled it.
  std::array<IntegerSample, kRolls.size()> opening_points;
  /// Results by difference in doublets: for the player with more of them or, if equal, for the
  /// player who moved first.
  std::array<ResultSample, kDoubletLeads> by_doublet_lead;
  IntegerSample forfeits;   // chains per game whose rest passed to the opponent
  IntegerSample forfeited;  // forfeited checker moves per game
  RatioEstimator received;  // fraction of forfeited checker moves that the opponent could make
  IntegerSample games_with_forfeit;       // 1 for each game with a forfeit
  std::array<ChainStatistics, 6> chains;  // by the number that began the chains, minus 1

  void add(const GameSample& sample);
};

/// The statistics of the games of a named player.
struct StatisticsReport {
  std::string player;      // player name (docs/players.md)
  SelfMatchOptions games;  // the games that were played
  GameStatistics all;
};

/// Returns all statistics as JSON.
std::string statistics_json(const StatisticsReport& report);

}  // namespace gioul
