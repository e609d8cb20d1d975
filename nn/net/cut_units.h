// Hidden units that never act, found by looking at what a net does with positions, and cut out.
// Training by large steps leaves many: they cost time and say nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/position.h"
#include "nn/encode/encoder.h"
#include "nn/net/net.h"

namespace gioul {

/// Whether a unit acts, by hidden layer and unit.
using UnitSet = std::vector<std::vector<bool>>;

/// Which hidden units of a net act, that is, give more than 0, in any of the positions it has seen.
/// Plain floats, whatever evaluates the net otherwise. Used by one thread at a time.
class UnitWatch {
 public:
  /// `net` must fit `encoder`, which must outlive it.
  UnitWatch(const Net& net, const Encoder& encoder);

  void see(const Position& position);

  const UnitSet& acting() const { return acting_; }
  std::uint64_t positions() const { return positions_; }

 private:
  // The weights from one input or unit of the layer before to all of this one.
  struct Layer {
    std::vector<float> weight;  // [inputs][outputs]
    std::vector<float> bias;
    std::vector<float> sums;
    void add(std::size_t input, float value);
  };

  const Encoder& encoder_;
  std::vector<Layer> layers_;  // hidden ones
  std::vector<Input> inputs_;
  UnitSet acting_;
  std::uint64_t positions_ = 0;
};

/// Both sets must be of one net.
void merge(UnitSet& into, const UnitSet& other);

/// Cuts out the units that are not in `kept`, in each layer all but one at most. Where those give 0
/// the net gives what it gave.
void cut_units(Net& net, const UnitSet& kept);

/// How many units of each hidden layer are not in `kept`.
std::vector<int> count_cut(const UnitSet& kept);

}  // namespace gioul
