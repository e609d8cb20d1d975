// A net compiled for play: positions in, outcome distributions out, in integers (int_net.h).
//
// Every slot of the encoder (own checkers on point 7, ...) has a table of weight rows, one a value,
// so the first layer is a sum of rows; afterstates differ from their parent in a few rows only.
// Later layers take the afterstates of many decisions at once: add() them, flush(), and ask for
// equities(). Who wants only the best play of each can have most left out: add_likeliest().
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_vector.h"
#include "base/loop.h"
#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "nn/encode/encoder.h"
#include "nn/infer/glance.h"
#include "nn/infer/int_net.h"
#include "nn/infer/neighbour_order.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"

namespace gioul {

/// Memory in which one thread evaluates; reused from call to call.
class EvaluationBuffer {
 public:
  EvaluationBuffer();

  /// Positions that add() has been given since the last flush().
  std::size_t waiting() const { return flushed_ ? 0 : size_; }

 private:
  friend class CompiledNet;
  static constexpr auto kAll = static_cast<std::size_t>(-1);
  // The positions of one decision among all that were added.
  struct Decision {
    std::size_t begin;
    std::size_t count;
    bool negated;             // the mover does not act next
    std::size_t first_place;  // of places_; kAll: they are the whole list
  };

  AlignedVector<std::int16_t> base_;  // of base_position_, by the net with this id
  Position base_position_{};
  std::uint64_t base_net_ = 0;
  // For the longest list there is, and hardly ever used to the end: no page is touched before that.
  std::unique_ptr<ChangedRows[]> changes_;
  std::unique_ptr<std::uint32_t[]> added_;  // what changes_ point to, also the rows of positions
  std::unique_ptr<std::uint32_t[]> removed_;
  std::vector<Decision> decisions_;
  std::vector<std::uint16_t> places_;  // in their lists, of the likeliest positions
  AlignedVector<float> glances_;
  std::vector<std::uint64_t> keys_;
  std::size_t size_ = 0;  // positions of them
  bool flushed_ = true;
  AlignedVector<std::uint8_t> active_;   // [positions][stride]: what enters the second layer
  AlignedVector<std::uint8_t> between_;  // [2][kKernelBlock][stride]: what enters those after it
  std::vector<std::uint32_t> numbers_;
  AlignedVector<float> logits_;
  AlignedVector<float> equities_;
  std::vector<Distribution> values_;
  NeighbourOrder order_;
};

/// Immutable: one is shared by all threads, each with its own buffer.
class CompiledNet {
 public:
  /// `net` must fit `encoder` (load_net checks it). The same for any `loop`.
  CompiledNet(const Net& net, const Encoder& encoder, const Loop& loop = loop_alone);
  /// With a kernel other than the fastest, for tests and measurements: the result is the same.
  CompiledNet(const Net& net, const Encoder& encoder, const Kernel& kernel,
              const Loop& loop = loop_alone);
  CompiledNet(CompiledNet&&) = default;
  CompiledNet& operator=(CompiledNet&&) = default;

  /// Puts the positions of `list` (not its endings), which the decision at `before` leads to,
  /// beside those that wait in `buffer`; returns the decision's number among them, 0 for the first
  /// since flush().
  std::size_t add(const Position& before, const AfterstateList& list,
                  EvaluationBuffer& buffer) const;

  /// Puts one position beside them, as a decision of one position for its own player.
  std::size_t add(const Position& position, EvaluationBuffer& buffer) const;

  /// add() of no more than `most` positions, those that seem best to the decision's player at a
  /// glance (glance.h): all, where nothing can be saved.
  std::size_t add_likeliest(const Position& before, const AfterstateList& list, std::size_t most,
                            EvaluationBuffer& buffer) const;

  /// The weights that it chooses them by; none of nets for which they would save nothing.
  PruningWeights pruning_weights() const;

  /// Evaluates all that wait. What follows holds until the next add().
  void flush(EvaluationBuffer& buffer) const;

  /// The equity of each position of a decision that was added, **for the player who decides**.
  std::span<const float> equities(std::size_t decision, const EvaluationBuffer& buffer) const;

  /// Which position of its decision's list the i-th that was added is.
  std::size_t place(std::size_t decision, std::size_t i, const EvaluationBuffer& buffer) const;

  /// The distribution of the i-th position of a decision, seen by its player to act.
  Distribution distribution(std::size_t decision, std::size_t i,
                            const EvaluationBuffer& buffer) const;

  /// The three for one decision alone.
  std::span<const float> equities(const Position& before, const AfterstateList& list,
                                  EvaluationBuffer& buffer) const;
  Distribution distribution(std::size_t i, const EvaluationBuffer& buffer) const {
    return distribution(std::size_t{0}, i, buffer);
  }

  /// The value of one position for its player to act.
  Distribution evaluate(const Position& position, EvaluationBuffer& buffer) const;

  /// The values of many positions, the same to the last bit as one by one: faster, the more of them
  /// are given at once. `values` has room for all.
  void evaluate(std::span<const Position> positions, EvaluationBuffer& buffer,
                Distribution* values) const;

 private:
  // Of no kernel: the fastest.
  CompiledNet(const Net& net, const Encoder& encoder, const ActivationSample& sample,
              const Kernel* kernel, const Loop& loop);

  // The number of the decision to be added, the first one since flush() being 0.
  static std::size_t begin_decision(EvaluationBuffer& buffer);
  // Leaves those of the `most` likeliest of a decision's `count` positions in changes_.
  struct Glanced {
    std::size_t count;
    bool is_pending;
    bool negated;
  };
  void keep_likeliest(const Glanced& list, std::size_t most, EvaluationBuffer& buffer) const;
  std::uint32_t* list_alone(std::size_t i, const Position& position, std::uint32_t* rows,
                            EvaluationBuffer& buffer) const;
  void append(const std::int16_t* base, std::size_t count, EvaluationBuffer& buffer) const;
  void find_logits(EvaluationBuffer& buffer) const;
  // Of the first `count` of changes_, from nothing.
  void find_logits_alone(std::size_t count, EvaluationBuffer& buffer) const;

  Glance learn_own_glance() const;

  std::uint64_t id_;  // of no other net
  Kernel kernel_;
  SightRules sight_rules_;
  Game game_;
  int checkers_ = 0;
  IntNet net_;
  std::vector<KernelLayer> later_;
  KernelNet view_;                      // of the two
  std::unique_ptr<LazyGlance> glance_;  // null where it would save nothing
  std::size_t stride_ = 0;              // bytes that the activations of a position take
};

/// Fits the pruning weights of the net in `file` and writes them there. Throws as load_net(), and
/// Interrupted.
void fit_pruning_weights(const std::filesystem::path& file);

}  // namespace gioul
