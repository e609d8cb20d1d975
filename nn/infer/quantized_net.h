// A net quantized for play (quantize.h): takes positions, returns outcome distributions.
//
// Each feature of the encoder (own checkers on point 7, ...) has a table with one weight row per
// value, so the first layer is a sum of rows; an afterstate differs from its parent position in a
// few rows only. Later layers process the afterstates of many decisions together: add() them,
// flush(), then read equities(). If only the best play matters, add_best() skips weak candidates.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_vector.h"
#include "base/parallel_for_fn.h"
#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "nn/encode/encoder.h"
#include "nn/infer/locality_order.h"
#include "nn/infer/pruning_net.h"
#include "nn/infer/quantize.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"

namespace gioul {

/// Working memory of QuantizedNet for one thread, reused between calls. It also holds the queued
/// positions and the results of the last flush().
class EvaluationBuffer {
 public:
  EvaluationBuffer();

 private:
  friend class QuantizedNet;
  // Value of QueuedDecision::candidate_offset if all positions of the list are queued.
  static constexpr auto kNothingPruned = static_cast<std::size_t>(-1);
  // The positions of one decision, as a range of all positions added since the last flush().
  struct QueuedDecision {
    std::size_t first_position;    // index of the first position
    std::size_t position_count;    // number of positions
    bool opponent_acts_next;       // after the decision, the other player acts
    std::size_t candidate_offset;  // offset into candidate_indices_, or kNothingPruned
  };

  // First-layer sums of accumulator_position_, computed by the net whose id_ is
  // accumulator_net_id_.
  AlignedVector<std::int16_t> accumulator_;
  Position accumulator_position_{};
  std::uint64_t accumulator_net_id_ = 0;
  // The differences between each queued position and the accumulator position. Sized for the
  // longest possible list, but rarely filled: no page is touched before it is used.
  std::unique_ptr<RowDelta[]> deltas_;
  std::unique_ptr<std::uint32_t[]> added_rows_;    // rows to which RowDelta::added_rows points
  std::unique_ptr<std::uint32_t[]> removed_rows_;  // rows to which RowDelta::removed_rows points
  std::vector<QueuedDecision> decisions_;          // decisions added since the last flush()
  std::vector<std::uint16_t> candidate_indices_;   // indices of candidates in AfterstateLists
  AlignedVector<float> pruning_scores_;            // scores of the positions of one decision
  std::vector<std::uint64_t> sort_keys_;  // pruning score and index of each position, as a sort key
  std::size_t position_count_ = 0;        // number of positions queued, or evaluated by flush()
  bool is_flushed_ = true;  // no decision waits for flush(); also true while one is being added
  AlignedVector<std::uint8_t> activations_;  // [positions][stride]: inputs of the second layer
  // Inputs of the layers after the second, [2][kPositionsPerBlock][stride].
  AlignedVector<std::uint8_t> hidden_activations_;
  std::vector<std::uint32_t> nonzero_dwords_;  // ActivationBuffers::nonzero_dwords
  AlignedVector<float> logits_;                // logits of all queued positions
  AlignedVector<float> equities_;              // results of flush(), for the players who decide
  std::vector<Distribution> distributions_;    // outputs for a part of the positions of evaluate()
  LocalityOrder locality_order_;               // order in which evaluate() takes positions
};

/// A net quantized for play. Immutable and shared by all threads; each thread needs its own
/// EvaluationBuffer.
class QuantizedNet {
 public:
  /// `net` must fit `encoder` (load_net() checks it). `parallel_for_fn` does not affect the result.
  QuantizedNet(const Net& net, const Encoder& encoder,
               const ParallelFor& parallel_for_fn = serial_for);
  /// Uses the given kernel instead of the fastest, for tests and benchmarks. The results do not
  /// depend on the kernel.
  QuantizedNet(const Net& net, const Encoder& encoder, const Kernel& kernel,
               const ParallelFor& parallel_for_fn = serial_for);

  /// Queues the positions of `list` (without endings), the afterstates of a decision at `before`,
  /// for evaluation by flush(). Returns the index of the decision among those queued since the last
  /// flush().
  std::size_t add(const Position& before, const AfterstateList& list,
                  EvaluationBuffer& buffer) const;

  /// Queues one position as a decision of its own, made by the player to move there. Returns the
  /// index of the decision.
  std::size_t add(const Position& position, EvaluationBuffer& buffer) const;

