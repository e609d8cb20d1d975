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

/// Luck is stored as an integer, in units of 1 / kLuckUnitsPerPoint point.
inline constexpr int kLuckUnitsPerPoint = 10'000;

/// The result of a game. Arrays are indexed by player: player 0 makes the first decision.
struct GameResult {
  Outcome outcome = Outcome::kTie;       // outcome for player 0
  std::array<int, 2> decision_counts{};  // number of decisions of each player
  int roll_count = 0;                    // number of rolls of both players
  int forfeited_chain_count = 0;  // number of chains whose unplayed rest passed to the opponent
  bool is_timed = false;          // true if decisions were timed
  /// Time that each player spent on its decisions, in nanoseconds; set only if `is_timed`.
  std::array<std::int64_t, 2> decision_nanoseconds{};
  /// The player (0 or 1) that lost by failing (PlayerFailure); -1: none.
  int failed_player = -1;
  std::string failure_reason;  // error message of the failed player
  /// The luck of all rolls for player 0, in units of 1 / kLuckUnitsPerPoint point; nullopt if it
  /// was not measured. As an integer, it can be summed over games in any order.
  std::optional<std::int64_t> luck_units;
  /// The luck of all rolls for player 0, by outcome: the amount that the rolls added to the
  /// probability of each outcome. All 0 if luck was not measured. Not saved in result stores, which
  /// have only `luck_units`.
  Value luck_by_outcome{};
  std::int64_t luck_nanoseconds = 0;  // time spent measuring luck; set only if `is_timed`

  int total_decisions() const { return decision_counts[0] + decision_counts[1]; }
};

/// The random streams of one game: one for the dice and one for the decisions of each player. Both
/// games of a mirrored pair get equal streams, and so the same dice.
struct GameRng {
  CounterRng dice_rng;                    // random numbers of the rolls
  std::array<CounterRng, 2> player_rngs;  // random numbers for the decisions of each player

  /// Makes the streams of game number `game` of a run with this seed.
  GameRng(std::uint64_t seed, std::uint64_t game)
      : dice_rng(seed, game, RngStream::kDice),
        player_rngs{CounterRng(seed, game, RngStream::kFirstPlayer),
                    CounterRng(seed, game, RngStream::kSecondPlayer)} {}
};

/// Selects whether the time of decisions is measured. Measuring costs a fast player about 5 % of
/// its time.
enum class DecisionTiming { kNone, kDecisions };

/// Returns the outcome for a player that failed, whose checkers are `side`: a loss of one point, or
/// of two points if no checker is off.
constexpr Outcome failure_outcome(const Side& side) {
  return side.count(kOff) == 0 ? Outcome::kLose2 : Outcome::kLose1;
}

/// Plays a game from `start` to its end; players[0] makes the first decision. A player that throws
/// PlayerFailure loses. `list` is scratch memory. If `transitions` is not null, the decisions of
/// the game are appended to it. If `luck_evaluator` is not null, it measures the luck of the rolls.
GameResult play_game(Game game, const Position& start, std::array<Player*, 2> players, GameRng rng,
                     AfterstateList& list, DecisionTiming timing = DecisionTiming::kNone,
                     std::vector<Transition>* transitions = nullptr,
                     LuckEvaluator* luck_evaluator = nullptr);

/// Formats the roll of a decision, or the number of pending moves (owed from a chain or forfeited
/// by the opponent): "3-1", "owed 12" or "forfeit 10".
std::string format_roll_or_pending(const Decision& decision);

/// Returns a legal play that leads from the position of a transition to its afterstate. Several
/// plays may do so, and a transition does not store which one was chosen.
Play find_transition_play(Game game, const Transition& transition);

/// Formats the decisions of a game as text, one per line.
std::string format_game_moves(Game game, std::span<const Transition> transitions);

/// Plays games from the start position of a game. Not thread-safe; each thread has its own.
class GameRunner {
 public:
  /// Throws InputError if the game cannot be played with this number of checkers per side.
  GameRunner(Game game, int checkers) : game_(game), start_position_(game.start(checkers)) {}

  /// Plays a game; `first` makes the first decision. `transitions` and `luck` may be null; they are
  /// used as in play_game().
  GameResult play(Player& first, Player& second, const GameRng& rng,
                  std::vector<Transition>* transitions = nullptr, LuckEvaluator* luck = nullptr) {
    return play_game(game_, start_position_, {&first, &second}, rng, *list_, DecisionTiming::kNone,
                     transitions, luck);
  }

 private:
  Game game_;
  Position start_position_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

}  // namespace gioul
