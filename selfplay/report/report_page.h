// The report of training runs for people: one page of HTML with what they were, how strong they
// became and how they learned, all of them in the same charts.
#pragma once

#include <span>
#include <string>

#include "selfplay/report/report_figures.h"
#include "selfplay/report/run_history.h"

namespace gioul {

/// As many runs as styles of lines (eval/page/html_page.h) can tell apart.
inline constexpr std::size_t kMaxReportRuns = 16;

/// How the runs' generations are put together so that the page is readable and under a megabyte:
/// fewer points for more runs, and logarithmic if the runs' lengths differ tenfold.
BucketRule report_rule(std::span<const RunHistory> histories);

/// The page. `figures` are made_figures of `histories` by report_rule, in the same order.
std::string report_page(std::span<const RunHistory> histories, std::span<const RunFigures> figures);

}  // namespace gioul
