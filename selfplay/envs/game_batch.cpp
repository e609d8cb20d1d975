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

using OwnList = std::unique_ptr<AfterstateList>;

OwnList new_list() { return std::make_unique_for_overwrite<AfterstateList>(); }

// Calls f(first, end) for blocks of envs on the batch's threads.
template <typename F>
void in_blocks_of_seats(int threads, std::size_t seats, const F& f) {
  parallel_for(threads, (seats + kBatchBlock - 1) / kBatchBlock, [&](std::size_t block) {
    f(block * kBatchBlock, std::min(seats, (block + 1) * kBatchBlock));
  });
}

void check_choice(const BatchDecisions& batch, std::size_t seat, std::int64_t choice) {
  const auto lines = static_cast<std::int64_t>(batch.lines(seat));
  if (lines == 0 || (choice >= 0 && choice < lines)) return;
  throw InputError("choice " + std::to_string(choice) + " of game " + std::to_string(seat) +
                   ": expected 0 to " + std::to_string(lines - 1));
}

}  // namespace

void BatchDecisions::restore(std::size_t seat, AfterstateList& list) const {
  list.clear(decisions[seat].dice);
  const auto first = static_cast<std::size_t>(offsets[seat]);
  const auto end = static_cast<std::size_t>(offsets[seat + 1]);
  std::size_t positions = end;
  while (positions > first && endings[positions - 1] != Ending::kNone) --positions;
  list.set_end(std::copy(afterstates.data() + first, afterstates.data() + positions, list.end()));
  for (std::size_t i = positions; i < end; ++i) list.add_ending(endings[i]);
  list.set_mover_acts_next(acts_again[seat] != 0);
}

void for_each_decision(const BatchDecisions& batch,
                       const std::function<void(std::size_t, const AfterstateList&)>& f) {
  in_blocks_of_seats(batch.threads, batch.seats(), [&](std::size_t seat, std::size_t end) {
    thread_local const OwnList list = new_list();
    for (; seat < end; ++seat) {
      if (batch.lines(seat) == 0) continue;
      batch.restore(seat, *list);
      f(seat, *list);
    }
  });
}

std::shared_ptr<BatchDecisions> list_decisions(Game game, int threads,
                                               std::span<const std::optional<Decision>> decisions) {
  struct Part {
    std::vector<Position> positions;
    std::vector<Ending> endings;
  };
  const std::size_t seats = decisions.size();
  auto batch = std::make_shared<BatchDecisions>();
  batch->game = game;
  batch->threads = threads;
  batch->decisions.resize(seats);
  batch->actors.resize(seats);
  batch->acts_again.resize(seats);
  batch->numbers.resize(seats);
  batch->offsets.resize(seats + 1);
  std::vector<Part> parts((seats + kBatchBlock - 1) / kBatchBlock);
  in_blocks_of_seats(threads, seats, [&](std::size_t seat, std::size_t end) {
    thread_local const OwnList list = new_list();
    Part& part = parts[seat / kBatchBlock];
    for (; seat < end; ++seat) {
      if (!decisions[seat]) continue;
      const Decision& decision = *decisions[seat];
      game.generate(decision.position, decision.dice, *list);
      const auto positions = list->positions();
      part.positions.insert(part.positions.end(), positions.begin(), positions.end());
      part.positions.resize(part.positions.size() + list->size() - positions.size(),
                            decision.position);
      part.endings.resize(part.endings.size() + positions.size(), Ending::kNone);
      for (std::size_t line = positions.size(); line < list->size(); ++line) {
        part.endings.push_back(list->ending(line));
      }
      batch->decisions[seat] = decision;
      batch->acts_again[seat] = list->mover_acts_next() ? 1 : 0;
      batch->offsets[seat + 1] = static_cast<std::int64_t>(list->size());
    }
  });
  for (std::size_t seat = 0; seat < seats; ++seat) {
    batch->offsets[seat + 1] += batch->offsets[seat];
  }
  batch->afterstates.reserve(static_cast<std::size_t>(batch->offsets.back()));
  batch->endings.reserve(static_cast<std::size_t>(batch->offsets.back()));
  for (const Part& part : parts) {
    batch->afterstates.insert(batch->afterstates.end(), part.positions.begin(),
                              part.positions.end());
    batch->endings.insert(batch->endings.end(), part.endings.begin(), part.endings.end());
  }
  return batch;
}

GameBatch::GameBatch(const GameBatchOptions& options)
    : options_(options), start_(options.game.start(options.checkers)) {
  reset();
}

void GameBatch::reset() {
  begun_ = 0;
  taken_ = 0;
  finished_.clear();
  decisions_.reset();
  seats_.clear();
  for (std::size_t i = 0; i < options_.seats; ++i) seats_.push_back(next_seat());
}

