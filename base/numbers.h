// How reports write numbers for people and for other programs.
#pragma once

#include <string>
#include <string_view>

namespace gioul {

/// "12,345.68"
std::string grouped(double value, int decimals = 0);

/// "-0.120"
std::string with_decimals(double value, int decimals);

/// In six digits at most: "0.1", "1e+06".
std::string in_six_digits(double value);

/// The shortest text that reads back to the same bits; nothing for what is not finite.
std::string number_text(double value);

/// A cell of CSV, quoted where RFC 4180 wants it.
std::string csv_text(std::string_view text);

}  // namespace gioul
