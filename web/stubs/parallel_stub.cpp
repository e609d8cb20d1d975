// base/parallel.h for a browser's worker, which has one thread and cannot create more.
#include "base/parallel.h"

namespace gioul {

void run_on_threads(int /*helpers*/, const std::function<void()>& work) { work(); }

}  // namespace gioul
