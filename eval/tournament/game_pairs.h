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

/// A mirrored pair. The player moves first in games[0], the opponent in games[1].
struct GamePair {
  std::int64_t number = 0;
  std::array<GameResult, 2> games;
  std::array<std::string, 2> moves = {};  // of each game, if recorded (format_game_moves())

  /// Returns the outcome of a game for the player.
  Outcome outcome(std::size_t game) const {
    return game == 0 ? games[0].outcome : flipped(games[1].outcome);
  }
  /// Returns the player's points in both games, won minus lost.
  int points() const { return gioul::points(outcome(0)) + gioul::points(outcome(1)); }
  /// Returns games won minus games lost by the player.
  int wins() const;
  /// The player's luck in both games, in kLuckUnits per point; none if it was not measured.
  std::optional<std::int64_t> luck() const;
};

/// Counts for one of the two players, over all their games.
struct PlayerCounts {
  std::int64_t decisions = 0;
  std::int64_t timed_decisions = 0;
  std::int64_t nanoseconds = 0;                  // spent on timed decisions
  std::map<std::string, std::int64_t> failures;  // games lost by PlayerFailure, by message

  std::int64_t failed_games() const;
  void add(const PlayerCounts& other);
};

/// Totals of all games between two players, for the first of them.
struct PairingTotals {
  std::size_t player = 0;  // indices into the tournament's players, if there is one
  std::size_t opponent = 0;
  std::array<std::int64_t, kOutcomes> outcomes{};  // games by Outcome, for the player
  std::int64_t first_mover_points = 0;             // in all games, for the player who rolled first
  std::int64_t first_mover_wins = 0;
  std::int64_t rolls = 0;
  std::int64_t forfeits = 0;
  std::array<PlayerCounts, 2> counts;  // 0: the player, 1: the opponent
  IntegerSample pair_points;           // the player's points in both games of a pair
  IntegerSample pair_wins;             // games won minus lost, likewise
  IntegerSample pair_luck;             // the player's luck, likewise, in kLuckUnits per point
  IntegerSample pair_adjusted;         // points minus luck, in the same unit
  std::int64_t timed_games = 0;        // of those whose luck was measured
  std::int64_t luck_nanoseconds = 0;   // spent measuring luck in timed games

  std::int64_t games() const { return 2 * pair_points.count(); }
  std::int64_t decisions() const { return counts[0].decisions + counts[1].decisions; }

  /// Returns true if the luck of all games was measured.
  bool is_luck_adjusted() const {
    return pair_luck.count() > 0 && pair_luck.count() == pair_points.count();
  }
  /// Returns the mean points per game, minus luck if that was measured. Its standard error is based
  /// on whole pairs, since the two games of a pair are not independent.
  Estimate points_per_game() const {
    return is_luck_adjusted() ? pair_adjusted.estimate(0.5 / kLuckUnits) : raw_points_per_game();
  }
  Estimate raw_points_per_game() const { return pair_points.estimate(0.5); }
  Estimate luck_per_game() const { return pair_luck.estimate(0.5 / kLuckUnits); }
  /// Returns how many times as many games would be needed for the same standard error without the
  /// adjustment; 0 if unknown.
  double games_factor() const;

  /// Returns the fraction of games with this outcome; 0 if there are no games.
  double share(Outcome outcome) const;
  double win_share() const { return share(Outcome::kWin1) + share(Outcome::kWin2); }
  double first_mover_win_share() const { return per_game(first_mover_wins); }
  double first_mover_points_per_game() const { return per_game(first_mover_points); }
  double per_game(std::int64_t count) const;

  void add(const GamePair& pair);
  void add(const PairingTotals& other);
};

/// Whether to record the moves of games as text.
enum class RecordMoves { kNo, kYes };

/// Plays mirrored pairs. Not thread-safe; each thread has its own.
class PairRunner {
 public:
  /// `starts` are the start positions, by pair number. `luck` measures luck; empty: not measured.
  PairRunner(Game game, StartPositions starts, RecordMoves keep = RecordMoves::kNo,
             const LuckEvaluatorFactory& luck = {});

  /// Plays pair `number` of the sequence with this seed. Times slow players always, others in one
  /// pair of sixteen.
  GamePair play(Player& player, Player& opponent, std::uint64_t seed, std::int64_t number);

 private:
  Game game_;
  StartPositions starts_;
  RecordMoves keep_;
  std::unique_ptr<AfterstateList> list_;
  std::unique_ptr<LuckEvaluator> luck_;
  bool slow_ = false;  // according to the last timed pair
};

/// The pairs to play, and how.
struct PairOptions {
  Game game = {};
  int checkers = 15;
  std::uint64_t seed = 1;
  std::int64_t first_pair = 0;  // number of the first pair, to play a range
  std::int64_t pairs = 1000;
  int threads = 1;
  std::optional<StartPositions> starts = {};  // nullopt: the game's start
  LuckEvaluatorFactory luck = {};             // measures luck; empty: results are not adjusted
};

/// Plays the pairs. The result depends only on the seed, the pair numbers and the players.
PairingTotals play_pairs(const PairOptions& options, const PlayerFactory& player,
                         const PlayerFactory& opponent);

/// Looks up pairs that need not be played, and stores played ones. Both functions must be
/// thread-safe.
struct PairCache {
  std::function<std::optional<GamePair>(std::int64_t)> find = {};
  std::function<void(const GamePair&)> store = {};
  RecordMoves moves = RecordMoves::kNo;
};

/// Like play_pairs(), but passes each pair to `take` in the order of the pair numbers, from one
/// thread at a time, until it returns false. So the pairs that `take` gets do not depend on
/// threads.
void play_pairs_in_order(const PairOptions& options, const PlayerFactory& player,
                         const PlayerFactory& opponent,
                         const std::function<bool(const GamePair&)>& take,
                         const PairCache& cache = {});

}  // namespace gioul
