// Plays mirrored pairs: two games with the same dice and swapped sides, so that most luck cancels.
// All comparisons of the strength of players use them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"
#include "eval/tournament/adjusted_sample.h"
#include "eval/tournament/start_positions.h"

namespace gioul {

/// The results of the two games of a mirrored pair between a player and an opponent. The player
/// moves first in game 0, the opponent in game 1.
struct GamePair {
  std::int64_t pair_number = 0;            // index of the pair, which determines its dice
  std::array<GameResult, 2> game_results;  // each is for the player who moves first in that game
  /// The moves of each game as text (format_game_moves()), if they were recorded.
  std::array<std::string, 2> move_texts = {};

  /// Returns the outcome of game 0 or 1 for the player.
  Outcome outcome(std::size_t game) const {
    return game == 0 ? game_results[0].outcome : flipped(game_results[1].outcome);
  }
  /// Returns the player's points in both games, won minus lost.
  int player_points() const { return points(outcome(0)) + points(outcome(1)); }
  /// Returns the number of games won minus lost by the player, -2..2.
  int wins_minus_losses() const;
  /// Returns the luck of the rolls in both games for the player, in units of 1 / kLuckUnitsPerPoint
  /// point; nullopt if it was not measured.
  std::optional<std::int64_t> luck_units() const;
};

/// Counts of decisions and failures of one of two players, over all games between them.
struct PlayerCounts {
  std::int64_t decision_count = 0;        // number of decisions of the player
  std::int64_t timed_decision_count = 0;  // decisions whose time was measured
  std::int64_t decision_nanoseconds = 0;  // total time of the timed decisions
  /// Number of games that the player lost by failing (PlayerFailure), by error message.
  std::map<std::string, std::int64_t> failures_by_reason;

  /// Returns the number of games that the player lost by failing.
  std::int64_t failed_game_count() const;
  /// Adds the counts of other games.
  void add(const PlayerCounts& other);
};

/// Totals of all games between two players, for the first of them ("the player").
struct PairingTotals {
  /// Index of the player in its tournament, if there is one.
  std::size_t player_index = 0;
  /// Index of the opponent in the tournament.
  std::size_t opponent_index = 0;
  /// Number of games by Outcome, for the player.
  std::array<std::int64_t, kOutcomeCount> outcome_counts{};
  /// Points won minus lost by the player who moved first, be it the player or the opponent, summed
  /// over all games.
  std::int64_t first_mover_net_points = 0;
  /// Number of games won by the player who moved first, be it the player or the opponent.
  std::int64_t first_mover_win_count = 0;
  std::int64_t roll_count = 0;  // number of rolls in all games
  /// Number of chains whose rest passed to the opponent.
  std::int64_t forfeited_chain_count = 0;
  std::array<PlayerCounts, 2> player_counts;  // 0: the player, 1: the opponent
  /// One observation per pair: points won minus lost by the player, and the luck of both players'
  /// rolls for the player.
  LuckAdjustedSample pair_points;
  /// One observation per pair: games won minus lost by the player.
  IntegerSample pair_wins_minus_losses;
  std::int64_t luck_timed_game_count = 0;  // games whose luck was measured and timed
  std::int64_t luck_nanoseconds = 0;       // time spent on measuring luck in these games

  /// Returns the number of games.
  std::int64_t game_count() const { return 2 * pair_points.pair_count(); }
  /// Returns the number of decisions of both players.
  std::int64_t decision_count() const {
    return player_counts[0].decision_count + player_counts[1].decision_count;
  }

  /// Returns true if the luck of all games was measured.
  bool is_luck_adjusted() const { return pair_points.is_adjusted(); }
  /// Returns the mean points per game of the player. The luck of the rolls is subtracted if it was
  /// measured in all games. The standard error is based on whole pairs, since the two games of a
  /// pair share their dice.
  Estimate points_per_game() const { return pair_points.estimate(); }

  /// Returns the mean time per game that measuring luck took, in seconds; nullopt if luck was not
  /// timed.
  std::optional<double> luck_seconds_per_game() const;
  /// Returns the mean time per game that both players' decisions took, in seconds; nullopt if luck
  /// was not timed (luck_timed_game_count is 0).
  std::optional<double> play_seconds_per_game() const;

