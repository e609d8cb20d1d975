// The specification of a computation: the command, its options and the number of work units. Equal
// specs give equal results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gioul {

/// The specification of a computation, no matter which machines do it and in how many parts.
struct WorkSpec {
  std::string command;     // the command, such as "stats"
  std::string unit_name;   // plural name of the work units, such as "games"
  std::int64_t units = 0;  // number of work units, numbered from 0; a result may need fewer
  /// Everything that determines the result, as names and values, in a fixed order.
  std::vector<std::pair<std::string, std::string>> options;
  /// SQL statements that create views of the tables "plan" and "pieces". The views are for other
  /// programs; this one does not use them.
  std::vector<std::string> views = {};

  bool operator==(const WorkSpec&) const = default;
};

/// Returns the value of the option `name`; empty if there is none.
std::string find_option(const WorkSpec& spec, std::string_view name);

/// Describes how `found` differs from `wanted`, such as "its seed is 1, not 2"; empty if they are
/// equal.
std::string describe_difference(const WorkSpec& found, const WorkSpec& wanted);

/// Returns the checksum of a file's contents, 16 hexadecimal digits. Throws InputError if it cannot
/// be read.
std::string file_fingerprint(const std::filesystem::path& file);

}  // namespace gioul
