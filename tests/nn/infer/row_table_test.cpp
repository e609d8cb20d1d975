#include "nn/infer/row_table.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "nn/kernel/row_layout.h"

namespace gioul {
namespace {

// Calls f(phase, feature, value) for everything that has a row of its own.
template <typename F>
void for_each_row(F f) {
  for_each_feature_kind([&](FeatureKind kind) {
    const bool repeated = feature_kind_traits(kind).phase_sharing == PhaseSharing::kPerPhase;
    for (int phase = 0; phase < (repeated ? kChainPhaseCount : 1); ++phase) {
      for_each_feature_value(kind, [&](Feature feature, int value) { f(phase, feature, value); });
    }
  });
}

TEST(RowTable, EachValueHasItsOwnRowBeforeTheDeltas) {
  std::set<int> rows;
  for_each_row([&](int phase, Feature feature, int value) {
    EXPECT_TRUE(rows.insert(feature_row_index(phase, feature, value)).second);
  });
  EXPECT_EQ(*rows.begin(), 0);
  EXPECT_EQ(*rows.rbegin(), kFirstDeltaRow - 1);
}

TEST(RowTable, EachDeltaHasItsOwnRowAfterTheValues) {
  std::set<int> rows;
  for_each_row([&](int phase, Feature feature, int value) {
    if (feature_kind_traits(feature.kind).constraint != FeatureConstraint::kCheckerCounts) return;
    for (int step = 1; step <= kMaxCheckerCountChange; ++step) {
      EXPECT_TRUE(rows.insert(delta_row_index(phase, feature, value, step)).second);
    }
  });
  EXPECT_EQ(*rows.begin(), kFirstDeltaRow);
  EXPECT_EQ(*rows.rbegin(), row_count(kChainPhaseCount) - 1);
}

TEST(RowTable, SharedFeaturesHaveOneRowForAllPhases) {
  const Feature pending{FeatureKind::kPendingMoves, 0};
  for (int phase = 1; phase < kChainPhaseCount; ++phase) {
    EXPECT_EQ(feature_row_index(phase, pending, 7), feature_row_index(0, pending, 7));
  }
}

TEST(RowTable, DeltasThatOverflowWrapAroundToTheNextRow) {
  const Feature feature{FeatureKind::kOppPlaces, 3};
  AlignedVector<std::int16_t> rows(static_cast<std::size_t>(kFirstDeltaRow), 0);
  const auto at = [&](int row) -> std::int16_t& { return rows[static_cast<std::size_t>(row)]; };
  at(feature_row_index(0, feature, 1)) = 30000;
  at(feature_row_index(0, feature, 2)) = -30000;
  append_delta_rows(rows, 1, 1);
  EXPECT_EQ(static_cast<int>(rows.size()), row_count(1));
  const int delta = at(delta_row_index(0, feature, 2, 1));
  EXPECT_EQ(static_cast<std::int16_t>(30000 + delta), -30000);
}

}  // namespace
}  // namespace gioul
