// Formats numbers and CSV fields for reports.
#pragma once

#include <string>
#include <string_view>

namespace gioul {

/// Formats a number with thousands separators: "12,345.68".
std::string format_grouped(double value, int decimals = 0);

/// Formats a number with a fixed number of decimals: "-0.120".
std::string format_fixed(double value, int decimals);

/// Formats a number with at most six significant digits: "0.1", "1e+06".
std::string format_general(double value);

/// Returns the shortest text that parses to the same double; "" for infinities and NaN.
std::string format_shortest(double value);

/// Returns `text` as a CSV field, quoted if RFC 4180 requires it.
std::string format_csv_field(std::string_view text);

}  // namespace gioul
