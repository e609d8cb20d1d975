// Plays mirrored pairs: two games with the same dice and swapped seats, so that most luck cancels.
// All comparisons of strength use them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/statistics.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"
#include "eval/tournament/start_positions.h"

namespace gioul {

/// The results of a mirrored pair between a player and an opponent. The player moves first in
/// games[0], the opponent in games[1].
struct GamePair {
  std::int64_t number = 0;
  std::array<GameResult, 2> games;
  std::array<std::string, 2> moves = {};  // of each game, if recorded (format_game_moves())

  /// Returns the outcome of games[game] for the player.
  Outcome outcome(std::size_t game) const {
    return game == 0 ? games[0].outcome : flipped(games[1].outcome);
  }
  /// Returns the player's points in both games, won minus lost.
  int points() const { return gioul::points(outcome(0)) + gioul::points(outcome(1)); }
  /// Returns games won minus games lost by the player.
  int wins() const;
  /// Returns the luck of the rolls in both games for the player, in kLuckUnits per point; nullopt
  /// if it was not measured.
  std::optional<std::int64_t> luck() const;
};

/// Counts for one of two players, over all games between them.
struct PlayerCounts {
  std::int64_t decisions = 0;
  std::int64_t timed_decisions = 0;       // decisions whose time was measured
  std::int64_t decision_nanoseconds = 0;  // total time of the timed decisions
  /// Number of games lost by PlayerFailure, by its message.
  std::map<std::string, std::int64_t> failures;

  std::int64_t failed_games() const;
  void add(const PlayerCounts& other);
};

/// Totals of all games between two players, for the first of them ("the player").
struct PairingTotals {
  std::size_t player = 0;    // index among the players of the tournament, if there is one
  std::size_t opponent = 0;  // likewise
  std::array<std::int64_t, kOutcomes> outcomes{};  // number of games by Outcome, for the player
  /// Points won minus lost by whichever player moved first, over all games.
  std::int64_t first_mover_points = 0;
  std::int64_t first_mover_wins = 0;  // games won by whichever player moved first
  std::int64_t rolls = 0;
  std::int64_t forfeits = 0;           // chains whose unplayed rest passed to the other side
  std::array<PlayerCounts, 2> counts;  // 0: the player, 1: the opponent
  IntegerSample pair_points;  // one observation per pair: the player's points won minus lost
  IntegerSample pair_wins;    // one per pair: the player's games won minus lost
  IntegerSample pair_luck;    // one per pair with luck: the player's luck, in kLuckUnits per point
  /// One per pair with luck: points minus luck, in kLuckUnits per point.
  IntegerSample pair_adjusted;
  std::int64_t timed_games = 0;       // games whose luck was measured and timed
  std::int64_t luck_nanoseconds = 0;  // time spent measuring luck in the timed games

  std::int64_t games() const { return 2 * pair_points.count(); }
  std::int64_t decisions() const { return counts[0].decisions + counts[1].decisions; }

  /// Returns true if the luck of all games was measured.
  bool is_luck_adjusted() const {
    return pair_luck.count() > 0 && pair_luck.count() == pair_points.count();
  }
  /// Returns the mean points per game, with the luck of the rolls subtracted if it was measured in
  /// all games. The standard error is based on whole pairs, since the two games of a pair are not
  /// independent.
  Estimate points_per_game() const {
    return is_luck_adjusted() ? pair_adjusted.estimate(0.5 / kLuckUnits) : raw_points_per_game();
  }
  /// Returns the mean points per game, without subtracting luck.
  Estimate raw_points_per_game() const { return pair_points.estimate(0.5); }
  /// Returns the mean luck of the rolls, in points per game.
  Estimate luck_per_game() const { return pair_luck.estimate(0.5 / kLuckUnits); }
  /// Returns the factor by which the number of games would have to grow to reach the same standard
  /// error without subtracting luck; 0 if it is unknown.
  double games_factor() const;

  /// Returns the fraction of games with this outcome; 0 if there are no games.
  double share(Outcome outcome) const;
  /// Returns the fraction of games that the player won.
  double win_share() const { return share(Outcome::kWin1) + share(Outcome::kWin2); }
  /// Returns the fraction of games won by the player who moved first.
  double first_mover_win_share() const { return per_game(first_mover_wins); }
  double first_mover_points_per_game() const { return per_game(first_mover_points); }
  /// Divides a count by the number of games; 0 if there are no games.
  double per_game(std::int64_t count) const;

  void add(const GamePair& pair);
  void add(const PairingTotals& other);
};

/// Whether to record the moves of games as text.
enum class RecordMoves { kNo, kYes };

/// Plays mirrored pairs. Not thread-safe; each thread has its own.
class PairRunner {
 public:
  /// `starts` has the start position of each pair. `record_moves` says whether GamePair::moves is
  /// filled in. `luck` makes the evaluator that measures luck; if it is empty, luck is not
  /// measured.
  PairRunner(Game game, StartPositions starts, RecordMoves record_moves = RecordMoves::kNo,
             const LuckEvaluatorFactory& luck = {});

  /// Plays pair `number` of the sequence of pairs that `seed` determines. Decisions are timed in
  /// every pair if the players are slow, else in one pair of sixteen.
  GamePair play(Player& player, Player& opponent, std::uint64_t seed, std::int64_t number);

 private:
  Game game_;
  StartPositions starts_;
  RecordMoves record_moves_;
  std::unique_ptr<AfterstateList> list_;
  std::unique_ptr<LuckEvaluator> luck_;
  bool slow_ = false;  // whether the players were slow in the last timed pair
};

/// The mirrored pairs to play, and how to play them.
struct PairOptions {
  Game game = {};
  int checkers = 15;
  std::uint64_t seed = 1;
  std::int64_t first_pair = 0;  // number of the first pair to play
  std::int64_t pairs = 1000;    // number of pairs to play
  int threads = 1;
  std::optional<StartPositions> starts = {};  // nullopt: the game's start position
  LuckEvaluatorFactory luck = {};  // measures the luck of the rolls; empty: luck is not subtracted
};

/// Plays the pairs. The result depends only on the seed, the pair numbers and the players.
PairingTotals play_pairs(const PairOptions& options, const PlayerFactory& player,
                         const PlayerFactory& opponent);

/// Functions that look up pairs played before and store new ones. Both must be thread-safe.
struct PairCache {
  /// By pair number. Returns nullopt if the pair is not stored.
  std::function<std::optional<GamePair>(std::int64_t)> find = {};
  std::function<void(const GamePair&)> store = {};
  RecordMoves moves = RecordMoves::kNo;  // whether stored pairs have the moves of their games
};

/// Plays the pairs and passes each to `take`, in the order of the pair numbers, from one thread at
/// a time, until `take` returns false. So the pairs that `take` gets do not depend on the number of
/// threads. Pairs found in `cache` are not played again; played ones are stored there.
void play_pairs_in_order(const PairOptions& options, const PlayerFactory& player,
                         const PlayerFactory& opponent,
                         const std::function<bool(const GamePair&)>& take,
                         const PairCache& cache = {});

}  // namespace gioul
