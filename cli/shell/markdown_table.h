// A table that reads well in a terminal and is one in Markdown: columns of equal width, numbers at
// the right.
#pragma once

#include <string>
#include <vector>

#include "base/statistics.h"

namespace gioul {

class MarkdownTable {
 public:
  /// Columns whose heading begins with '<' are of words, set at the left; the sign is not shown.
  explicit MarkdownTable(std::vector<std::string> headings);

  void add(std::vector<std::string> cells);

  /// With the line end of its last line.
  std::string text() const;

 private:
  std::vector<bool> left_;
  std::vector<std::vector<std::string>> rows_;  // the headings first
};

/// "0.123" and "+0.123". What rounds to nothing has no minus.
std::string decimals(double value, int places);
std::string signed_decimals(double value, int places);

// A mean and its standard error: points a game with four decimals, shares in percent.
inline std::string points_text(const Estimate& points) { return signed_decimals(points.mean, 4); }

inline std::string error_text(const Estimate& points) { return decimals(points.standard_error, 4); }

inline std::string percent_text(const Estimate& share, int digits) {
  return decimals(100 * share.mean, digits);
}

}  // namespace gioul
