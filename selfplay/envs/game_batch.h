// Plays many games at once. The caller makes the decisions: the batch lists the pending decisions
// of all games, and a step applies one choice per game. The games have the same numbers and dice as
// those of play_games(), so a caller that chooses like the net plays the same games.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/afterstates.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "selfplay/loop/recording.h"
#include "selfplay/record/game_step.h"

namespace gioul {

/// Selects the games of a GameBatch.
struct GameBatchOptions {
  Game game = {};
  int checkers = 15;       // per side
  std::uint64_t seed = 1;  // seed of the dice
  /// The number of the first game. The dice of a game depend only on the seed and the game's
  /// number.
  std::uint64_t first_game = 0;
  std::optional<std::uint64_t> max_games = {};  // games to play; none: unlimited
  std::size_t env_count = 1;                    // number of games in progress at once
  int threads = 1;                              // threads that generate the plays
};

/// The pending decisions of many games, with their afterstates (positions after each legal play) in
/// one array. An env is a slot in which one game is played after the other. The afterstates of an
/// env are contiguous: first those in which the game continues, then those that end the game.
struct BatchDecisions {
  Game game = {};
  int threads = 1;                            // number of threads of for_each_decision()
  std::vector<Decision> decisions;            // by env; meaningless if the env has no game
  std::vector<std::uint8_t> players_to_move;  // by env: player to move; 0 moved first in the game
  /// By env: 1 if the player to move also makes the next decision of the game.
  std::vector<std::uint8_t> mover_acts_next;
  std::vector<std::uint64_t> game_numbers;  // by env: number of the game
  /// By env: index of the env's first afterstate; last element: the number of all afterstates.
  std::vector<std::int64_t> afterstate_offsets;
  /// The afterstates of all envs. For a play that ends the game: the position before the play.
  std::vector<Position> afterstates;
  /// By afterstate: the way in which the play ends the game; kNone if the game continues.
  std::vector<Ending> endings;

  /// Returns the number of envs.
  std::size_t env_count() const { return decisions.size(); }
  /// Returns the number of afterstates (legal plays) of an env.
  std::size_t afterstate_count(std::size_t env) const {
    return static_cast<std::size_t>(afterstate_offsets[env + 1] - afterstate_offsets[env]);
  }
  /// Restores the move generator's result: fills `list` with the afterstates of an env.
  void fill_afterstate_list(std::size_t env, AfterstateList& list) const;
};

/// Lists the afterstates of decisions that do not come from games in progress. Env i of the result
/// has the afterstates of decisions[i], or none if decisions[i] is nullopt. All players_to_move and
/// game_numbers are 0.
std::shared_ptr<BatchDecisions> make_batch_decisions(
    Game game, int threads, std::span<const std::optional<Decision>> decisions);

/// Calls f(env, list) for each env with a decision, on batch.threads threads. `list` has the
/// afterstates of the decision.
void for_each_decision(const BatchDecisions& batch,
                       const std::function<void(std::size_t, const AfterstateList&)>& f);

/// Checks the choices of afterstates: choices[i] must be the index of an afterstate of env i,
/// counted from the env's first. Throws InputError for any other value. The choice of an env
/// without a game may have any value.
void check_choices(const BatchDecisions& batch, std::span<const std::int64_t> choices);

/// Returns the TD(0) target of each decision, for the player who decides: the value of the chosen
/// afterstate, or the result if the play ends the game. `values` has the value of each afterstate,
/// for the player to move in the afterstate. choices[i] is the index of the chosen afterstate of
/// env i, counted from the env's first. The target of an env without a game is all zeros. Throws
/// InputError for a choice out of range.
std::vector<Distribution> compute_td_targets(const BatchDecisions& batch,
                                             std::span<const Distribution> values,
                                             std::span<const std::int64_t> choices);

/// The rewards of GameBatch::step(), by env.
struct StepResult {
  std::vector<float> rewards;        // points for the player that moved; 0 while the game continues
  std::vector<std::uint8_t> done;    // 1 if the game has ended; the next game, if any, has started
  std::vector<std::uint8_t> movers;  // the player that moved; 0 moved first in the game
};

/// The saved state of a GameBatch: the choices made so far in each game. GameBatch::restore()
/// continues from it.
struct BatchCheckpoint {
  /// The state of the game of one env.
  struct EnvState {
    std::uint64_t game_index = 0;        // index of the game in the run, from 0
    std::vector<std::uint16_t> choices;  // by decision: index of the chosen afterstate
  };

  std::uint64_t games_begun = 0;     // number of games started
  std::uint64_t games_returned = 0;  // number of games that take_finished_games() has returned
  std::vector<std::optional<EnvState>> env_states;  // by env; nullopt if the env has no game
  /// The finished games that take_finished_games() has not returned yet, by game index.
  std::map<std::uint64_t, GameTotals> finished_games;
};

/// Many games at once, whose decisions the caller makes. Not thread-safe.
class GameBatch {
 public:
  /// Starts the first games. Throws InputError if `options.game` cannot be played with
  /// `options.checkers` checkers.
  explicit GameBatch(const GameBatchOptions& options);

  /// Abandons all games and starts the first games again.
  void reset();

  const GameBatchOptions& options() const { return options_; }

  /// Returns the pending decisions: the same object until the next step().
  std::shared_ptr<const BatchDecisions> decisions();

  /// Applies one choice per env: the index of an afterstate, counted from the env's first. Ignores
  /// the choice of an env without a game. Throws InputError, and changes nothing, for an index out
  /// of range or if all games are over.
  StepResult step(std::span<const std::int64_t> choices);

  /// Returns the totals of each finished game that no earlier call has returned, in order of their
  /// numbers. A game is held back while a game with a lower number is still running.
  std::vector<GameTotals> take_finished_games();

  /// Returns the state of all games, for restore().
  BatchCheckpoint checkpoint() const;
  /// Restores a state. Throws InputError, and changes nothing, if a batch with these options cannot
  /// reach that state.
  void restore(const BatchCheckpoint& state);

 private:
  // One env: its current game.
  struct EnvState {
    std::uint64_t game_index;  // index of the game in the run, from 0
    GameState state;
    CounterRng dice_rng;
    std::vector<GameStep> steps = {};         // steps of the game so far
    std::vector<std::uint16_t> choices = {};  // by step: index of the chosen afterstate

    // Rolls the dice of the next decision, unless moves are pending.
    void roll() {
      state.roll([this] { return dice_rng.roll_dice(); });
    }
  };

  // Starts the next game of the run. Returns nullopt after the last game.
  std::optional<EnvState> begin_next_game();
  // Returns an env at the start of game `index` of the run.
  EnvState make_env(std::uint64_t index) const;
  // Restores an env by replaying the choices of its game. `list` is scratch memory.
  EnvState replay_env(const BatchCheckpoint::EnvState& state, AfterstateList& list) const;

  GameBatchOptions options_;
  Position start_position_;                    // start position of all games
  std::vector<std::optional<EnvState>> envs_;  // nullopt: no game left to play in this env
  std::uint64_t games_begun_ = 0;              // number of games started
  std::uint64_t games_returned_ = 0;  // number of games that take_finished_games() has returned
  // The finished games that take_finished_games() has not returned yet, by game index.
  std::map<std::uint64_t, GameTotals> finished_games_;
  // The pending decisions; null: not generated yet.
  std::shared_ptr<const BatchDecisions> decisions_;
};

}  // namespace gioul
