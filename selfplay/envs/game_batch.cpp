#include "selfplay/envs/game_batch.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"
#include "engine/outcome.h"

namespace gioul {

namespace {

constexpr std::size_t kBatchBlock = 16;  // envs that a thread handles at a time

// Calls f(first, end) for blocks of envs on the batch's threads.
template <typename F>
void for_env_blocks(int threads, std::size_t envs, const F& f) {
  parallel_for(threads, (envs + kBatchBlock - 1) / kBatchBlock, [&](std::size_t block) {
    f(block * kBatchBlock, std::min(envs, (block + 1) * kBatchBlock));
  });
}

}  // namespace

void check_choices(const BatchDecisions& batch, std::span<const std::int64_t> choices) {
  if (choices.size() != batch.env_count()) {
    throw InputError("choices: expected " + std::to_string(batch.env_count()) +
                     ", one per game; got " + std::to_string(choices.size()));
  }
  for (std::size_t env = 0; env < choices.size(); ++env) {
    const auto count = static_cast<std::int64_t>(batch.afterstate_count(env));
    if (count == 0 || (choices[env] >= 0 && choices[env] < count)) continue;
    throw InputError("choice " + std::to_string(choices[env]) + " of game " + std::to_string(env) +
                     ": expected 0 to " + std::to_string(count - 1));
  }
}

void BatchDecisions::fill_afterstate_list(std::size_t env, AfterstateList& list) const {
  list.clear(decisions[env].dice);
  const auto first = static_cast<std::size_t>(afterstate_offsets[env]);
  const auto end = static_cast<std::size_t>(afterstate_offsets[env + 1]);
  std::size_t positions = end;
  while (positions > first && endings[positions - 1] != Ending::kNone) --positions;
  list.set_positions_end(
      std::copy(afterstates.data() + first, afterstates.data() + positions, list.positions_end()));
  for (std::size_t i = positions; i < end; ++i) list.add_ending(endings[i]);
  list.set_mover_acts_next(mover_acts_next[env] != 0);
}

void for_each_decision(const BatchDecisions& batch,
                       const std::function<void(std::size_t, const AfterstateList&)>& f) {
  for_env_blocks(batch.threads, batch.env_count(), [&](std::size_t env, std::size_t end) {
    thread_local const auto list = std::make_unique_for_overwrite<AfterstateList>();
    for (; env < end; ++env) {
      if (batch.afterstate_count(env) == 0) continue;
      batch.fill_afterstate_list(env, *list);
      f(env, *list);
    }
  });
}

std::shared_ptr<BatchDecisions> make_batch_decisions(
    Game game, int threads, std::span<const std::optional<Decision>> decisions) {
  struct Block {
    std::vector<Position> positions;
    std::vector<Ending> endings;
  };
  const std::size_t envs = decisions.size();
  auto batch = std::make_shared<BatchDecisions>();
  batch->game = game;
  batch->threads = threads;
  batch->decisions.resize(envs);
  batch->players_to_move.resize(envs);
  batch->mover_acts_next.resize(envs);
  batch->game_numbers.resize(envs);
  batch->afterstate_offsets.resize(envs + 1);
  std::vector<Block> blocks((envs + kBatchBlock - 1) / kBatchBlock);
  for_env_blocks(threads, envs, [&](std::size_t env, std::size_t end) {
    thread_local const auto list = std::make_unique_for_overwrite<AfterstateList>();
    Block& block = blocks[env / kBatchBlock];
    for (; env < end; ++env) {
      if (!decisions[env]) continue;
      const Decision& decision = *decisions[env];
      game.generate_afterstates(decision.position, decision.dice, *list);
      const auto positions = list->positions();
      block.positions.insert(block.positions.end(), positions.begin(), positions.end());
      block.positions.resize(block.positions.size() + list->size() - positions.size(),
                             decision.position);
      block.endings.resize(block.endings.size() + positions.size(), Ending::kNone);
      for (std::size_t index = positions.size(); index < list->size(); ++index) {
        block.endings.push_back(list->ending(index));
      }
      batch->decisions[env] = decision;
      batch->mover_acts_next[env] = list->mover_acts_next() ? 1 : 0;
      batch->afterstate_offsets[env + 1] = static_cast<std::int64_t>(list->size());
    }
  });
  for (std::size_t env = 0; env < envs; ++env) {
    batch->afterstate_offsets[env + 1] += batch->afterstate_offsets[env];
  }
  batch->afterstates.reserve(static_cast<std::size_t>(batch->afterstate_offsets.back()));
  batch->endings.reserve(static_cast<std::size_t>(batch->afterstate_offsets.back()));
  for (const Block& block : blocks) {
    batch->afterstates.insert(batch->afterstates.end(), block.positions.begin(),
                              block.positions.end());
    batch->endings.insert(batch->endings.end(), block.endings.begin(), block.endings.end());
  }
  return batch;
}

std::vector<Distribution> compute_td_targets(const BatchDecisions& batch,
                                             std::span<const Distribution> values,
                                             std::span<const std::int64_t> choices) {
  check_choices(batch, choices);
  std::vector<Distribution> targets(batch.env_count());
  for (std::size_t env = 0; env < targets.size(); ++env) {
    if (batch.afterstate_count(env) == 0) continue;
    const auto chosen = static_cast<std::size_t>(batch.afterstate_offsets[env] + choices[env]);
    if (batch.endings[chosen] != Ending::kNone) {
      targets[env] = one_hot(outcome_of(batch.endings[chosen]));
    } else {
      targets[env] = batch.mover_acts_next[env] != 0 ? values[chosen] : flipped(values[chosen]);
    }
  }
  return targets;
}

GameBatch::GameBatch(const GameBatchOptions& options)
    : options_(options), start_position_(options.game.start(options.checkers)) {
  reset();
}

void GameBatch::reset() {
  games_begun_ = 0;
  games_returned_ = 0;
  finished_games_.clear();
  decisions_.reset();
  envs_.clear();
  for (std::size_t i = 0; i < options_.env_count; ++i) envs_.push_back(begin_next_game());
}

std::optional<GameBatch::EnvState> GameBatch::begin_next_game() {
  if (options_.max_games && games_begun_ == *options_.max_games) return std::nullopt;
  return make_env(games_begun_++);
}

GameBatch::EnvState GameBatch::make_env(std::uint64_t index) const {
  EnvState env{
      .game_index = index,
      .state = GameState(start_position_),
      .dice_rng = CounterRng(options_.seed, options_.first_game + index, RngStream::kDice)};
  env.roll();
  return env;
}

std::shared_ptr<const BatchDecisions> GameBatch::decisions() {
  if (decisions_) return decisions_;
  std::vector<std::optional<Decision>> due;
  for (const std::optional<EnvState>& env : envs_) {
    due.push_back(env ? std::optional(env->state.decision()) : std::nullopt);
  }
  const auto batch = make_batch_decisions(options_.game, options_.threads, due);
  for (std::size_t i = 0; i < envs_.size(); ++i) {
    if (!envs_[i]) continue;
    batch->players_to_move[i] = static_cast<std::uint8_t>(envs_[i]->state.player_to_move());
    batch->game_numbers[i] = options_.first_game + envs_[i]->game_index;
  }
  decisions_ = batch;
  return decisions_;
}

StepResult GameBatch::step(std::span<const std::int64_t> choices) {
  const std::shared_ptr<const BatchDecisions> batch = decisions();
  check_choices(*batch, choices);
  if (batch->afterstates.empty()) {
    throw InputError("all games are over; reset() starts the batch again");
  }
  StepResult result;
  result.rewards.resize(choices.size());
  result.done.resize(choices.size());
  result.movers = batch->players_to_move;
  decisions_.reset();
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (!envs_[i]) continue;
    EnvState& env = *envs_[i];
    const auto index = static_cast<std::size_t>(batch->afterstate_offsets[i] + choices[i]);
    const bool mover_acts_next = batch->mover_acts_next[i] != 0;
    const Ending ending = batch->endings[index];
    env.steps.push_back({.decision = env.state.decision(), .mover_acts_next = mover_acts_next});
    env.choices.push_back(static_cast<std::uint16_t>(choices[i]));
    if (env.state.apply(ending, batch->afterstates[index], mover_acts_next)) {
      env.roll();
      continue;
    }
    result.done[i] = 1;
    result.rewards[i] = static_cast<float>(points(outcome_of(ending)));
    finished_games_[env.game_index] =
        make_game_totals(game_hash(env.steps), env.steps.size(), points(env.state.outcome()));
    envs_[i] = begin_next_game();
  }
  return result;
}

