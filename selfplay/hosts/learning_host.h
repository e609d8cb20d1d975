// Rank 0 of a run of several processes, which learns: it tells the others which net plays next,
// plays as well, and puts the games of all in their order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "selfplay/config/training_config.h"
#include "selfplay/hosts/join.h"
#include "selfplay/hosts/message.h"
#include "selfplay/hosts/outbox.h"
#include "selfplay/hosts/piece_player.h"
#include "selfplay/hosts/process_group.h"
#include "selfplay/loop/self_play.h"

namespace gioul {

/// Called once no process can go on, because another is lost, with a line for the user; on any
/// thread, and maybe on several. It must end this process at once: nothing that waits for the
/// others can be undone.
using WhenLost = std::function<void(const std::string& line)>;

class LearningHost : public SelfPlay {
 public:
  /// Waits for the others to join. `config` is what the run is played by. Throws InputError if one
  /// does not fit, ProcessLost if one does not come.
  LearningHost(ProcessGroup& group, const TrainingConfig& config, const RunTerms& terms,
               WhenLost when_lost);
  /// Without end(), the others learn that this process can't go on.
  ~LearningHost() override;

  void begin(std::uint64_t number, const Net& net) override;
  Generation take() override;
  bool stop_is_wanted() const override { return stop_wanted_; }
  void end() override { end_by(MessageKind::kEnd); }

  /// By rank: who takes part, and after end() how many games each has played.
  const std::vector<Partner>& partners() const { return partners_; }
  std::vector<std::uint64_t> games() const { return {games_.begin(), games_.end()}; }
  /// What has come in from the others.
  std::uint64_t bytes_received() const { return bytes_; }

 private:
  // A generation that is being played.
  struct UnderWay {
    std::uint64_t number = 0;
    std::vector<std::vector<FinishedGame>> pieces;
    std::size_t left = 0;  // pieces that are not there yet
  };

  void listen(int rank);
  void deliver(std::uint64_t number, std::uint64_t piece, std::vector<FinishedGame> games);
  void say_lost(int rank, const std::exception& error) const;
  void tell_all(const Message& message);
  void end_by(MessageKind kind);

  ProcessGroup& group_;
  const TrainingConfig config_;
  WhenLost when_lost_;
  std::vector<Partner> partners_;
  std::uint64_t piece_games_ = 1;
  std::vector<std::uint64_t> games_;
  std::vector<std::atomic<std::int64_t>> heard_;  // when each rank was heard last
  std::atomic<std::uint64_t> bytes_ = 0;
  std::atomic<bool> stop_wanted_ = false;
  bool ended_ = false;
  std::mutex mutex_;  // of what is under way
  std::deque<UnderWay> under_way_;
  std::condition_variable arrived_;
  std::vector<std::thread> listeners_;
  std::unique_ptr<Outbox> outbox_;
  std::unique_ptr<PiecePlayer> player_;
};

}  // namespace gioul