  /// Returns the fraction of games with this outcome for the player; 0 if there are no games.
  double outcome_share(Outcome outcome) const;
  /// Returns the fraction of games that the player won.
  double win_share() const { return outcome_share(Outcome::kWin1) + outcome_share(Outcome::kWin2); }
  /// Returns the fraction of games won by the player who moved first.
  double first_mover_win_share() const { return per_game(first_mover_win_count); }
  /// Returns the mean points per game of the player who moved first.
  double first_mover_points_per_game() const { return per_game(first_mover_net_points); }
  /// Returns `count`, a total of all games, per game; 0 if there are no games.
  double per_game(std::int64_t count) const;

  /// Adds the two games of a pair.
  void add(const GamePair& pair);
  /// Adds the totals of other games between the same players.
  void add(const PairingTotals& other);
};

/// Selects whether the moves of games are recorded as text (GamePair::move_texts).
enum class RecordMoves { kNo, kYes };

/// Plays mirrored pairs of games. Not thread-safe; each thread has its own.
class PairRunner {
 public:
  /// `starts` gives the start position of each pair. `record_moves` selects whether
  /// GamePair::move_texts is filled in. `luck_evaluator_factory` makes the evaluator that measures
  /// the luck of the rolls; if it is empty, luck is not measured.
  PairRunner(Game game, StartPositions starts, RecordMoves record_moves = RecordMoves::kNo,
             const LuckEvaluatorFactory& luck_evaluator_factory = {});

  /// Plays pair `number` of the sequence of pairs that `seed` determines. Measuring the time of
  /// decisions slows fast players, so only one pair of sixteen is timed; if the players are slow,
  /// every pair is.
  GamePair play_pair(Player& player, Player& opponent, std::uint64_t seed, std::int64_t number);

 private:
  Game game_;
  StartPositions start_positions_;
  RecordMoves record_moves_;
  std::unique_ptr<AfterstateList> afterstates_;    // scratch memory
  std::unique_ptr<LuckEvaluator> luck_evaluator_;  // null if luck is not measured
  bool has_slow_players_ = false;  // true if the players were slow in the last timed pair
};

/// The mirrored pairs to play, and how to play them.
struct PairOptions {
  Game game = {};
  int checkers = 15;               // number of checkers per side
  std::uint64_t seed = 1;          // seed of the dice and of random players
  std::int64_t first_pair = 0;     // number of the first pair to play
  std::int64_t pair_count = 1000;  // number of pairs to play
  int threads = 1;
  StartPositions start_positions = {game, checkers};  // start position of each pair
  /// Measures the luck of the rolls, to subtract it from results; empty: luck is not measured.
  LuckEvaluatorFactory luck_evaluator_factory = {};
};

/// Plays mirrored pairs between two players and returns their totals. The result depends only on
/// the seed, the pair numbers and the players. Throws Interrupted if a stop is requested.
PairingTotals play_pairs(const PairOptions& options, const PlayerFactory& player,
                         const PlayerFactory& opponent);

/// Functions that look up mirrored pairs played before and store new ones. Both must be
/// thread-safe.
struct PairCache {
  /// Returns the pair with this number; nullopt if it is not stored.
  std::function<std::optional<GamePair>(std::int64_t)> find = {};
  /// Stores a pair.
  std::function<void(const GamePair&)> store = {};
  /// Selects whether stored pairs include the moves of their games.
  RecordMoves record_moves = RecordMoves::kNo;
};

/// Plays mirrored pairs until a condition is met. Passes each pair to `take`, in the order of the
/// pair numbers and from one thread at a time, until `take` returns false. Therefore the pairs that
/// `take` gets do not depend on the number of threads. Pairs found in `cache` are not played again;
/// new pairs are stored there. Throws Interrupted if a stop is requested.
void play_pairs_in_order(const PairOptions& options, const PlayerFactory& player,
                         const PlayerFactory& opponent,
                         const std::function<bool(const GamePair&)>& take,
                         const PairCache& cache = {});

}  // namespace gioul