std::vector<GameTotals> GameBatch::take_finished_games() {
  std::vector<GameTotals> games;
  for (auto next = finished_games_.find(games_returned_); next != finished_games_.end();
       next = finished_games_.find(games_returned_)) {
    games.push_back(next->second);
    finished_games_.erase(next);
    ++games_returned_;
  }
  return games;
}

BatchCheckpoint GameBatch::checkpoint() const {
  BatchCheckpoint state{.games_begun = games_begun_,
                        .games_returned = games_returned_,
                        .env_states = {},
                        .finished_games = finished_games_};
  for (const std::optional<EnvState>& env : envs_) {
    state.env_states.emplace_back();
    if (env) state.env_states.back() = {.game_index = env->game_index, .choices = env->choices};
  }
  return state;
}

GameBatch::EnvState GameBatch::replay_env(const BatchCheckpoint::EnvState& state,
                                          AfterstateList& list) const {
  EnvState env = make_env(state.game_index);
  for (const std::uint16_t index : state.choices) {
    options_.game.generate_afterstates(env.state.position(), env.state.dice(), list);
    env.steps.push_back(
        {.decision = env.state.decision(), .mover_acts_next = list.mover_acts_next()});
    env.choices.push_back(index);
    if (index >= list.size() || !env.state.apply(list, index)) {
      throw InputError("game " + std::to_string(options_.first_game + state.game_index) +
                       ": invalid record of its decisions");
    }
    env.roll();
  }
  return env;
}

void GameBatch::restore(const BatchCheckpoint& state) {
  const bool fits = state.env_states.size() == options_.env_count &&
                    state.games_returned <= state.games_begun &&
                    (!options_.max_games || state.games_begun <= *options_.max_games);
  if (!fits) throw InputError("state of another batch of games");
  const auto list = std::make_unique_for_overwrite<AfterstateList>();
  std::vector<std::optional<EnvState>> envs;
  for (const std::optional<BatchCheckpoint::EnvState>& env : state.env_states) {
    envs.emplace_back();
    if (!env) continue;
    if (env->game_index >= state.games_begun) throw InputError("a game that has not started");
    envs.back() = replay_env(*env, *list);
  }
  games_begun_ = state.games_begun;
  games_returned_ = state.games_returned;
  finished_games_ = state.finished_games;
  envs_ = std::move(envs);
  decisions_.reset();
}

}  // namespace gioul
