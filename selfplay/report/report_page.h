// Renders the report of one or more training runs as one HTML page: configs, strength and learning
// curves, with all runs in the same charts.
#pragma once

#include <span>
#include <string>

#include "base/format_number.h"
#include "selfplay/report/report_curves.h"
#include "selfplay/report/run_history.h"

namespace gioul {

/// Maximum number of runs, limited by the line styles of eval/render/html_page.h.
inline constexpr std::size_t kMaxReportRuns = 16;

/// Returns the downsampling for report_page(), which keeps the page readable and under 1 MB: fewer
/// points for more runs, logarithmic if the lengths of the runs differ tenfold.
DownsamplingOptions report_downsampling(std::span<const RunHistory> histories);

/// Returns the report of training runs as HTML. `curves` are the curves of `histories` by
/// report_downsampling(), in the same order.
std::string report_page(std::span<const RunHistory> histories, std::span<const RunCurves> curves);

/// Formats a duration, such as "3 min 21 s".
std::string format_training_time(double seconds);

/// Returns an HTML table with the results of each run in a column.
std::string summary_table(std::span<const RunHistory> histories, std::span<const RunCurves> curves);

/// Says how many damaged lines of a run's metrics were skipped, and what is wrong with the first.
std::string skipped_lines_note(const RunHistory& run);

/// Returns an HTML table of the settings that were changed when runs were resumed, or "".
std::string setting_change_table(std::span<const RunHistory> histories);

/// Returns HTML: the differences between the configs of the runs, and the full configs in collapsed
/// sections.
std::string config_tables(std::span<const RunHistory> histories);

}  // namespace gioul
