// base/parallel.h for a browser's worker, which is one thread and can't make more.
#include "base/parallel.h"

namespace gioul {

struct WorkBeside::Task {
  std::function<void()> work;
};

void work_together(int /*helpers*/, const std::function<void()>& work) { work(); }

bool can_make_threads(unsigned count) { return count == 0; }

WorkBeside::WorkBeside(std::function<void()> work)
    : task_(std::make_unique<Task>(Task{std::move(work)})) {}
WorkBeside::WorkBeside(WorkBeside&&) noexcept = default;
WorkBeside::~WorkBeside() = default;
void WorkBeside::finish() { task_->work(); }

}  // namespace gioul
