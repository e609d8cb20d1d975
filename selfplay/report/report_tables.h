// The tables at the head of a report: how each run stands, and how their configs differ.
#pragma once

#include <span>
#include <string>

#include "base/numbers.h"
#include "selfplay/report/report_figures.h"
#include "selfplay/report/run_history.h"

namespace gioul {

/// A training time, such as "3 min 21 s".
std::string duration_words(double seconds);

/// HTML: a column a run.
std::string summary_table(std::span<const RunHistory> histories,
                          std::span<const RunFigures> figures);

/// HTML: what differs between the runs' configs, and all of them folded away.
std::string config_tables(std::span<const RunHistory> histories);

}  // namespace gioul
