#include "selfplay/train/local_self_play.h"

#include <string>

#include "base/parallel.h"
#include "nn/infer/compiled_net.h"
#include "selfplay/loop/lockstep.h"
#include "selfplay/loop/self_play.h"

namespace gioul {

LocalSelfPlay::LocalSelfPlay(const TrainingConfig& config, const Net& shape)
    : config_(config), encoder_(encoder_of_run(config)) {
  if (config.training.evaluation == Evaluation::kTorch) {
    torch_ =
        std::make_unique<TorchNet>(shape, encoder_, std::string(name_of(config.training.device)));
  }
}

void LocalSelfPlay::begin(std::uint64_t number, const Net& net) {
  waiting_.emplace_back(number, net);
  if (!playing_.valid()) start_next();
}

Generation LocalSelfPlay::take() {
  Generation played = playing_.get();
  if (!waiting_.empty()) start_next();
  return played;
}

void LocalSelfPlay::start_next() {
  playing_ = begin_beside(
      [this, next = std::move(waiting_.front())] { return play(next.first, next.second); });
  waiting_.pop_front();
}

Generation LocalSelfPlay::play(std::uint64_t number, const Net& net) const {
  const GenerationOptions options = generation_of_run(config_, number, selfplay_threads(config_));
  if (options.games == 0) return {};
  if (torch_ == nullptr) {
    const CompiledNet compiled(net, encoder_, parallel_loop(options.threads));
    return play_generation(options, compiled);
  }
  torch_->set_net(net);
  return play_lockstep(options, *torch_);
}

}  // namespace gioul
