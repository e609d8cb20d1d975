// One game between two players, from a position to its result.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "engine/rng.h"
#include "engine/turn.h"
#include "eval/play/luck_evaluator.h"
#include "eval/play/player.h"

namespace gioul {

inline constexpr int kLuckUnits = 10'000;  // per point

/// Counts and times are those of the player who makes the first decision, then of the other.
struct GameResult {
  Outcome outcome = Outcome::kTie;  // for the first player
  std::array<int, 2> decisions{};
  int rolls = 0;
  int forfeits = 0;  // chains whose rest passed to the opponent
  bool timed = false;
  std::array<std::int64_t, 2> nanoseconds{};  // spent on decisions, if timed
  int failed = -1;                            // who could not go on, 0 or 1; -1: nobody
  std::string failure;                        // why
  /// The luck of all rolls for the first player, in kLuckUnits per point, if it was measured:
  /// an integer, so that sums do not depend on the order of games.
  std::optional<std::int64_t> luck;
  std::int64_t luck_nanoseconds = 0;  // spent on it, if timed

  int total_decisions() const { return decisions[0] + decisions[1]; }
};

/// The random numbers of one game: the dice, and a stream for each seat. The two games of a
/// mirrored pair get equal ones.
struct GameRandom {
  CounterRng dice;
  std::array<CounterRng, 2> seats;

  GameRandom(std::uint64_t seed, std::uint64_t game)
      : dice(seed, game, Stream::kDice),
        seats{CounterRng(seed, game, Stream::kFirstSeat),
              CounterRng(seed, game, Stream::kSecondSeat)} {}
};

/// Looking at the clock twice a decision costs a fast player some 5 % of his time.
enum class Timing { kNone, kDecisions };

/// How a game ends for `side` whose player can't go on: lost, by two points if nothing is off.
constexpr Outcome failed_outcome(const Side& side) {
  return side.count(kOff) == 0 ? Outcome::kLose2 : Outcome::kLose1;
}

/// Plays to the end; players[0] makes the first decision at `start`. `list` is working memory. A
/// player that throws PlayerFailure loses. The decisions are added to `notes`, if given; `luck`
/// measures the luck of the rolls, if given.
GameResult play_game(Game game, const Position& start, std::array<Player*, 2> players,
                     GameRandom random, AfterstateList& list, Timing timing = Timing::kNone,
                     std::vector<MadeDecision>* notes = nullptr, LuckEvaluator* luck = nullptr);

/// What the player to act has to play: "3-1", "owed 12", "forfeit 10".
std::string demand_text(const Decision& decision);

/// One play that was made in the decision.
Play play_of(Game game, const MadeDecision& made);

/// The text of the decisions that play_game() noted; each line with its end.
std::string game_moves(Game game, std::span<const MadeDecision> notes);

/// Where single games of one kind are played; one thread's.
class GameTable {
 public:
  /// Throws InputError for a game that is not played with so many checkers.
  GameTable(Game game, int checkers) : game_(game), start_(game.start(checkers)) {}

  /// From the start to the end; `first` makes the first decision. The decisions are added to
  /// `notes`, if given.
  GameResult play(Player& first, Player& second, const GameRandom& random,
                  std::vector<MadeDecision>* notes = nullptr) {
    return play_game(game_, start_, {&first, &second}, random, *list_, Timing::kNone, notes);
  }

 private:
  Game game_;
  Position start_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

}  // namespace gioul
