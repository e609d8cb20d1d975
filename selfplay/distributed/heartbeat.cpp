#include "selfplay/distributed/heartbeat.h"

#include <chrono>
#include <exception>
#include <utility>

namespace gioul {

Heartbeat::Heartbeat(ProcessGroup& group, const std::vector<std::string>& hosts,
                     std::atomic<bool>& stop, LostRankHandler lost)
    : group_(group), stop_(stop), on_lost_rank_(std::move(lost)), thread_([this, hosts] {
        int peer = 0;
        try {
          group_.rank_info().rank == 0 ? exchange_beats_as_leader(peer)
                                       : exchange_beats_as_follower();
        } catch (const std::exception& error) {
          on_lost_rank_("rank " + std::to_string(peer) + " (" +
                        hosts[static_cast<std::size_t>(peer)] + ") is lost: " + error.what());
        }
      }) {}

void Heartbeat::end_thread(Beat beat) {
  if (!thread_.joinable()) return;
  if (group_.rank_info().rank == 0) current_beat_ = beat;
  thread_.join();
}

void Heartbeat::exchange_beats_as_leader(int& peer) {
  const int size = group_.rank_info().world_size;
  for (Beat beat = Beat::kAlive; beat != Beat::kRunEnded && beat != Beat::kRunFailed;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    beat = current_beat_;
    for (peer = 1; peer < size; ++peer) group_.send_beat(peer, static_cast<char>(beat));
    for (peer = 1; peer < size; ++peer) {
      if (group_.receive_beat(peer) != 0) stop_ = true;
    }
  }
}

void Heartbeat::exchange_beats_as_follower() {
  while (current_beat_ != Beat::kRunEnded && current_beat_ != Beat::kRunFailed) {
    current_beat_ = static_cast<Beat>(group_.receive_beat(0));
    group_.send_beat(0, stop_ ? 1 : 0);
  }
  if (current_beat_ == Beat::kRunFailed) on_lost_rank_("rank 0 failed; see its message");
}

}  // namespace gioul
