// The arrow of a checker move on a drawn board.
#pragma once

#include <cstddef>
#include <string>

#include "eval/page/board_shapes.h"

namespace gioul {

/// Bent towards the middle of the board, which is at `middle_y`, so that arrows along one side
/// leave the stacks free; told how many `times` the move is made if more than once. Nothing if the
/// two spots are one.
std::string board_arrow(SvgSpot from, SvgSpot to, double middle_y, std::size_t times);

}  // namespace gioul
