// An engine on trial: one check after the other, each noting what was said, what came and what is
// wrong with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/ubgi/engine_spec.h"

namespace gioul {

struct UbgiCheck {
  /// Fails where a tournament needs it, warns where it is good manners. A note tells something that
  /// is neither right nor wrong.
  enum class Result : std::uint8_t { kPass, kFail, kSkip, kNote, kWarn };

  std::string name;
  Result result = Result::kPass;
  std::string detail;             // what was found
  std::vector<std::string> sent;  // of one that failed or warns: the lines, ...
  std::vector<std::string> came;  // ... what was answered, ...
  std::string expected;           // ... and what would have been right

  bool is_wrong() const { return result == Result::kFail || result == Result::kWarn; }
};

struct UbgiCheckOptions {
  EngineSpec engine;
  Game game = {};
  int games = 10;
  std::uint64_t seed = 1;
};

struct UbgiReport {
  std::string name;  // what the engine calls itself
  std::vector<UbgiCheck> checks;

  int count(UbgiCheck::Result result) const {
    return static_cast<int>(std::ranges::count(checks, result, &UbgiCheck::result));
  }
};

/// "PASS"
const char* result_name(UbgiCheck::Result result);

/// What was asked and all that came of it, as JSON.
std::string ubgi_report_json(const UbgiCheckOptions& options, const UbgiReport& report);

/// Runs all checks; an engine that fails is started again for the next one. `done` is called after
/// each. Throws InputError for an unknown variant.
UbgiReport check_engine(const UbgiCheckOptions& options,
                        const std::function<void(const UbgiCheck&)>& done = {});

}  // namespace gioul
