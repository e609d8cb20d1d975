#include "selfplay/distributed/heartbeat.h"

#include <chrono>
#include <exception>
#include <utility>

namespace gioul {

Heartbeat::Heartbeat(ProcessGroup& group, const std::vector<std::string>& hosts,
                     std::atomic<bool>& stop, LostRankHandler lost)
    : group_(group), stop_(stop), lost_(std::move(lost)), thread_([this, hosts] {
        int peer = 0;
        try {
          group_.info().rank == 0 ? lead(peer) : follow();
        } catch (const std::exception& error) {
          lost_("rank " + std::to_string(peer) + " (" + hosts[static_cast<std::size_t>(peer)] +
                ") is lost: " + error.what());
        }
      }) {}

void Heartbeat::finish(Beat beat) {
  if (!thread_.joinable()) return;
  if (group_.info().rank == 0) beat_ = beat;
  thread_.join();
}

void Heartbeat::lead(int& peer) {
  const int size = group_.info().world_size;
  for (Beat beat = Beat::kAlive; beat != Beat::kOver && beat != Beat::kFailed;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    beat = beat_;
    for (peer = 1; peer < size; ++peer) group_.send_beat(peer, static_cast<char>(beat));
    for (peer = 1; peer < size; ++peer) {
      if (group_.receive_beat(peer) != 0) stop_ = true;
    }
  }
}

void Heartbeat::follow() {
  while (beat_ != Beat::kOver && beat_ != Beat::kFailed) {
    beat_ = static_cast<Beat>(group_.receive_beat(0));
    group_.send_beat(0, stop_ ? 1 : 0);
  }
  if (beat_ == Beat::kFailed) lost_("rank 0 failed; see its message");
}

}  // namespace gioul
