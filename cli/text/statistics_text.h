// What a player's games against himself are like, as Markdown.
#pragma once

#include <string>

#include "eval/study/statistics_report.h"

namespace gioul {

std::string statistics_text(const StatisticsReport& report);

}  // namespace gioul
