// A request that has been read and judged, and waits for a thread that has time to answer it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gioul {

/// Is told now and then what has been found so far: a JSON object.
using ProgressSink = std::function<void(const std::string& json)>;

/// How long an answer may take: no request waits for one that may take longer.
enum class Cost : std::uint8_t { kMoment, kGlance, kShort, kLong, kVeryLong };
inline constexpr std::size_t kCosts = 5;

/// Of a search.
constexpr Cost cost_of_plies(int plies) {
  constexpr Cost kCostly[] = {Cost::kGlance, Cost::kShort, Cost::kLong};
  return plies < 3 ? kCostly[plies] : Cost::kVeryLong;
}

/// A request that is lawful and not answered yet.
struct ReadyRequest {
  std::string id = {};  // as RequestFields::id()
  Cost cost = Cost::kMoment;
  std::vector<std::filesystem::path> nets = {};  // that are asked; empty names are none
  int checkers = 0;                              // a side, of the position they are asked about
  /// The answer, one line of JSON without the id. Comes to an end early when its thread is
  /// interrupted (base/interrupt.h), with what it has found so far, or by Interrupted. Throws
  /// InputError for files that can't be used, and RequestError.
  std::function<std::string(const ProgressSink&)> answer = {};
};

}  // namespace gioul
