// The thread of a process that sends: in the order in which things were posted, and between them a
// sign of life twice a second.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace gioul {

class Outbox {
 public:
  /// `send_alive` is called by that thread, as all that is posted is. `fail` gets what one of them
  /// throws, and nothing is sent after it.
  Outbox(std::function<void()> send_alive, std::function<void(const std::exception&)> fail);
  ~Outbox() { finish(); }
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  void post(std::function<void()> send);

  /// Returns when all that was posted has been sent; nothing is sent from then on.
  void finish();

 private:
  void serve();

  std::function<void()> send_alive_;
  std::function<void(const std::exception&)> fail_;
  std::mutex mutex_;  // of the next two
  std::deque<std::function<void()>> posted_;
  bool closed_ = false;
  std::condition_variable wake_;
  std::thread thread_;
};

}  // namespace gioul
