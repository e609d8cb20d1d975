#include "selfplay/hosts/piece_player.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "base/parallel.h"
#include "nn/infer/compiled_net.h"
#include "selfplay/loop/generation.h"
#include "selfplay/loop/self_play.h"

namespace gioul {

std::string claims_of(std::uint64_t number) { return "claims/" + std::to_string(number); }

PiecePlayer::PiecePlayer(const TrainingConfig& config, SharedStore& store, int threads,
                         Deliver deliver, Fail fail)
    : config_(config),
      encoder_(encoder_of_run(config)),
      store_(store),
      threads_(threads),
      deliver_(std::move(deliver)),
      fail_(std::move(fail)),
      thread_([this] {
        try {
          serve();
        } catch (const std::exception& error) {
          fail_(error);
        }
      }) {}

void PiecePlayer::add(PieceOrder order) {
  {
    const std::scoped_lock lock(mutex_);
    orders_.push_back(std::move(order));
  }
  wake_.notify_one();
}

void PiecePlayer::finish() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void PiecePlayer::serve() {
  for (;;) {
    PieceOrder order;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stop_ || !orders_.empty(); });
      if (stop_) return;
      order = std::move(orders_.front());
      orders_.pop_front();
    }
    play(order);
  }
}

void PiecePlayer::play(const PieceOrder& order) {
  const GenerationOptions options = generation_of_run(config_, order.number, 1);
  const CompiledNet net(order.net, encoder_, parallel_loop(threads_));
  const std::string claims = claims_of(order.number);
  work_together(threads_ - 1, [&] {
    try {
      for (;;) {
        if (stop_) return;
        const auto piece = static_cast<std::uint64_t>(store_.add(claims, 1) - 1);
        const std::uint64_t first = piece * order.piece_games;
        if (first >= options.games) return;
        const std::uint64_t count = std::min(order.piece_games, options.games - first);
        std::vector<FinishedGame> games = play_piece(options, net, first, count, stop_);
        if (stop_) return;
        games_ += count;
        deliver_(order.number, piece, std::move(games));
      }
    } catch (const std::exception& error) {
      fail_(error);
    }
  });
}

}  // namespace gioul
