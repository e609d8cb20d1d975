// The type of a parallel-for function, for code that creates no threads but gets one as an
// argument.
#pragma once

#include <functional>

namespace gioul {

/// A function that calls f(i) once for each i in [0, count), in any order and on any threads, and
/// returns when all calls are done.
using ParallelFor = std::function<void(int count, const std::function<void(int)>& f)>;

/// Calls f(i) for each i in [0, count) on the calling thread, in ascending order. Can be passed as
/// a ParallelFor.
inline void serial_for(int count, const std::function<void(int)>& f) {
  for (int i = 0; i < count; ++i) f(i);
}

}  // namespace gioul
