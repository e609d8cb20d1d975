#include "selfplay/generation.h"

#include <tbb/enumerable_thread_specific.h>

#include <memory>

#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/rng.h"
#include "engine/variants.h"
#include "eval/parallel.h"
#include "eval/player.h"

namespace gioul {

namespace {

// One thread's memory.
struct Worker {
  std::unique_ptr<AfterstateList> list = std::make_unique<AfterstateList>();
  EvaluationBuffer buffer;
  std::vector<Visit> visits;
};

struct Game {
  std::vector<TrainingExample> examples;
  Outcome outcome = Outcome::kTie;  // for the player who moved first
  std::uint64_t hash = 0;
};

// Plays one game into worker.visits; returns the result seen by the last player to act.
template <Rules R>
Outcome play(const Position& start, const NetEvaluator& net, CounterRng dice_rng, Worker& worker) {
  worker.visits.clear();
  Position position = start;
  Distribution value{};  // of the start: nobody learns from it
  for (;;) {
    const Dice dice = position.is_pending() ? Dice{1, 1} : dice_rng.roll();
    AfterstateList& list = *worker.list;
    generate_afterstates<R>(position, dice, list);
    const std::size_t line = best_line(list, net.equities(position, list, worker.buffer));
    worker.visits.push_back({position, value, dice, list.mover_acts_next()});
    const Ending ending = list.ending(line);
    if (ending != Ending::kNone) return outcome_of(ending);
    position = list.positions()[line];
    value = net.distribution(line, worker.buffer);
  }
}

// Walks back from the result. The return of a position mixes the next position's value, and its
// return, both turned to this position's player.
Game learn_from(std::span<const Visit> visits, Outcome last_result, float lambda) {
  Game game;
  game.examples.resize(visits.size());
  Distribution later = certain(last_result);  // the return at the end, seen by the last player
  bool first_acts = true;
  for (std::size_t i = visits.size(); i-- > 0;) {
    const Visit& visit = visits[i];
    if (i + 1 < visits.size()) {
      const Distribution& value = visits[i + 1].value;
      for (std::size_t o = 0; o < kOutcomes; ++o) {
        later[o] = (1.0f - lambda) * value[o] + lambda * later[o];
      }
      if (!visit.acts_again) {
        later = flipped(later);
        first_acts = !first_acts;
      }
    }
    game.examples[i] = {visit.position, later};
  }
  // first_acts was flipped at every change of turn: it tells whether the last player was the first.
  game.outcome = first_acts ? last_result : flipped(last_result);
  game.hash = hash_of(visits);
  return game;
}

Generation gather(std::vector<Game>& games) {
  Generation generation;
  std::size_t total = 0;
  for (const Game& game : games) total += game.examples.size();
  generation.examples.reserve(total);
  for (const Game& game : games) {
    generation.examples.insert(generation.examples.end(), game.examples.begin(),
                               game.examples.end());
    const int won = points(game.outcome);
    ++generation.games;
    generation.gammons += won == 2 || won == -2 ? 1 : 0;
    generation.first_mover_points += won;
    generation.hash = mix64(generation.hash ^ game.hash);
  }
  return generation;
}

}  // namespace

void play_games(const GenerationOptions& options, const NetEvaluator& net, const GameSink& sink) {
  visit_variant(options.variant, [&]<Rules R>(std::type_identity<R>) {
    const Position start = start_position(R::kAxes, options.checkers);
    tbb::enumerable_thread_specific<Worker> workers;
    parallel_for(options.threads, options.games, [&](std::uint64_t i) {
      Worker& worker = workers.local();
      const CounterRng dice(options.seed, options.first_game + i, Stream::kDice);
      const Outcome result = play<R>(start, net, dice, worker);
      sink(i, worker.visits, result);
    });
  });
}

std::uint64_t hash_of(std::span<const Visit> visits) {
  std::uint64_t hash = 0;
  for (std::size_t i = visits.size(); i-- > 0;) {
    hash = mix64(hash ^ PositionHash{}(visits[i].position));
  }
  return hash;
}

Generation play_generation(const GenerationOptions& options, const NetEvaluator& net) {
  std::vector<Game> games(options.games);
  const auto lambda = static_cast<float>(options.lambda);
  play_games(options, net, [&](std::uint64_t i, std::span<const Visit> visits, Outcome result) {
    games[i] = learn_from(visits, result, lambda);
  });
  return gather(games);
}

}  // namespace gioul