std::optional<GameBatch::Seat> GameBatch::next_seat() {
  if (options_.games && begun_ == *options_.games) return std::nullopt;
  return seat_at(begun_++);
}

GameBatch::Seat GameBatch::seat_at(std::uint64_t place) const {
  Seat seat{.place = place,
            .state = GameState(start_),
            .dice = CounterRng(options_.seed, options_.first_game + place, Stream::kDice)};
  seat.roll();
  return seat;
}

std::shared_ptr<const BatchDecisions> GameBatch::decisions() {
  if (decisions_) return decisions_;
  std::vector<std::optional<Decision>> due;
  for (const std::optional<Seat>& seat : seats_) {
    due.push_back(seat ? std::optional(seat->state.decision()) : std::nullopt);
  }
  const auto batch = list_decisions(options_.game, options_.threads, due);
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (!seats_[i]) continue;
    batch->actors[i] = static_cast<std::uint8_t>(seats_[i]->state.actor());
    batch->numbers[i] = options_.first_game + seats_[i]->place;
  }
  decisions_ = batch;
  return decisions_;
}

BatchStep GameBatch::step(std::span<const std::int64_t> choices) {
  const std::shared_ptr<const BatchDecisions> batch = decisions();
  if (choices.size() != batch->seats()) {
    throw InputError(std::to_string(choices.size()) + " choices (expected one per game, " +
                     std::to_string(batch->seats()) + " games)");
  }
  for (std::size_t seat = 0; seat < choices.size(); ++seat) {
    check_choice(*batch, seat, choices[seat]);
  }
  BatchStep result;
  result.rewards.resize(choices.size());
  result.done.resize(choices.size());
  result.actors = batch->actors;
  decisions_.reset();
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (!seats_[i]) continue;
    Seat& seat = *seats_[i];
    const auto line = static_cast<std::size_t>(batch->offsets[i] + choices[i]);
    const bool acts_again = batch->acts_again[i] != 0;
    const Ending ending = batch->endings[line];
    seat.visits.push_back({.decision = seat.state.decision(), .acts_again = acts_again});
    seat.lines.push_back(static_cast<std::uint16_t>(choices[i]));
    if (seat.state.apply(ending, batch->afterstates[line], acts_again)) {
      seat.roll();
      continue;
    }
    result.done[i] = 1;
    result.rewards[i] = static_cast<float>(points(outcome_of(ending)));
    finish(seat);
    seats_[i] = next_seat();
  }
  return result;
}

void GameBatch::finish(const Seat& seat) {
  finished_[seat.place] = {.hash = hash_of(seat.visits),
                           .decisions = seat.visits.size(),
                           .points = points(seat.state.outcome())};
}

std::vector<PlayedGame> GameBatch::take_finished() {
  std::vector<PlayedGame> games;
  for (auto next = finished_.find(taken_); next != finished_.end(); next = finished_.find(taken_)) {
    games.push_back(next->second);
    finished_.erase(next);
    ++taken_;
  }
  return games;
}

BatchState GameBatch::state() const {
  BatchState state{.begun = begun_, .taken = taken_, .seats = {}, .finished = finished_};
  for (const std::optional<Seat>& seat : seats_) {
    state.seats.emplace_back();
    if (seat) state.seats.back() = {.place = seat->place, .lines = seat->lines};
  }
  return state;
}

GameBatch::Seat GameBatch::played_seat(const BatchState::Seat& state, AfterstateList& list) const {
  Seat seat = seat_at(state.place);
  for (const std::uint16_t line : state.lines) {
    options_.game.generate(seat.state.position(), seat.state.dice(), list);
    seat.visits.push_back(
        {.decision = seat.state.decision(), .acts_again = list.mover_acts_next()});
    seat.lines.push_back(line);
    if (line >= list.size() || !seat.state.apply(list, line)) {
      throw InputError("game " + std::to_string(options_.first_game + state.place) +
                       ": invalid record of its decisions");
    }
    seat.roll();
  }
  return seat;
}

void GameBatch::restore(const BatchState& state) {
  const bool fits = state.seats.size() == options_.seats && state.taken <= state.begun &&
                    (!options_.games || state.begun <= *options_.games);
  if (!fits) throw InputError("state of another batch of games");
  const OwnList list = new_list();
  std::vector<std::optional<Seat>> seats;
  for (const std::optional<BatchState::Seat>& seat : state.seats) {
    seats.emplace_back();
    if (!seat) continue;
    if (seat->place >= state.begun) throw InputError("a game that has not started");
    seats.back() = played_seat(*seat, *list);
  }
  begun_ = state.begun;
  taken_ = state.taken;
  finished_ = state.finished;
  seats_ = std::move(seats);
  decisions_.reset();
}

}  // namespace gioul
