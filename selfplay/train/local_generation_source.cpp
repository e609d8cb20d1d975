#include "selfplay/train/local_generation_source.h"

#include "base/parallel.h"
#include "nn/infer/quantized_net.h"
#include "selfplay/loop/generation_source.h"

namespace gioul {

void LocalSelfPlay::begin(std::uint64_t number, const Net& net) {
  waiting_.emplace_back(number, net);
  if (!playing_.valid()) start_next();
}

Generation LocalSelfPlay::take() {
  Generation played = playing_.get();
  if (!waiting_.empty()) start_next();
  return played;
}

void LocalSelfPlay::wait() {
  playing_ = std::future<Generation>();
  waiting_.clear();
}

void LocalSelfPlay::start_next() {
  playing_ = std::async(std::launch::async, [this, next = std::move(waiting_.front())] {
    return play(next.first, next.second);
  });
  waiting_.pop_front();
}

Generation LocalSelfPlay::play(std::uint64_t number, const Net& net) {
  const GenerationOptions options = generation_of_run(config_, number, selfplay_threads(config_));
  if (options.games == 0) return {};
  const QuantizedNet compiled(net, encoder_, make_parallel_for(options.threads));
  return play_generation(options, compiled);
}

}  // namespace gioul
