// Selects how contests measure the luck of the rolls, to subtract it from results
// (eval/play/luck_evaluator.h). The evaluator is always the bundled net of the game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "eval/play/luck_evaluator.h"

namespace gioul {

/// Selects whether the luck of the rolls is subtracted from results. kAuto subtracts it if a player
/// searches or is another program: such players are slow, so that measuring luck takes little of
/// the time.
enum class LuckAdjustment : std::uint8_t { kAuto, kAlways, kNever };

/// Returns true if the player called `name` is slow: its decisions in a game take longer than
/// measuring the luck of all rolls. Throws InputError for an unknown name.
bool is_slow_player(const std::string& name);

/// Returns the method of measuring luck, kAllRolls, kDoublets or kNone. `slow_players` is true if a
/// player is slow (is_slow_player()).
VarianceReduction choose_luck_method(Game game, LuckAdjustment wanted, bool slow_players);

/// Returns a factory of evaluators that measure luck by `method`; an empty function for kNone.
/// Throws InputError if the game has no bundled net.
LuckEvaluatorFactory make_luck_evaluator_factory(Game game, VarianceReduction method);

/// The name of the option, stored with results, that says how luck was measured
/// (format_luck_method()). Results without luck do not have it.
inline constexpr const char* kLuckOption = "luck adjustment";

/// Describes a method of measuring luck and the net that it uses, for result stores. `method` is
/// not kNone.
std::string format_luck_method(Game game, VarianceReduction method);

/// Returns the method that `text` describes, as written by format_luck_method(); kNone for "".
VarianceReduction parse_luck_method(std::string_view text);

}  // namespace gioul
