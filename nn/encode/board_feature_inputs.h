// Defines the input blocks for the features of nn/encode/board_features.h. Only game_inputs.cpp,
// which defines the other blocks, calls these functions.
#pragma once

#include <string>

#include "engine/rules.h"
#include "nn/encode/features.h"
#include "nn/encode/input_table.h"

namespace gioul {

/// The words for one kind of pattern in the descriptions of inputs. A pattern says which of the six
/// points ahead of a checker have some property, such as being closed; see pattern_ahead().
struct PatternWording {
  /// An adjective for the points of a pattern, such as "closed" in "just those 1, 3 steps away
  /// closed".
  std::string point_adjective;
  /// A predicate for such a point, such as "is closed to them" in "the point k steps ahead is
  /// closed to them".
  std::string point_predicate;
  /// The smallest pattern that sets inputs: 0, or 1 if the empty pattern sets none.
  int min_pattern_with_inputs;
};

/// Adds the inputs of a kind of pattern features, such as FeatureKind::kClosedAheadOfOwn, to
/// `table`. `owner` (the player whose checkers look ahead) and `meaning` supply words for the
/// descriptions of the inputs.
void add_pattern_inputs(InputTable& table, const Variant& variant, FeatureKind kind,
                        const std::string& owner, const PatternWording& meaning);

/// Adds the inputs of a kind with one feature for each number to be played and each place, such as
/// FeatureKind::kCanMove. `can` completes the descriptions: it says how a checker on the place can
/// move.
void add_die_place_inputs(InputTable& table, const Variant& variant, FeatureKind kind,
                          const std::string& can);

/// Adds the inputs for FeatureKind::kSurplusMoves (ChainMobility::surplus_moves_by_number) to
/// `table`.
void add_surplus_move_inputs(InputTable& table);

/// Adds the inputs for the rolls that hit (ContactFeatures::hitting_roll_count and
/// hitting_roll_counts_at).
void add_hitting_roll_inputs(InputTable& table);
/// Adds the inputs for the checkers that have yet to pass a checker of the other side
/// (ContactFeatures::own_checkers_behind and opp_checkers_behind).
void add_checkers_behind_inputs(InputTable& table);
/// Adds the inputs for pip counts (ContactFeatures::own_pips and opp_pips).
void add_pip_inputs(InputTable& table);

}  // namespace gioul
