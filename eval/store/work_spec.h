// The specification of a computation whose results are stored: the command, its options and the
// number of work units. Equal specs give equal results, so that stored results can be resumed and
// merged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gioul {

/// The specification of a computation. It does not depend on which machines do the work and in how
/// many parts.
struct WorkSpec {
  std::string command;    // the command, such as "stats"
  std::string unit_name;  // plural name of the work units, such as "games"
  /// Maximum number of work units, the smallest pieces of stored work, which are numbered from 0. A
  /// computation that stops early, such as an SPRT, has fewer.
  std::int64_t unit_count = 0;
  /// Everything that determines the result, as names and values, in a fixed order.
  std::vector<std::pair<std::string, std::string>> options;
  /// SQL statements that create views of the stored results (tables "plan" and "pieces"). The views
  /// are only for other programs.
  std::vector<std::string> view_statements = {};

  bool operator==(const WorkSpec&) const = default;
};

/// Turns the results of a smaller computation into part of those of a larger one.
struct WorkGrowth {
  WorkSpec smaller_spec;  // spec of the smaller computation
  /// Converts the number of a unit in the smaller computation to its number in the larger one. The
  /// new number is at least the old one, and the order of units stays the same.
  std::function<std::int64_t(std::int64_t)> renumber;
};

/// Returns the value of the option `name`; empty if the spec does not have it.
std::string find_work_option(const WorkSpec& spec, std::string_view name);

/// Describes the difference between a stored spec (`found`) and the one of this run (`wanted`),
/// such as "its seed is 1, not 2"; empty if they are equal.
std::string describe_difference(const WorkSpec& found, const WorkSpec& wanted);

/// Returns the checksum of a file's contents, 16 hexadecimal digits. Throws InputError if it cannot
/// be read.
std::string file_checksum(const std::filesystem::path& file);

}  // namespace gioul
