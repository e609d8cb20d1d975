// Defines the input blocks for the features of nn/encode/board_features.h. Only game_inputs.cpp,
// which defines the other blocks, calls these functions.
#pragma once

#include <string>
#include <vector>

#include "engine/rules.h"
#include "nn/encode/features.h"
#include "nn/encode/input_table.h"

namespace gioul {

/// Describes in words what a pattern of points ahead means; used in the descriptions of inputs.
struct PatternMeaning {
  std::string state;      // e.g. "closed", as in "just those 1, 3 steps away closed"
  std::string condition;  // e.g. "is closed to them"; after "the point k steps ahead"
  int first;              // smallest pattern that sets inputs: 0 or 1
};

/// Adds inputs for the patterns ahead of a side's checkers (FeatureKind::kOwnClosedAhead and the
/// like).
void add_patterns(InputTable& table, const Variant& variant, FeatureKind kind,
                  const std::string& owner, const PatternMeaning& meaning);

/// Adds inputs for the places from which a checker can move as `can` says, for each number to be
/// played.
void add_number_places(InputTable& table, const Variant& variant, FeatureKind kind,
                       const std::string& can);

/// Adds inputs for ChainMobility::surplus_moves (FeatureKind::kSurplusMoves).
void add_surplus_moves(InputTable& table);

/// Each of these adds the inputs of some members of ContactFeatures.
void add_hitting_rolls(InputTable& table);
void add_checkers_behind(InputTable& table);
void add_pips(InputTable& table);

}  // namespace gioul