  /// Queues for evaluation only the `limit` positions of `list` that the pruning net
  /// (pruning_net.h) scores best for the player who decides at `before`. Queues all if pruning
  /// saves nothing. Returns the index of the decision among those queued.
  std::size_t add_best(const Position& before, const AfterstateList& list, std::size_t limit,
                       EvaluationBuffer& buffer) const;

  /// Returns the weights of the pruning net, after fitting them if necessary; empty if pruning
  /// would save nothing.
  PruningWeights pruning_weights() const;

  /// Evaluates all queued positions. The results are valid until the next add() or evaluate().
  void flush(EvaluationBuffer& buffer) const;

  /// Returns the equity of each queued position of a decision, in points, for the player who
  /// decides. `decision` is an index that add() or add_best() returned.
  std::span<const float> equities(std::size_t decision, const EvaluationBuffer& buffer) const;

  /// Returns the index, in the decision's AfterstateList, of the i-th position queued for the
  /// decision. The index differs from i if add_best() left out positions.
  std::size_t afterstate_index(std::size_t decision, std::size_t i,
                               const EvaluationBuffer& buffer) const;

  /// Returns the outcome distribution of the i-th queued position of a decision, for the player to
  /// move in that position.
  Distribution distribution(std::size_t decision, std::size_t i,
                            const EvaluationBuffer& buffer) const;

  /// Queues and evaluates a single decision and returns its equities, in points for the player who
  /// decides: add(), flush() and equities() in one call.
  std::span<const float> equities(const Position& before, const AfterstateList& list,
                                  EvaluationBuffer& buffer) const;

  /// Returns the outcome probabilities of a position, for the player to move.
  Distribution evaluate(const Position& position, EvaluationBuffer& buffer) const;

  /// Evaluates many positions and writes their outcome probabilities, for the players to move, to
  /// `values`. The results are the same, bit for bit, as if each were evaluated by itself, but
  /// larger batches are faster.
  void evaluate(std::span<const Position> positions, EvaluationBuffer& buffer,
                Distribution* values) const;

 private:
  // A null kernel means the fastest one.
  QuantizedNet(const Net& net, const Encoder& encoder, const ActivationStats& stats,
               const Kernel* kernel, const ParallelFor& parallel_for_fn);

  // Adds a decision to the queue and returns its index, 0 for the first one since flush(). The
  // queue counts as flushed, so that an exception discards it, until the caller clears is_flushed_.
  static std::size_t begin_decision(std::size_t position_count, bool opponent_acts_next,
                                    EvaluationBuffer& buffer);
  // Leaves in the last queued decision only the `limit` positions that the pruning net scores best,
  // and moves their differences (deltas_) to the front. `is_pending` tells whether moves of a chain
  // are owed in these positions.
  void select_candidates(bool is_pending, std::size_t limit, EvaluationBuffer& buffer) const;
  // Describes `position` in entry i of deltas_ without a base position: by all its weight rows.
  // Lists these rows in `rows` and returns the end of the list.
  std::uint32_t* list_position_rows(std::size_t i, const Position& position, std::uint32_t* rows,
                                    EvaluationBuffer& buffer) const;
  // Appends `count` positions to the buffer. The first-layer sums of position i are `base`, the
  // sums of the base position, changed by deltas_[i]. Computes from them the activations of the
  // first layer or, if there is no later layer, the logits.
  void append_delta_positions(const std::int16_t* base, std::size_t count,
                              EvaluationBuffer& buffer) const;
  // Computes the logits of all positions in the buffer, if there are later layers.
  void compute_logits(EvaluationBuffer& buffer) const;

  // Fits a pruning net to the equities of this net.
  PruningWeights fit_own_pruning_net() const;

  std::uint64_t id_;  // unique for each net; tells whose sums an EvaluationBuffer holds
  Kernel kernel_;
  FeatureRules feature_rules_;
  Game game_;                           // game that the net plays
  int checkers_per_side_ = 0;           // Net::checkers_per_side
  QuantizedWeights quantized_weights_;  // all weights
  // The hidden layers after the first. They point into quantized_weights_.
  std::vector<KernelLayer> later_hidden_layers_;
  KernelNetView kernel_view_;  // refers to quantized_weights_ and later_hidden_layers_
  std::unique_ptr<LazyPruningNet> pruning_net_;  // null if pruning saves nothing
  std::size_t activation_stride_bytes_ = 0;      // bytes of activations per position
};

/// Fits the pruning weights of the net in `file` and stores them there. Returns false, and changes
/// nothing, if pruning saves no time with this net. Throws like load_net().
bool fit_and_store_pruning_weights(const std::filesystem::path& file);

}  // namespace gioul
