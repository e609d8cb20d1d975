// A review of games for the terminal.
#pragma once

#include <string>

#include "selfplay/report/game_review.h"

namespace gioul {

/// What each player lost, by kinds of decisions, and the plays that cost most: lines of at most 100
/// columns, but for longer positions.
std::string review_text(const Review& review);

}  // namespace gioul
