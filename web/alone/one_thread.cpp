// base/parallel.h for a browser's worker, which is one thread and can't make more.
#include "base/parallel.h"

namespace gioul {

void work_together(int /*helpers*/, const std::function<void()>& work) { work(); }

}  // namespace gioul
