// Checks an engine's UBGI implementation, and reports what was sent, what it answered and what is
// wrong.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/engines/engine_spec.h"

namespace gioul {

/// One check of an engine, and its result.
struct UbgiCheck {
  /// kFail: violates what tournaments need. kWarn: violates a recommendation. kNote: information
  /// only.
  enum class Result : std::uint8_t { kPass, kFail, kSkip, kNote, kWarn };

  std::string name;
  Result result = Result::kPass;
  std::string detail;                 // what was found
  std::vector<std::string> sent;      // if it failed or warns: the lines sent, ...
  std::vector<std::string> received;  // ... the lines received, ...
  std::string expected;               // ... and what was expected

  bool is_wrong() const { return result == Result::kFail || result == Result::kWarn; }
};

struct UbgiCheckOptions {
  EngineSpec engine;
  Game game = {};
  int games = 10;
  std::uint64_t seed = 1;
};

/// The results of all checks of an engine.
struct UbgiReport {
  std::string name;  // the name by which the engine introduces itself
  std::vector<UbgiCheck> checks;

  int count(UbgiCheck::Result result) const {
    return static_cast<int>(std::ranges::count(checks, result, &UbgiCheck::result));
  }
};

/// Returns "PASS", "FAIL", "SKIP", "NOTE" or "WARN".
const char* result_name(UbgiCheck::Result result);

/// Returns the options and all results as JSON.
std::string ubgi_report_json(const UbgiCheckOptions& options, const UbgiReport& report);

/// Runs all checks. An engine that fails is restarted for the next check. Calls `done` after each
/// check. Throws InputError for an unknown variant.
UbgiReport check_engine(const UbgiCheckOptions& options,
                        const std::function<void(const UbgiCheck&)>& done = {});

}  // namespace gioul
