// The decision that a command is asked about: its position and its dice, from options or lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/shell/command.h"
#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// The value of --position, or the start of the game if it is not given.
Position position_option(const CommandLine& line, Game game);

/// The value of --net, or the net of the game that comes with the program.
std::string net_option(const CommandLine& line, Game game);

/// Whether the value of `option` is "on"; InputError if it is neither that nor "off".
bool on_off(const CommandLine& line, const std::string& option);

/// The dice of a decision at `position`: those of `text` ("a-b"), which is needed exactly when the
/// position is to roll. A pending one gets dice without a meaning. Throws InputError.
Dice dice_for(const Position& position, std::optional<std::string_view> text);

}  // namespace gioul
