#include "selfplay/envs/checker_move_vector_env.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"

namespace gioul {

namespace {

constexpr std::size_t kBlock = 16;  // envs that a thread handles at a time

// Turns an observation without dice to the other player's view.
void flip_observation(std::span<std::int8_t, kObservationSize> numbers) {
  constexpr std::size_t kObservedPoints = kPlaceCount - 2;
  const auto pinned = numbers.begin() + 2 * kPlaceCount;
  std::swap_ranges(numbers.begin(), numbers.begin() + kPlaceCount, numbers.begin() + kPlaceCount);
  std::swap_ranges(pinned, pinned + kObservedPoints, pinned + kObservedPoints);
  std::swap(numbers[kObservationSize - 2], numbers[kObservationSize - 1]);
}

}  // namespace

CheckerMoveVectorEnv::CheckerMoveVectorEnv(const CheckerMoveVectorEnvOptions& options)
    : options_(options),
      seed_(options.seed),
      start_position_(options.game.start(options.checkers)),
      action_rng_(options.seed, 0, RngStream::kShuffle) {
  const std::size_t envs = options.env_count;
  observations.resize(envs * kObservationSize);
  action_masks.resize(envs * kActionCount);
  final_observations.resize(envs * kObservationSize);
  rewards.resize(envs);
  done.resize(envs);
  players_to_move.resize(envs);
  if (options.opponent_factory) {
    for (std::size_t i = 0; i < (envs + kBlock - 1) / kBlock; ++i) {
      opponents_by_block_.push_back(options.opponent_factory());
    }
  }
  reset(options.seed);
}

CheckerMoveVectorEnv::EnvState CheckerMoveVectorEnv::make_env(std::uint64_t number) const {
  return {.game = CheckerMoveEnv(options_.game, start_position_),
          .game_number = number,
          .dice_rng = CounterRng(seed_, number, RngStream::kDice),
          .opponent_rng = CounterRng(seed_, number, RngStream::kSecondPlayer)};
}

bool CheckerMoveVectorEnv::is_agent_turn(const EnvState& env) const {
  return opponents_by_block_.empty() || env.game.player_to_move() == (env.game_number + seed_) % 2;
}

template <typename F>
void CheckerMoveVectorEnv::for_each_env(const F& f) {
  parallel_for(options_.threads, (envs_.size() + kBlock - 1) / kBlock, [&](std::size_t block) {
    const std::size_t end = std::min(envs_.size(), (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i) f(i);
  });
}

void CheckerMoveVectorEnv::reset(std::uint64_t seed) {
  seed_ = seed;
  action_rng_ = CounterRng(seed, 0, RngStream::kShuffle);
  envs_.clear();
  for (std::size_t i = 0; i < options_.env_count; ++i) envs_.push_back(make_env(i));
  std::ranges::fill(rewards, 0.0f);
  std::ranges::fill(done, std::uint8_t{0});
  for_each_env([&](std::size_t i) {
    begin_game(i, i);
    write_outputs(i);
  });
}

// With few checkers the opponent can win before the agent's first decision. Such a game has no step
// that could report it, so auto_reset skips it.
void CheckerMoveVectorEnv::begin_game(std::size_t i, std::uint64_t number) {
  do {
    envs_[i] = make_env(number);
    if (!opponents_by_block_.empty()) opponents_by_block_[i / kBlock]->begin_game();
    advance_to_agent_turn(i);
    number += envs_.size();
  } while (options_.auto_reset && envs_[i].game.is_over());
}

void CheckerMoveVectorEnv::advance_to_agent_turn(std::size_t i) {
  EnvState& env = envs_[i];
  while (!env.game.is_over()) {
    if (env.game.needs_roll()) {
      env.game.roll(env.dice_rng.roll_dice());
    } else if (!is_agent_turn(env)) {
      env.game.play(*opponents_by_block_[i / kBlock], env.opponent_rng);
    } else {
      return;
    }
  }
}

void CheckerMoveVectorEnv::write_outputs(std::size_t i) {
  const CheckerMoveEnv& game = envs_[i].game;
  players_to_move[i] = static_cast<std::uint8_t>(game.player_to_move());
  game.write_action_mask(
      std::span<std::int8_t, kActionCount>(action_masks.data() + i * kActionCount, kActionCount));
  game.write_observation(std::span<std::int8_t, kObservationSize>(
      observations.data() + i * kObservationSize, kObservationSize));
}

void CheckerMoveVectorEnv::step(std::span<const std::int64_t> actions) {
  if (actions.size() != envs_.size()) {
    throw InputError("actions: expected " + std::to_string(envs_.size()) + ", one per game; got " +
                     std::to_string(actions.size()));
  }
  if (std::ranges::all_of(envs_, [](const EnvState& env) { return env.game.is_over(); })) {
    throw InputError("all games are over: reset() begins new ones");
  }
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (envs_[i].game.is_over() || envs_[i].game.is_legal(actions[i])) continue;
    throw InputError("action " + std::to_string(actions[i]) + " of game " + std::to_string(i) +
                     ": illegal action (see the action mask)");
  }
  for_each_env([&](std::size_t i) {
    EnvState& env = envs_[i];
    rewards[i] = 0.0f;
    done[i] = 0;
    if (env.game.is_over()) return;
    const std::size_t actor = env.game.player_to_move();
    (void)env.game.play(static_cast<int>(actions[i]));
    advance_to_agent_turn(i);
    if (env.game.is_over()) {
      done[i] = 1;
      const int points = env.game.first_player_points();
      rewards[i] = static_cast<float>(actor == 0 ? points : -points);
      const std::span<std::int8_t, kObservationSize> last(
          final_observations.data() + i * kObservationSize, kObservationSize);
      env.game.write_observation(last);
      if (env.game.player_to_move() != actor) flip_observation(last);
      if (options_.auto_reset) begin_game(i, env.game_number + envs_.size());
    }
    write_outputs(i);
  });
}

CheckerMoveVectorCheckpoint CheckerMoveVectorEnv::checkpoint() const {
  CheckerMoveVectorCheckpoint state{.seed = seed_,
                                    .action_rng_draw_count = action_rng_.draw_count(),
                                    .env_states = {},
                                    .final_observations = final_observations,
                                    .rewards = rewards,
                                    .done = done};
  for (const EnvState& env : envs_) {
    state.env_states.push_back({.game = env.game.checkpoint(),
                                .game_number = env.game_number,
                                .dice_rng_draw_count = env.dice_rng.draw_count(),
                                .opponent_rng_draw_count = env.opponent_rng.draw_count()});
  }
  return state;
}

void CheckerMoveVectorEnv::restore(const CheckerMoveVectorCheckpoint& state) {
  const auto check = [](bool fits) {
    if (!fits) throw InputError("state of another environment");
  };
  check(state.env_states.size() == options_.env_count && state.rewards.size() == rewards.size() &&
        state.done.size() == done.size() &&
        state.final_observations.size() == final_observations.size());
  const std::uint64_t seed_before = std::exchange(seed_, state.seed);
  std::vector<EnvState> envs;
  try {
    for (const CheckerMoveVectorCheckpoint::EnvState& saved : state.env_states) {
      EnvState& env = envs.emplace_back(make_env(saved.game_number));
      env.game = CheckerMoveEnv(options_.game, saved.game);
      env.dice_rng.seek(saved.dice_rng_draw_count);
      env.opponent_rng.seek(saved.opponent_rng_draw_count);
      check(env.game.is_over() ? !options_.auto_reset
                               : !env.game.needs_roll() && is_agent_turn(env));
    }
  } catch (...) {
    seed_ = seed_before;
    throw;
  }
  envs_ = std::move(envs);
  action_rng_ = CounterRng(seed_, 0, RngStream::kShuffle);
  action_rng_.seek(state.action_rng_draw_count);
  final_observations = state.final_observations;
  rewards = state.rewards;
  done = state.done;
  for (std::size_t i = 0; i < envs_.size(); ++i) write_outputs(i);
}

void CheckerMoveVectorEnv::sample_actions(std::span<std::int64_t> actions) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    actions[i] = envs_[i].game.is_over() ? 0 : envs_[i].game.sample_action(action_rng_);
  }
}

}  // namespace gioul
