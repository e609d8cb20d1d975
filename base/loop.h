// A loop that several threads may share, for code that makes none itself.
#pragma once

#include <functional>

namespace gioul {

/// Calls f(i) once for each i in [0, count), in any order and on any threads; returns when all are
/// done.
using Loop = std::function<void(int count, const std::function<void(int)>& f)>;

/// The loop of one thread.
inline void loop_alone(int count, const std::function<void(int)>& f) {
  for (int i = 0; i < count; ++i) f(i);
}

}  // namespace gioul
