#include "eval/ubgi/ubgi_report.h"

#include <array>
#include <nlohmann/json.hpp>

namespace gioul {

namespace {

using nlohmann::ordered_json;

ordered_json check_json(const UbgiCheck& check) {
  ordered_json json = {
      {"name", check.name}, {"result", result_name(check.result)}, {"detail", check.detail}};
  if (check.is_wrong()) {
    json["sent"] = check.sent;
    json["came"] = check.came;
    json["expected"] = check.expected;
  }
  return json;
}

}  // namespace

const char* result_name(UbgiCheck::Result result) {
  constexpr std::array kNames = {"PASS", "FAIL", "SKIP", "NOTE", "WARN"};
  return kNames[static_cast<std::size_t>(result)];
}

std::string ubgi_report_json(const UbgiCheckOptions& options, const UbgiReport& report) {
  ordered_json json = {{"command", options.engine.words},
                       {"engine", report.name},
                       {"variant", options.game.name()},
                       {"passed", report.count(UbgiCheck::Result::kPass)},
                       {"failed", report.count(UbgiCheck::Result::kFail)},
                       {"warned", report.count(UbgiCheck::Result::kWarn)},
                       {"skipped", report.count(UbgiCheck::Result::kSkip)},
                       {"checks", ordered_json::array()}};
  for (const UbgiCheck& check : report.checks) json["checks"].push_back(check_json(check));
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
