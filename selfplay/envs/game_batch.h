// Plays many games at once whose decisions the caller makes. Each step lists all pending decisions,
// then applies one choice per game. The games have the same numbers and dice as in play_games(), so
// a caller that chooses like the net plays the same games.
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
  /// The number of the first game. A game's dice depend only on the seed and its number.
  std::uint64_t first_game = 0;
  std::optional<std::uint64_t> game_count = {};  // games to play; none: unlimited
  std::size_t env_count = 1;                     // number of games in progress at once
  int threads = 1;                               // threads that generate the plays
};

/// The pending decisions of many games, with their afterstates (positions after each legal play) in
/// one array. An env is a slot that plays one game after the other. The afterstates of an env are
/// contiguous: first those after which the game continues, then those that end it.
struct BatchDecisions {
  Game game = {};
  int threads = 1;                            // threads of for_each_decision()
  std::vector<Decision> decisions;            // by env; meaningless if the env has no game
  std::vector<std::uint8_t> players_to_move;  // by env: player to move; 0 moved first in the game
  std::vector<std::uint8_t> mover_acts_next;  // by env: the player to move decides next, too
  std::vector<std::uint64_t> game_numbers;    // game numbers, by env
  std::vector<std::int64_t>
      afterstate_offsets;             // index of each env's first afterstate; last: their number
  std::vector<Position> afterstates;  // if the play ends the game: the position before the play
  std::vector<Ending> endings;        // by afterstate: how the play ends the game, if it does

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
/// has those of decisions[i], or none if that is empty. All players_to_move and game_numbers are 0.
std::shared_ptr<BatchDecisions> make_batch_decisions(
    Game game, int threads, std::span<const std::optional<Decision>> decisions);

/// Calls f(env, list) for each env with a decision; `list` has its afterstates. Runs on
/// batch.threads threads.
void for_each_decision(const BatchDecisions& batch,
                       const std::function<void(std::size_t, const AfterstateList&)>& f);

/// Throws InputError unless choices[i] is the index of an afterstate of env i, counted from the
/// env's first, for each env. The choice of an env without a game may have any value.
void check_choices(const BatchDecisions& batch, std::span<const std::int64_t> choices);

/// Returns the TD(0) target of each decision, for the player who decides: the value of the chosen
/// afterstate, or the result if the play ends the game. `values` are those of the afterstates, for
/// their players to move; choices[i] counts from the first afterstate of env i. The target of an
/// env without a game is 0. Throws InputError for a choice out of range.
std::vector<Distribution> compute_td_targets(const BatchDecisions& batch,
                                             std::span<const Distribution> values,
                                             std::span<const std::int64_t> choices);

/// The rewards of GameBatch::step(), by env.
struct StepResult {
  std::vector<float> rewards;        // points for the player that moved; 0 while the game continues
  std::vector<std::uint8_t> done;    // 1 if the game has ended; the next one starts, if any
  std::vector<std::uint8_t> movers;  // players that moved; 0 moved first in the game
};

/// The saved state of a GameBatch: the choices made so far in each game. GameBatch::restore()
/// continues from it.
struct BatchCheckpoint {
  struct EnvState {
    std::uint64_t game_index = 0;        // index of the game in the run, from 0
    std::vector<std::uint16_t> choices;  // chosen afterstates, by decision
  };

  std::uint64_t games_begun = 0;     // number of games started
  std::uint64_t games_returned = 0;  // number of games that take_finished_games() has returned
  std::vector<std::optional<EnvState>> env_states;      // by env; none if the env has no game
  std::map<std::uint64_t, GameSummary> finished_games;  // not taken yet, by index
};

/// Many games at once, whose decisions the caller makes. Not thread-safe.
class GameBatch {
 public:
  /// Starts the first games. Throws InputError if `options.game` cannot be played with
  /// `options.checkers` checkers.
  explicit GameBatch(const GameBatchOptions& options);

  /// Abandons all games and starts again with the first ones.
  void reset();

  const GameBatchOptions& options() const { return options_; }

  /// Returns the pending decisions: the same object until the next step().
  std::shared_ptr<const BatchDecisions> decisions();

  /// Applies one choice per env: the index of an afterstate, counted from the env's first. Ignores
  /// the choice of an env without a game. Throws InputError for an index out of range, or if all
  /// games are over; then nothing has changed.
  StepResult step(std::span<const std::int64_t> choices);

  /// Returns the games that have ended since the last call, in order of their numbers. A game is
  /// held back while one with a lower number is still running.
  std::vector<GameSummary> take_finished_games();

  /// Returns the state of all games, for restore().
  BatchCheckpoint checkpoint() const;
  /// Restores a state. Throws InputError if no batch with these options can have it; then nothing
  /// has changed.
  void restore(const BatchCheckpoint& state);

 private:
  struct EnvState {
    std::uint64_t game_index;  // index of the game in the run, from 0
    GameState state;
    CounterRng dice_rng;
    std::vector<GameStep> steps = {};
    std::vector<std::uint16_t> choices = {};  // chosen afterstates, by step

    void roll() {
      state.roll([this] { return dice_rng.roll_dice(); });
    }
  };

  // Starts the next game of the run. Returns nothing after the last.
  std::optional<EnvState> begin_next_game();
  // Starts game `index` of the run.
  EnvState make_env(std::uint64_t index) const;
  // Restores a game by replaying its choices. `list` is scratch memory.
  EnvState replay_env(const BatchCheckpoint::EnvState& state, AfterstateList& list) const;
  // Adds a game that has ended to finished_games_.
  void finish(const EnvState& env);

  GameBatchOptions options_;
  Position start_;  // start position of all games
  std::vector<std::optional<EnvState>> envs_;
  std::uint64_t games_begun_ = 0;     // number of games started
  std::uint64_t games_returned_ = 0;  // number of games that take_finished_games() has returned
  std::map<std::uint64_t, GameSummary> finished_games_;  // by index in the run
  std::shared_ptr<const BatchDecisions> decisions_;  // the pending ones; null: not generated yet
};

}  // namespace gioul
