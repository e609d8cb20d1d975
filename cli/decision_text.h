// A decision as text: the plays and afterstates that `moves`, `ubgi`, `eval` and `play` show.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "engine/any_game.h"

namespace gioul {

/// The second column of `gioul moves` (notation, section 3): what line `line` of `list` leads to.
std::string afterstate_text(const Axes& axes, const AfterstateList& list, std::size_t line);

/// For each line of `list` one lawful play that leads there.
std::vector<Play> one_play_a_line(const AnyGame& game, const Position& position, Dice dice,
                                  const AfterstateList& list);

/// The value of --position, or the start of the game if it is not given.
Position position_option(const CommandLine& line, const Axes& axes);

/// The dice of a decision at `position`: those of `text` ("a-b"), which is needed exactly when the
/// position is to roll. A pending one gets dice without a meaning. Throws InputError.
Dice dice_for(const Position& position, std::optional<std::string_view> text);

}  // namespace gioul
