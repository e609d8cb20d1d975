#include "eval/store/work_spec.h"

#include <algorithm>
#include <cstdint>

#include "base/checksum.h"
#include "base/files.h"

namespace gioul {

namespace {

std::string other_value(const std::string& option, const std::string& found,
                        const std::string& wanted) {
  const auto shown = [](const std::string& value) {
    return value.empty() ? std::string("none") : value;
  };
  return "its " + option + " is " + shown(found) + ", not " + shown(wanted);
}

}  // namespace

std::string find_work_option(const WorkSpec& spec, std::string_view name) {
  for (const auto& [option, value] : spec.options) {
    if (option == name) return value;
  }
  return {};
}

std::string describe_difference(const WorkSpec& found, const WorkSpec& wanted) {
  if (found.command != wanted.command) {
    return "it is of gioul " + found.command + ", not of gioul " + wanted.command;
  }
  std::string text;
  const std::size_t count = std::max(found.options.size(), wanted.options.size());
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_same = i < found.options.size() && i < wanted.options.size() &&
                         found.options[i].first == wanted.options[i].first;
    if (!is_same && !text.empty()) return text;
    if (i == found.options.size())
      return other_value(wanted.options[i].first, "", wanted.options[i].second);
    if (i == wanted.options.size())
      return other_value(found.options[i].first, found.options[i].second, "");
    if (!is_same) return "it has other options";
    const auto& [option, value] = wanted.options[i];
    if (found.options[i].second == value) continue;
    text += (text.empty() ? "" : "; ") + other_value(option, found.options[i].second, value);
  }
  if (text.empty() &&
      (found.unit_count != wanted.unit_count || found.unit_name != wanted.unit_name)) {
    return other_value("number of " + wanted.unit_name, std::to_string(found.unit_count),
                       std::to_string(wanted.unit_count));
  }
  return text;
}

std::string file_checksum(const std::filesystem::path& file) {
  const InputFile input(file);
  std::string part(std::size_t{1} << 20, '\0');
  std::uint64_t hash = kFnvOffsetBasis;
  for (std::uint64_t at = 0; at < input.size(); at += part.size()) {
    part.resize(std::min<std::uint64_t>(part.size(), input.size() - at));
    input.read_at(at, part);
    hash = fnv1a(part, hash);
  }
  return format_hex(hash);
}

}  // namespace gioul
