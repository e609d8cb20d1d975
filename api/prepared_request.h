// A request that has been parsed and validated, and can be run on any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gioul {

/// Receives the intermediate results of a running request, each as a JSON object.
using ProgressSink = std::function<void(const std::string& json)>;

/// Classes of requests by expected run time, the fastest first. The scheduler never lets a request
/// wait for one of a slower class.
enum class CostClass : std::uint8_t { kMoment, kQuick, kShort, kLong, kVeryLong };
/// Number of cost classes.
inline constexpr std::size_t kCostClassCount = 5;

/// Returns the cost class of a request that searches to depth `plies`.
constexpr CostClass cost_class_for_plies(int plies) {
  constexpr CostClass kCostly[] = {CostClass::kQuick, CostClass::kShort, CostClass::kLong};
  return plies < 3 ? kCostly[plies] : CostClass::kVeryLong;
}

/// A parsed and validated request, which can run on any thread.
struct PreparedRequest {
  std::string id = {};                        // the client's id, as JSON; "" if there is none
  CostClass cost_class = CostClass::kMoment;  // expected run time
  /// The net files of the request; an empty path stands for a player without a net.
  std::vector<std::filesystem::path> net_files = {};
  int checkers = 0;  // checkers per side in the position
  /// Computes the answer: one line of JSON without the id. If its thread is stopped
  /// (base/interrupt.h), it returns the result so far or throws Interrupted. Throws InputError for
  /// unusable files, and RequestError.
  std::function<std::string(const ProgressSink&)> compute_answer = {};
};

}  // namespace gioul
