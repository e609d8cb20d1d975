// What every process of a run does, the learning one too: claim pieces of a generation from the
// store, play them, and claim the next, until all are claimed by somebody.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "nn/encode/encoder.h"
#include "nn/net/net.h"
#include "selfplay/config/training_config.h"
#include "selfplay/hosts/process_group.h"
#include "selfplay/loop/targets.h"

namespace gioul {

/// A generation to be played by `net` in pieces of `piece_games` games, the last maybe fewer.
struct PieceOrder {
  std::uint64_t number = 0;
  std::uint64_t piece_games = 1;
  Net net;
};

/// The key by which its pieces are claimed.
std::string claims_of(std::uint64_t number);

class PiecePlayer {
 public:
  /// Gets each piece, on the thread that played it.
  using Deliver =
      std::function<void(std::uint64_t number, std::uint64_t piece, std::vector<FinishedGame>)>;
  /// Gets what ended the work, on the thread that met it.
  using Fail = std::function<void(const std::exception&)>;

  PiecePlayer(const TrainingConfig& config, SharedStore& store, int threads, Deliver deliver,
              Fail fail);
  /// Leaves unplayed what is not played yet.
  ~PiecePlayer() { finish(); }
  PiecePlayer(const PiecePlayer&) = delete;
  PiecePlayer& operator=(const PiecePlayer&) = delete;

  /// Orders are followed one after the other.
  void add(PieceOrder order);

  /// Ends after the games that are being played now; no piece is delivered from then on.
  void finish();

  std::uint64_t games() const { return games_; }

 private:
  void serve();
  void play(const PieceOrder& order);

  const TrainingConfig config_;
  Encoder encoder_;
  SharedStore& store_;
  int threads_;
  Deliver deliver_;
  Fail fail_;
  std::atomic<std::uint64_t> games_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;  // of the orders
  std::deque<PieceOrder> orders_;
  std::condition_variable wake_;
  std::thread thread_;
};

}  // namespace gioul
