#include "selfplay/generation.h"

#include <tbb/enumerable_thread_specific.h>

#include <memory>

#include "engine/notation.h"
#include "engine/variants.h"
#include "eval/parallel.h"
#include "eval/player.h"
#include "selfplay/game_in_play.h"

namespace gioul {

namespace {

// One thread's memory.
struct Worker {
  std::unique_ptr<AfterstateList> list = std::make_unique<AfterstateList>();
  EvaluationBuffer buffer;
};

template <Rules R>
void play(GameInPlay& game, const NetEvaluator& net, Worker& worker) {
  AfterstateList& list = *worker.list;
  for (;;) {
    game.generate<R>(list);
    const std::size_t line = best_line(list, net.equities(game.position(), list, worker.buffer));
    if (!game.choose(list, line)) return;
    game.set_value(net.distribution(line, worker.buffer));
  }
}

}  // namespace

Generation play_generation(const GenerationOptions& options, const NetEvaluator& net) {
  std::vector<FinishedGame> games(options.games);
  visit_variant(options.variant, [&]<Rules R>(std::type_identity<R>) {
    const Position start = start_position(R::kAxes, options.checkers);
    tbb::enumerable_thread_specific<Worker> workers;
    parallel_for(options.threads, games.size(), [&](std::size_t i) {
      GameInPlay game(start, options.seed, options.first_game + i);
      play<R>(game, net, workers.local());
      games[i] = game.learn(static_cast<float>(options.lambda));
    });
  });
  return gather(games);
}

}  // namespace gioul
