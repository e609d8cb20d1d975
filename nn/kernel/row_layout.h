// The layout of the first layer's table of weight rows. A row holds what one value of an encoder
// feature (such as: three own checkers on point 7) adds to the sums of the hidden units. A delta
// row is the difference between the rows of two numbers of checkers on a place. The layout follows
// from the table of features (nn/encode/features.h).
#pragma once

#include <array>
#include <cstddef>

#include "nn/encode/features.h"

namespace gioul {

/// The location of the weight rows of one kind of features in the table. The rows of a feature are
/// adjacent.
struct RowRange {
  int first_row = 0;     // row of feature 0 with value 0, in phase 0
  int phase_stride = 0;  // offset to the same row in the next phase; 0 if all phases share the rows
  int first_delta_row = 0;  // first row of changes by one checker, in phase 0; checker counts only
};

/// The layout of the row table: for each phase the rows of per-phase kinds (PhaseSharing), then the
/// rows of shared kinds. Delta rows follow, for each phase and change by 1 to
/// kMaxCheckerCountChange checkers.
struct RowLayout {
  std::array<RowRange, kFeatureKindCount> row_ranges;  // the rows of each FeatureKind
  int first_delta_row = 0;                             // index of the first delta row
  int delta_stride = 0;  // number of delta rows for each phase and change
};

/// The layout of the table of weight rows, the same for all games.
inline constexpr RowLayout kRowLayout = [] {
  RowLayout layout;
  const auto rows_per_phase = [](const FeatureKindTraits& traits) {
    return traits.feature_count * traits.values_per_feature;
  };
  int phase_rows = 0;
  int shared_rows = 0;
  for (const FeatureKindTraits& traits : kFeatureKindTraits) {
    const bool repeats = traits.phase_sharing == PhaseSharing::kPerPhase;
    (repeats ? phase_rows : shared_rows) += rows_per_phase(traits);
  }
  int repeated = 0;
  int shared = kChainPhaseCount * phase_rows;
  layout.first_delta_row = shared + shared_rows;
  for (std::size_t kind = 0; kind < kFeatureKindTraits.size(); ++kind) {
    const FeatureKindTraits& traits = kFeatureKindTraits[kind];
    const bool repeats = traits.phase_sharing == PhaseSharing::kPerPhase;
    int& next = repeats ? repeated : shared;
    layout.row_ranges[kind] = {.first_row = next, .phase_stride = repeats ? phase_rows : 0};
    next += rows_per_phase(traits);
    if (traits.constraint != FeatureConstraint::kCheckerCounts) continue;
    layout.row_ranges[kind].first_delta_row = layout.first_delta_row + layout.delta_stride;
    layout.delta_stride += rows_per_phase(traits);
  }
  return layout;
}();

/// Index of the first delta row in the table, and so the number of rows before the delta rows.
inline constexpr int kFirstDeltaRow = kRowLayout.first_delta_row;
/// Returns the number of weight rows, delta rows included, for a game with this number of phases.
constexpr int row_count(int phase_count) {
  return kFirstDeltaRow + phase_count * kMaxCheckerCountChange * kRowLayout.delta_stride;
}

/// Returns the index of the weight row of a feature with this value in `phase`.
constexpr int feature_row_index(int phase, Feature feature, int value) {
  const RowRange& range = kRowLayout.row_ranges[static_cast<std::size_t>(feature.kind)];
  return range.first_row + phase * range.phase_stride +
         feature.index_in_kind * feature_kind_traits(feature.kind).values_per_feature + value;
}

/// Returns the index of the delta row that leads from count - step checkers to `count` checkers.
/// Only for kinds of features of FeatureConstraint::kCheckerCounts.
constexpr int delta_row_index(int phase, Feature feature, int count, int step) {
  const RowRange& range = kRowLayout.row_ranges[static_cast<std::size_t>(feature.kind)];
  return range.first_delta_row +
         (phase * kMaxCheckerCountChange + step - 1) * kRowLayout.delta_stride +
         feature.index_in_kind * feature_kind_traits(feature.kind).values_per_feature + count;
}

}  // namespace gioul
