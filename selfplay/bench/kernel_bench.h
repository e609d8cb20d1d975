// The same work by every kernel that this processor can run: so that a path that is slow on
// somebody else's machine is seen on this one.
#pragma once

#include <string>
#include <vector>

#include "nn/encode/encoder.h"
#include "nn/net/net.h"
#include "selfplay/bench/bench.h"

namespace gioul {

struct KernelTable {
  struct Line {
    std::string name;           // "evaluations 128"
    std::vector<double> rates;  // a second, for each kernel
  };
  std::vector<std::string> kernels;  // in the order of available_kernels()
  std::vector<Line> lines;
};

/// Measures the kernels of a line in turn, three times, and keeps the best of each: a machine that
/// is busy now and then says nothing about a kernel. `options.kernel` and `hidden` don't matter.
KernelTable measure_kernels(const BenchOptions& options, const MeasureLearner& measure_learner);

/// Where a kernel is slower than half of one with narrower vectors, as a phrase such as
/// "learner 128: avx2 makes 300 a second, sse2 700"; empty if nowhere.
std::string find_cliff(const KernelTable& table);

std::string kernel_table_json(const KernelTable& table);

/// `net` with other biases: in each hidden layer so large a share of units is on, taken over all
/// units and positions of random games. `net` must fit `encoder`.
Net with_units_on(Net net, const Encoder& encoder, double share);

}  // namespace gioul
