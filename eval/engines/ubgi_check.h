// Checks whether an engine implements UBGI, the text protocol for engines, correctly. The report
// has the lines sent, the answers, and what is wrong with them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/engines/engine_spec.h"

namespace gioul {

/// One check of an engine's protocol, and its result.
struct UbgiCheck {
  /// kFail: violates a rule that tournaments depend on. kWarn: violates a recommendation. kNote:
  /// information only. kSkip: not applicable to this engine.
  enum class Result : std::uint8_t { kPass, kFail, kSkip, kNote, kWarn };

  std::string name;  // name of the check
  Result result = Result::kPass;
  std::string detail = {};                       // finding, as text for the user
  std::vector<std::string> sent_lines = {};      // only for kFail and kWarn: the lines sent
  std::vector<std::string> received_lines = {};  // only for kFail and kWarn: the lines received
  std::string expected;                          // only for kFail and kWarn: the expected answer

  /// Returns true for kFail and kWarn.
  bool is_wrong() const { return result == Result::kFail || result == Result::kWarn; }
};

/// The engine to check, and the games to check it with.
struct UbgiCheckOptions {
  EngineSpec engine;
  Game game = {};
  int game_count = 10;     // number of games that are played to check decisions
  std::uint64_t seed = 1;  // seed of the random numbers of these games
};

/// The results of all checks of an engine.
struct UbgiReport {
  std::string engine_name;        // the name by which the engine introduces itself
  std::vector<UbgiCheck> checks;  // in the order in which they were made

  /// Returns the number of checks with this result.
  int count_results(UbgiCheck::Result result) const {
    return static_cast<int>(std::ranges::count(checks, result, &UbgiCheck::result));
  }
};

/// Returns "PASS", "FAIL", "SKIP", "NOTE" or "WARN".
const char* check_result_name(UbgiCheck::Result result);

/// Returns the options and all results as JSON.
std::string ubgi_report_json(const UbgiCheckOptions& options, const UbgiReport& report);

/// Runs all checks of an engine. If it fails in a check, it is restarted for the next one. Calls
/// `done` after each check.
UbgiReport check_engine(const UbgiCheckOptions& options,
                        const std::function<void(const UbgiCheck&)>& done = {});

}  // namespace gioul
