// Formats Markdown tables that are also readable as plain text: aligned columns, numbers at the
// right.
#pragma once

#include <string>
#include <vector>

#include "base/statistics.h"

namespace gioul {

/// A Markdown table that is built row by row.
class MarkdownTable {
 public:
  /// Columns are right-aligned. If a heading begins with '<', which is not shown, its column is
  /// left-aligned.
  explicit MarkdownTable(std::vector<std::string> headings);

  /// Adds a row, with one cell per column.
  void add_row(std::vector<std::string> cells);

  /// Returns the table, with a line end after each row.
  std::string format() const;

 private:
  std::vector<bool> is_column_left_aligned_;    // whether a column is left-aligned, by column
  std::vector<std::vector<std::string>> rows_;  // headings first
};

/// Formats a number with `places` decimals, such as "0.123". Never returns "-0.000".
std::string format_decimals(double value, int places);

/// Formats a number with its sign, such as "+0.123". Never returns "-0.000".
std::string format_signed_decimals(double value, int places);

/// Formats the mean of an estimate in points, with its sign and four decimals.
inline std::string format_mean_points(const Estimate& points) {
  return format_signed_decimals(points.mean, 4);
}

/// Formats the standard error of an estimate in points, with four decimals.
inline std::string format_standard_error(const Estimate& points) {
  return format_decimals(points.standard_error, 4);
}

/// Formats the mean of an estimated fraction in percent, with `digits` decimals.
inline std::string format_mean_percent(const Estimate& share, int digits) {
  return format_decimals(100 * share.mean, digits);
}

}  // namespace gioul
