// Defines the input blocks for the features in nn/encode/board_features.h. Only game_inputs.cpp
// calls these functions; it defines the other blocks.
#pragma once

#include <string>
#include <vector>

#include "engine/rules.h"
#include "nn/encode/features.h"
#include "nn/encode/input_table.h"

namespace gioul {

/// Texts that describe a pattern of points ahead.
struct PatternMeaning {
  std::string state;      // e.g. "closed"; after "just those 1, 3 steps away" or "none"
  std::string condition;  // e.g. "is closed to them"; after "the point k steps ahead"
  int first;              // first pattern that sets inputs: 0 or 1
};

/// Adds inputs for the patterns ahead of a side's checkers (FeatureKind::kOwnClosedAhead and the
/// like).
void add_patterns(InputTable& table, const Variant& variant, FeatureKind kind,
                  const std::string& owner, const PatternMeaning& meaning);

/// Adds inputs for places whose checkers can do what `can` says, for each number to be played.
void add_number_places(InputTable& table, const Variant& variant, FeatureKind kind,
                       const std::string& can);

/// Adds inputs for the surplus of moves of each number of a chain (FeatureKind::kSurplusMoves).
void add_surplus_moves(InputTable& table);

// Inputs of ContactFeatures.
void add_hitting_rolls(InputTable& table);
void add_checkers_behind(InputTable& table);
void add_pips(InputTable& table);

}  // namespace gioul
