// The report of training runs for people: one page of HTML with what they were, how strong they
// became and how they learned, all of them in the same charts.
#pragma once

#include <span>
#include <string>

#include "base/numbers.h"
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

/// A training time, such as "3 min 21 s".
std::string duration_words(double seconds);

/// HTML: a column a run.
std::string summary_table(std::span<const RunHistory> histories,
                          std::span<const RunFigures> figures);

/// HTML: what differs between the runs' configs, and all of them folded away.
std::string config_tables(std::span<const RunHistory> histories);

}  // namespace gioul
