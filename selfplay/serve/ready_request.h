// A request that has been read and judged, and waits for a thread that has time to answer it.
#pragma once

#include <functional>
#include <string>

namespace gioul {

/// Is told now and then what has been found so far: a JSON object.
using ProgressSink = std::function<void(const std::string& json)>;

/// A request that is lawful and not answered yet.
struct ReadyRequest {
  std::string id = {};   // as RequestFields::id()
  bool is_slow = false;  // may think for longer than a moment
  /// The answer, one line of JSON without the id. Comes to an end early when its thread is
  /// interrupted (eval/value/interrupt.h), with what it has found so far, or by Interrupted. Throws
  /// InputError for files that can't be used, and RequestError.
  std::function<std::string(const ProgressSink&)> answer = {};
};

}  // namespace gioul
