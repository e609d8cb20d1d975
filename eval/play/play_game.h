// Plays one game between two players, from a position to its result.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/afterstates.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "engine/rng.h"
#include "eval/play/luck_evaluator.h"
#include "eval/play/player.h"

namespace gioul {

inline constexpr int kLuckUnits = 10'000;  // units of luck per point

/// The result of a game. Arrays are indexed by player: 0 makes the first decision.
struct GameResult {
  Outcome outcome = Outcome::kTie;  // for player 0
  std::array<int, 2> decisions{};   // number of decisions of each player
  int rolls = 0;                    // of both players
  int forfeits = 0;                 // chains whose unplayed rest passed to the opponent
  bool timed = false;               // whether decisions were timed
  /// Time spent on decisions by each player; only if `timed`.
  std::array<std::int64_t, 2> decision_nanoseconds{};
  int failed_player = -1;      // 0 or 1 if that player threw PlayerFailure; else -1
  std::string failure_reason;  // the message of that PlayerFailure
  /// The luck of all rolls for player 0, in kLuckUnits per point; nullopt if it was not measured.
  /// It is an integer so that sums do not depend on the order of games.
  std::optional<std::int64_t> luck;
  std::int64_t luck_nanoseconds = 0;  // time spent measuring luck; only if `timed`

  int total_decisions() const { return decisions[0] + decisions[1]; }
};

/// The random streams of one game: one for the dice and one for each player. Both games of a
/// mirrored pair get equal streams.
struct GameRng {
  CounterRng dice;                  // random numbers of the rolls
  std::array<CounterRng, 2> seats;  // random numbers for the decisions of each player

  GameRng(std::uint64_t seed, std::uint64_t game)
      : dice(seed, game, Stream::kDice),
        seats{CounterRng(seed, game, Stream::kFirstSeat),
              CounterRng(seed, game, Stream::kSecondSeat)} {}
};

/// Whether to measure the time of decisions. Reading the clock costs a fast player about 5 % of its
/// time.
enum class Timing { kNone, kDecisions };

/// Returns the outcome for a player that cannot continue: a loss of one point, or of two points if
/// `side`, its checkers, has none off.
constexpr Outcome forfeit_outcome(const Side& side) {
  return side.count(kOff) == 0 ? Outcome::kLose2 : Outcome::kLose1;
}

/// Plays a game from `start` to its end; players[0] makes the first decision. A player that throws
/// PlayerFailure loses. `list` is scratch memory. If given, all transitions are appended to
/// `transitions`, and `luck` measures the luck of the rolls.
GameResult play_game(Game game, const Position& start, std::array<Player*, 2> players,
                     GameRng random, AfterstateList& list, Timing timing = Timing::kNone,
                     std::vector<Transition>* transitions = nullptr, LuckEvaluator* luck = nullptr);

/// Formats the roll or the owed moves of a decision: "3-1", "owed 12" or "forfeit 10".
std::string format_to_play(const Decision& decision);

/// Returns a legal play that leads from the position of the transition to its afterstate.
Play find_transition_play(Game game, const Transition& transition);

/// Formats the transitions of a game as text, one per line.
std::string format_game_moves(Game game, std::span<const Transition> transitions);

/// Plays games from the start position of a game. Not thread-safe; each thread has its own.
class GameRunner {
 public:
  /// Throws InputError if the game cannot be played with this number of checkers per side.
  GameRunner(Game game, int checkers) : game_(game), start_(game.start(checkers)) {}

  /// Plays a game; `first` makes the first decision. Appends all transitions to `transitions`, if
  /// given.
  GameResult play(Player& first, Player& second, const GameRng& random,
                  std::vector<Transition>* transitions = nullptr) {
    return play_game(game_, start_, {&first, &second}, random, *list_, Timing::kNone, transitions);
  }

 private:
  Game game_;
  Position start_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

}  // namespace gioul
