#include "selfplay/train/local_generation_source.h"

#include "base/parallel.h"
#include "nn/infer/quantized_net.h"
#include "selfplay/loop/generation_source.h"

namespace gioul {

void LocalGenerationSource::start_generation(std::uint64_t number, const Net& net) {
  queued_generations_.emplace_back(number, net);
  if (!running_generation_.valid()) start_next_generation();
}

Generation LocalGenerationSource::wait_for_generation() {
  Generation played = running_generation_.get();
  if (!queued_generations_.empty()) start_next_generation();
  return played;
}

void LocalGenerationSource::cancel() {
  running_generation_ = std::future<Generation>();
  queued_generations_.clear();
}

void LocalGenerationSource::start_next_generation() {
  running_generation_ =
      std::async(std::launch::async, [this, next = std::move(queued_generations_.front())] {
        return play(next.first, next.second);
      });
  queued_generations_.pop_front();
}

Generation LocalGenerationSource::play(std::uint64_t number, const Net& net) {
  const GenerationOptions options =
      make_generation_options(config_, number, selfplay_thread_count(config_));
  if (options.games == 0) return {};
  const QuantizedNet quantized_net(net, encoder_, make_parallel_for(options.threads));
  return merge_into_generation(play_training_games(
      options, quantized_net, [this] { return stop_ != nullptr && stop_->load(); }));
}

}  // namespace gioul
