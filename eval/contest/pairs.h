// Pairs of games between two players: the same dice twice, with exchanged seats, so that luck
// cancels as far as it can. All comparisons of strength are made of them.
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
#include "eval/contest/start_positions.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"

namespace gioul {

/// One pair: the player moves first in games[0], his opponent in games[1].
struct PlayedPair {
  std::int64_t number = 0;
  std::array<GameResult, 2> games;
  std::array<std::string, 2> moves = {};  // of each game, if they are kept (eval/play/play_game.h)

  /// The outcome of a game for the player.
  Outcome outcome(std::size_t game) const {
    return game == 0 ? games[0].outcome : flipped(games[1].outcome);
  }
  /// Points of the player in both games.
  int points() const { return gioul::points(outcome(0)) + gioul::points(outcome(1)); }
  /// Games that the player won, less those that he lost.
  int wins() const;
  /// The player's luck in both games, in kLuckUnits per point; none if it was not measured.
  std::optional<std::int64_t> luck() const;
};

/// What one of two players did in all their games.
struct PlayerCounts {
  std::int64_t decisions = 0;
  std::int64_t timed_decisions = 0;
  std::int64_t nanoseconds = 0;                  // for those that were timed
  std::map<std::string, std::int64_t> failures;  // games lost by PlayerFailure, by its message

  std::int64_t failed_games() const;
  void add(const PlayerCounts& other);
};

/// All games between two players, counted for the first of them.
struct PairResult {
  std::array<std::int64_t, kOutcomes> outcomes{};  // games by Outcome, for the player
  std::int64_t first_mover_points = 0;             // of all games, for whoever rolled first
  std::int64_t first_mover_wins = 0;
  std::int64_t rolls = 0;
  std::int64_t forfeits = 0;
  std::array<PlayerCounts, 2> counts;  // the player's, the opponent's
  IntegerSample pair_points;           // of the player in both games of a pair together
  IntegerSample pair_wins;             // won less lost, the same way
  IntegerSample pair_luck;             // of the player, the same way, in kLuckUnits per point
  IntegerSample pair_adjusted;         // points less luck, in the same unit
  std::int64_t timed_games = 0;        // of those whose luck was measured
  std::int64_t luck_nanoseconds = 0;   // for that, in timed games

  std::int64_t games() const { return 2 * pair_points.count(); }
  std::int64_t decisions() const { return counts[0].decisions + counts[1].decisions; }

  /// Returns true if the luck of all games was measured.
  bool is_luck_adjusted() const {
    return pair_luck.count() > 0 && pair_luck.count() == pair_points.count();
  }
  /// Points per game, less luck if that was measured. Errors come from whole pairs, whose two games
  /// are not independent.
  Estimate points_per_game() const {
    return is_luck_adjusted() ? pair_adjusted.estimate(0.5 / kLuckUnits) : raw_points_per_game();
  }
  Estimate raw_points_per_game() const { return pair_points.estimate(0.5); }
  Estimate luck_per_game() const { return pair_luck.estimate(0.5 / kLuckUnits); }
  /// How many times as many games would have the same error without the adjustment; 0 if that can't
  /// be told.
  double games_factor() const;

  /// Shares of all games; 0 if there are none.
  double share(Outcome outcome) const;
  double win_share() const { return share(Outcome::kWin1) + share(Outcome::kWin2); }
  double first_mover_win_share() const { return per_game(first_mover_wins); }
  double first_mover_points_per_game() const { return per_game(first_mover_points); }
  double per_game(std::int64_t count) const;

  void add(const PlayedPair& pair);
  void add(const PairResult& other);
};

enum class KeepMoves { kNo, kYes };

/// Where two players play pairs of one game; one thread's.
class PairTable {
 public:
  /// `starts` are those of the pairs, by their numbers.
  PairTable(Game game, StartPositions starts, KeepMoves keep = KeepMoves::kNo,
            const LuckEvaluatorFactory& luck = {});

  /// Pair `number` of all that have this seed. Players who take long for a decision are timed
  /// always, others in one pair of sixteen.
  PlayedPair play(Player& player, Player& opponent, std::uint64_t seed, std::int64_t number);

 private:
  Game game_;
  StartPositions starts_;
  KeepMoves keep_;
  std::unique_ptr<AfterstateList> list_;
  std::unique_ptr<LuckEvaluator> luck_;
  bool slow_ = false;  // as the pair that was timed last says
};

struct PairOptions {
  Game game = {};
  int checkers = 15;
  std::uint64_t seed = 1;
  std::int64_t first_pair = 0;  // pairs are numbered: a match can be played in parts
  std::int64_t pairs = 1000;
  int threads = 1;
  std::optional<StartPositions> starts = {};  // none: all begin at the game's
  LuckEvaluatorFactory luck = {};             // measures luck; empty: results are not adjusted
};

/// Plays the pairs on `threads` threads. The result depends on seed, numbers and players alone.
PairResult play_pairs(const PairOptions& options, const PlayerFactory& player,
                      const PlayerFactory& opponent);

/// Pairs that need not be played, and where those go that were; called by all threads.
struct PairMemo {
  std::function<std::optional<PlayedPair>(std::int64_t)> recall = {};
  std::function<void(const PlayedPair&)> keep = {};
  KeepMoves moves = KeepMoves::kNo;
};

/// The same, and hands each pair on in the order of their numbers, from any one thread at a time,
/// until `take` returns false: what it has seen then depends on no thread.
void play_pairs_in_order(const PairOptions& options, const PlayerFactory& player,
                         const PlayerFactory& opponent,
                         const std::function<bool(const PlayedPair&)>& take,
                         const PairMemo& memo = {});

}  // namespace gioul
