#include "eval/work/work_plan.h"

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

std::string difference(const WorkPlan& found, const WorkPlan& wanted) {
  if (found.command != wanted.command) {
    return "it is of gioul " + found.command + ", not of gioul " + wanted.command;
  }
  if (found.options.size() != wanted.options.size()) return "it has other options";
  std::string text;
  for (std::size_t i = 0; i < wanted.options.size(); ++i) {
    const auto& [option, value] = wanted.options[i];
    if (found.options[i].first != option) return "it has other options";
    if (found.options[i].second == value) continue;
    text += (text.empty() ? "" : "; ") + other_value(option, found.options[i].second, value);
  }
  if (text.empty() && (found.pieces != wanted.pieces || found.unit != wanted.unit)) {
    return other_value("number of " + wanted.unit, std::to_string(found.pieces),
                       std::to_string(wanted.pieces));
  }
  return text;
}

}  // namespace gioul
