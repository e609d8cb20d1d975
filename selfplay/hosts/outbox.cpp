#include "selfplay/hosts/outbox.h"

#include <chrono>
#include <exception>
#include <utility>

namespace gioul {

Outbox::Outbox(std::function<void()> send_alive, std::function<void(const std::exception&)> fail)
    : send_alive_(std::move(send_alive)), fail_(std::move(fail)), thread_([this] {
        try {
          serve();
        } catch (const std::exception& error) {
          fail_(error);
        }
      }) {}

void Outbox::post(std::function<void()> send) {
  {
    const std::scoped_lock lock(mutex_);
    posted_.push_back(std::move(send));
  }
  wake_.notify_one();
}

void Outbox::finish() {
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Outbox::serve() {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kPause{500};
  Clock::time_point alive_at = Clock::now() + kPause;
  for (;;) {
    std::function<void()> send;
    {
      std::unique_lock lock(mutex_);
      wake_.wait_until(lock, alive_at, [this] { return closed_ || !posted_.empty(); });
      if (posted_.empty() && closed_) return;
      if (!posted_.empty()) {
        send = std::move(posted_.front());
        posted_.pop_front();
      }
    }
    if (send) send();
    if (Clock::now() < alive_at) continue;
    send_alive_();
    alive_at = Clock::now() + kPause;
  }
}

}  // namespace gioul
