// Renders the report of one or more training runs as one HTML page, with configs, strength and
// learning curves. All runs are in the same charts.
#pragma once

#include <span>
#include <string>

#include "base/format_number.h"
#include "selfplay/report/report_curves.h"
#include "selfplay/report/run_history.h"

namespace gioul {

/// Maximum number of runs in a report. There are no more line styles (eval/render/html_page.h).
inline constexpr std::size_t kMaxReportRuns = 16;

/// Returns the downsampling options of the curves for report_page(), which keep the page readable
/// and under 1 MB. More runs have fewer points per curve. The buckets are logarithmic if the
/// longest run is at least ten times as long as the shortest.
DownsamplingOptions report_downsampling_options(std::span<const RunHistory> histories);

/// Returns the report of training runs as HTML. `curves` are the curves of `histories`, in the same
/// order, made with the options of report_downsampling_options().
std::string report_page(std::span<const RunHistory> histories, std::span<const RunCurves> curves);

/// Formats a duration in seconds, such as "3 min 21 s".
std::string format_training_time(double seconds);

/// Returns an HTML table of the runs' results, with a column for each run.
std::string summary_table(std::span<const RunHistory> histories, std::span<const RunCurves> curves);

/// Returns a note that says how many damaged lines of a run's metrics were skipped, and what is
/// wrong with the first.
std::string skipped_lines_note(const RunHistory& run);

/// Returns an HTML table of the settings that were changed when runs were resumed; "" if there are
/// none.
std::string setting_change_table(std::span<const RunHistory> histories);

/// Returns the HTML tables of configs: one of the differences between the runs' configs, and the
/// full configs in collapsed sections.
std::string config_tables(std::span<const RunHistory> histories);

}  // namespace gioul
