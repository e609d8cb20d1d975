// What a command is asked to work out, before any of it is done: two with equal plans come to the
// same result, on whatever machines and in however many parts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gioul {

struct WorkPlan {
  std::string command;      // "stats"
  std::string unit;         // what the pieces of it are called: "games"
  std::int64_t pieces = 0;  // of the whole, numbered from 0; a result may need fewer
  /// All that decides the result, each with its value, in an order of the command's.
  std::vector<std::pair<std::string, std::string>> options;
  /// What other programs can ask its file for, as SQL that makes views of its tables `plan` and
  /// `pieces`; nothing here reads them.
  std::vector<std::string> views = {};

  bool operator==(const WorkPlan&) const = default;
};

/// The value of an option; empty if there is none of that name.
std::string option_of(const WorkPlan& plan, std::string_view name);

/// How `found` differs from `wanted`, in words for a user, "its X is A, not B"; empty if they are
/// equal.
std::string difference(const WorkPlan& found, const WorkPlan& wanted);

/// The hash of what the file holds, as 16 digits. Throws InputError if it can't be read.
std::string file_fingerprint(const std::filesystem::path& file);

}  // namespace gioul
