// A net as self-play and tournaments evaluate it, with decisions of its games: what the
// speeds of evaluation are measured on.
#pragma once

#include <vector>

#include "nn/encode/encoder.h"
#include "nn/infer/compiled_net.h"
#include "selfplay/bench/bench_options.h"
#include "selfplay/bench/measurement.h"

namespace gioul {

class BenchNet {
 public:
  BenchNet(const BenchOptions& options, const Encoder& encoder, const Net& net)
      : options_(options),
        compiled_(net, encoder, options.kernel),
        decisions_(real_decisions(options.game, options.checkers, compiled_)) {}

  /// Each takes about so many seconds.
  double evals(double seconds) const { return measure_evals(decisions_, compiled_, seconds); }
  double selfplay_games(double seconds) const {
    return measure_selfplay(
        {.game = options_.game, .checkers = options_.checkers, .threads = options_.threads},
        compiled_, seconds);
  }

 private:
  BenchOptions options_;
  CompiledNet compiled_;
  std::vector<RealDecision> decisions_;
};

}  // namespace gioul
