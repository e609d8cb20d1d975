// A vector environment: many games in parallel, played by single checker moves, with observations,
// action masks and rewards as flat arrays. The Python environments for reinforcement learning are
// built on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/games/game.h"
#include "engine/rng.h"
#include "eval/play/player.h"
#include "selfplay/envs/checker_move_env.h"

namespace gioul {

/// Selects the games of a CheckerMoveVectorEnv.
struct CheckerMoveVectorEnvOptions {
  Game game = {};
  int checkers = kMaxCheckers;  // per side
  std::uint64_t seed = 1;       // seed of the dice
  std::size_t env_count = 1;    // number of games at once
  int threads = 1;              // threads that advance the games
  bool auto_reset = true;       // start the next game in the same step that ends one
  /// If set, makes the players of the other side. The opponent moves first if the sum of the seed
  /// and the game's number is odd.
  PlayerFactory opponent_factory = {};
};

/// The saved state of a CheckerMoveVectorEnv.
struct CheckerMoveVectorCheckpoint {
  /// The state of one env (game), with the number of random numbers that it has used.
  struct EnvState {
    CheckerMoveCheckpoint game;                 // state of the game
    std::uint64_t game_number = 0;              // number of the game
    std::uint64_t dice_rng_draw_count = 0;      // number of random numbers used for dice
    std::uint64_t opponent_rng_draw_count = 0;  // number of random numbers used by the opponent
  };

  std::uint64_t seed = 1;                   // seed of the dice
  std::uint64_t action_rng_draw_count = 0;  // number of random numbers used by sample_actions()
  std::vector<EnvState> env_states;         // states of the envs, by env
  // The output of the last step (CheckerMoveVectorEnv):
  std::vector<std::int8_t> final_observations;
  std::vector<float> rewards;
  std::vector<std::uint8_t> done;
};

/// Many games (envs), played in parallel by single checker moves. Each step overwrites the output
/// arrays. Not thread-safe.
class CheckerMoveVectorEnv {
 public:
  /// Starts the first games.
  explicit CheckerMoveVectorEnv(const CheckerMoveVectorEnvOptions& options);

  /// Abandons all games and starts new ones. `seed` is the new seed of the dice.
  void reset(std::uint64_t seed);
  /// Applies one action per env: actions[i] in env i. Ignores actions for finished games. Throws
  /// InputError, and changes nothing, if an action is illegal or all games are finished.
  void step(std::span<const std::int64_t> actions);
  /// Fills `actions` with a random legal action for each env, and with 0 for finished games.
  void sample_actions(std::span<std::int64_t> actions);

  /// Returns the state of all games, for restore().
  CheckerMoveVectorCheckpoint checkpoint() const;
  /// Restores a state. Throws InputError, and changes nothing, if an environment with these options
  /// cannot reach that state.
  void restore(const CheckerMoveVectorCheckpoint& state);

  const CheckerMoveVectorEnvOptions& options() const { return options_; }
  /// Returns the current game of an env.
  const CheckerMoveEnv& game_of_env(std::size_t env) const { return envs_[env].game; }

  // The output of the last step or reset, by env:
  std::vector<std::int8_t> observations;  // [envs][kObservationSize], for the player to move
  std::vector<std::int8_t> action_masks;  // [envs][kActionCount]; 1: the action is legal
  /// If `done`: the observation of the final state, for the player that moved last.
  std::vector<std::int8_t> final_observations;
  std::vector<float> rewards;      // points for the player that moved; 0 while the game continues
  std::vector<std::uint8_t> done;  // 1 if the game has ended
  std::vector<std::uint8_t> players_to_move;  // player to move; 0 made the game's first decision

 private:
  // One env: its current game and its random numbers.
  struct EnvState {
    CheckerMoveEnv game;
    std::uint64_t game_number;  // number of the game; an env's first game has the env's index
    CounterRng dice_rng;
    CounterRng opponent_rng;
  };

  // Returns an env at the start of game `number`.
  EnvState make_env(std::uint64_t number) const;
  // Returns true if the caller decides for the player to move. Always true without an opponent.
  bool is_agent_turn(const EnvState& env) const;
  // Calls f(env) for all envs. A thread handles a block of envs in order.
  template <typename F>
  void for_each_env(const F& f);
  // Rolls dice and plays the opponent's decisions until the caller must move or the game is over.
  void advance_to_agent_turn(std::size_t env);
  // Starts game `number` in an env.
  void begin_game(std::size_t env, std::uint64_t number);
  // Writes an env's observation, action mask and player to move to the output arrays.
  void write_outputs(std::size_t env);

  CheckerMoveVectorEnvOptions options_;
  std::uint64_t seed_;       // seed of the dice
  Position start_position_;  // start position of all games
  std::vector<EnvState> envs_;
  CounterRng action_rng_;  // random numbers of sample_actions()
  // The opponents: one for each block of envs that a thread handles (for_each_env()).
  std::vector<std::unique_ptr<Player>> opponents_by_block_;
};

}  // namespace gioul
