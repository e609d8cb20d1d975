// Examples as the trainer's batches. A batch is encoded while the one before it is learned, by
// whoever has time, share by share.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nn/encode/encoder.h"
#include "nn/train/trainer.h"
#include "selfplay/loop/targets.h"

namespace gioul {

class BatchEncoder {
 public:
  /// Keeps a reference to `encoder`. What is encoded does not depend on `threads`, that may help.
  BatchEncoder(const Encoder& encoder, int threads);

  /// The next batch is of these and their groups, if any; both stay where they are until it is
  /// taken. No thread may be helping.
  void begin(std::span<const TrainingExample* const> examples,
             std::span<const std::uint32_t> groups = {});
  /// Any number of threads at the same time; together they have encoded all when all have returned.
  void help();
  /// Swaps what was encoded with `batch`.
  void take(TrainingBatch& batch);

 private:
  void encode(std::size_t share);
  void join();

  const Encoder& encoder_;
  std::span<const TrainingExample* const> examples_;
  std::span<const std::uint32_t> groups_;
  std::vector<TrainingBatch> shares_;
  std::atomic<std::size_t> taken_ = 0;  // of the shares
  std::atomic<std::size_t> done_ = 0;
  TrainingBatch joined_;
};

}  // namespace gioul
