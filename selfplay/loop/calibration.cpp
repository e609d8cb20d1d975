#include "selfplay/loop/calibration.h"

#include <algorithm>

namespace gioul {

void count_predictions(std::span<const Visit> visits, Outcome last_result,
                       Calibration& calibration) {
  Outcome result = last_result;
  for (std::size_t i = visits.size(); i-- > 1;) {  // the start has no prediction
    if (i + 1 < visits.size() && !visits[i].acts_again) result = flipped(result);
    const Distribution& value = visits[i].value;
    const int won = points(result);
    const auto count = [&](std::size_t which, float probability, bool happened) {
      const auto bin = static_cast<std::size_t>(probability * Calibration::kBins);
      CalibrationBin& to = calibration.bins[which][std::min(bin, Calibration::kBins - 1)];
      ++to.count;
      to.predicted += static_cast<double>(probability);
      to.actual += happened ? 1 : 0;
    };
    count(0, value[3] + value[4], won > 0);
    count(1, value[4], won == 2);
    count(2, value[0], won == -2);
  }
}

void Calibration::add(const Calibration& other) {
  for (std::size_t which = 0; which < bins.size(); ++which) {
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      bins[which][bin].count += other.bins[which][bin].count;
      bins[which][bin].predicted += other.bins[which][bin].predicted;
      bins[which][bin].actual += other.bins[which][bin].actual;
    }
  }
}

}  // namespace gioul
