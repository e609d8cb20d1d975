// Statistics of the games of a player against itself: results, lengths, luck of the rolls. All sums
// are integers, so the result does not depend on the order in which games are added.
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

/// The kind of turn in which the winner bore off the last checker: an ordinary roll, a chain (a
/// doublet that continues with higher numbers), or moves that the opponent forfeited.
enum class TurnKind : std::uint8_t { kRoll, kChain, kForfeit };

/// The number of values of TurnKind.
inline constexpr std::size_t kTurnKindCount = 3;

/// Counts of all chains in one game that began with the same number, for example all chains of
/// 3's.
struct ChainSample {
  int chain_count = 0;             // number of such chains
  int moves_played = 0;            // number of checker moves by the player who rolled the chain
  int complete_chain_count = 0;    // number of chains that were played to their end or won the game
  int moves_forfeited = 0;         // number of checker moves that passed to the opponent
  int forfeited_moves_played = 0;  // number of these moves that the opponent could make
};

/// The counts of one game. Players are numbered: player 0 moved first.
struct GameSample {
  Outcome outcome = Outcome::kTie;            // outcome for player 0
  Dice opening_roll{1, 1};                    // the first roll of the game
  TurnKind last_turn_kind = TurnKind::kRoll;  // kind of turn that ended the game
  int total_rolls = 0;                        // number of rolls of both players
  int decision_count = 0;                     // number of decisions of both players
  int forfeited_chain_count = 0;              // number of chains whose rest passed to the opponent
  /// roll_counts[p][r] is how often player p rolled kDistinctRolls[r].
  std::array<std::array<int, kDistinctRolls.size()>, 2> roll_counts{};
  /// chains_by_number[n - 1] has the chains that began with number n.
  std::array<ChainSample, 6> chains_by_number{};

  /// Returns the number of doublets that a player rolled.
  int doublet_count(std::size_t player) const;
};

/// Makes the counts of a finished game from its result and its decisions.
GameSample make_game_sample(Game game, const GameResult& result,
                            std::span<const Transition> transitions);

/// Results of a set of games for one of the two players. Each sample has one observation per game.
struct ResultSample {
  IntegerSample points;        // points won minus lost
  IntegerSample wins;          // 1 for a win, else 0
  IntegerSample gammons_won;   // 1 if the player won a gammon, else 0
  IntegerSample gammons_lost;  // 1 if the player lost a gammon, else 0

  /// Adds a game with this outcome for the player.
  void add(Outcome outcome);
  /// Returns the number of games added.
  std::int64_t game_count() const { return points.count(); }
};

/// Statistics of the chains that begin with one number, over all games.
struct ChainStatistics {
  IntegerSample chains_per_game;          // number of chains per game
  RatioEstimator moves_played_per_chain;  // mean of ChainSample::moves_played per chain
  /// Fraction of chains that were played to their end or won the game.
  RatioEstimator complete_chain_share;
  RatioEstimator moves_forfeited_per_chain;  // mean of ChainSample::moves_forfeited per chain
  /// Mean of ChainSample::forfeited_moves_played per chain.
  RatioEstimator forfeited_moves_played_per_chain;

  /// Adds the chains of one game.
  void add(const ChainSample& sample);
};

/// Statistics of all games of a player against itself.
struct GameStatistics {
  /// The number of classes of games by doublet lead, which is how many more doublets one player
  /// rolled than the other: 0, 1, 2, 3, or at least 4.
  static constexpr std::size_t kDoubletLeadClassCount = 5;

  OutcomeCounts outcome_counts;       // number of games with each outcome
  ResultSample first_player_results;  // results for the player who moved first
  /// By TurnKind: 1 for each game that ended in such a turn, else 0. The means are fractions of
  /// games.
  std::array<IntegerSample, kTurnKindCount> games_by_last_turn_kind;
  /// By TurnKind, over the games that ended in such a turn: 1 for each game won by a gammon, else
  /// 0. The means are gammon rates.
  std::array<IntegerSample, kTurnKindCount> gammon_rates_by_last_turn_kind;
  Histogram rolls_per_game;      // games by number of rolls of both players
  Histogram decisions_per_game;  // games by number of decisions of both players
  /// The mean luck of each of kDistinctRolls for the player who rolls it: the mean points won in
  /// games after this roll minus the mean after any roll. No evaluator is needed: dice are
  /// independent of the position, so the difference is the effect of the roll.
  std::array<RatioEstimator, kDistinctRolls.size()> luck_by_roll;
  RatioEstimator doublet_luck;  // mean luck of any doublet
  /// For each of kDistinctRolls as first roll of the game: points won minus lost by the player who
  /// rolled it.
  std::array<IntegerSample, kDistinctRolls.size()> points_by_opening_roll;
  /// Results by doublet lead, for the player who rolled more doublets or, if the lead is 0, for the
  /// player who moved first.
  std::array<ResultSample, kDoubletLeadClassCount> results_by_doublet_lead;
  /// Number of chains per game whose rest passed to the opponent.
  IntegerSample forfeited_chains_per_game;
  IntegerSample forfeited_moves_per_game;       // number of forfeited checker moves per game
  RatioEstimator forfeited_moves_played_share;  // fraction of forfeited checker moves that the
                                                // opponent could make
  IntegerSample games_with_forfeit;             // 1 for each game with a forfeit, else 0
  /// chains_by_number[n - 1] has the statistics of the chains that began with number n.
  std::array<ChainStatistics, 6> chains_by_number;

  /// Adds one game.
  void add(const GameSample& sample);
};

/// The statistics of the games of a named player.
struct StatisticsReport {
  std::string player_name;        // player name (docs/players.md)
  SelfMatchOptions game_options;  // the games that were played
  GameStatistics statistics;      // their statistics
};

/// Returns all statistics as JSON.
std::string statistics_json(const StatisticsReport& report);

}  // namespace gioul
