#include "selfplay/train/local_generation_source.h"

#include "base/parallel.h"
#include "nn/infer/quantized_net.h"
#include "selfplay/loop/generation_source.h"

namespace gioul {

void LocalGenerationSource::start(std::uint64_t number, const Net& net) {
  waiting_.emplace_back(number, net);
  if (!playing_.valid()) start_next();
}

Generation LocalGenerationSource::wait() {
  Generation played = playing_.get();
  if (!waiting_.empty()) start_next();
  return played;
}

void LocalGenerationSource::cancel() {
  playing_ = std::future<Generation>();
  waiting_.clear();
}

void LocalGenerationSource::start_next() {
  playing_ = std::async(std::launch::async, [this, next = std::move(waiting_.front())] {
    return play(next.first, next.second);
  });
  waiting_.pop_front();
}

Generation LocalGenerationSource::play(std::uint64_t number, const Net& net) {
  const GenerationOptions options = generation_options(config_, number, selfplay_threads(config_));
  if (options.games == 0) return {};
  const QuantizedNet compiled(net, encoder_, make_parallel_for(options.threads));
  return play_generation(options, compiled);
}

}  // namespace gioul
