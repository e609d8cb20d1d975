#include "base/parallel.h"

#include <sys/mman.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace gioul {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience{10};  // with what takes a millisecond on an idle machine

// Waits until done(), or until there must be something wrong.
template <typename Done>
void await(const Done& done) {
  const auto end = Clock::now() + kPatience;
  while (!done() && Clock::now() < end) std::this_thread::yield();
}

// A thread that has been joined still counts for the system until it is no longer listed.
bool is_listed(pid_t thread) {
  std::error_code error;
  return std::filesystem::exists("/proc/self/task/" + std::to_string(thread), error);
}

// Some address space that nothing else can have.
class Reserved {
 public:
  explicit Reserved(std::size_t bytes)
      : bytes_(bytes),
        at_(::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (at_ == MAP_FAILED) throw std::bad_alloc();
  }
  ~Reserved() { ::munmap(at_, bytes_); }
  Reserved(const Reserved&) = delete;
  Reserved& operator=(const Reserved&) = delete;

 private:
  const std::size_t bytes_;
  void* const at_;
};

// What a thread's first allocation reserves in glibc: twice the 64 MB of the thread's heap, of
// which it gives back what is not aligned. It can do without, but who makes threads meanwhile
// can't.
constexpr std::size_t kHeap = std::size_t{1} << 27;

// How many threads the system gives at the same time, up to `count`, each with so much address
// space besides its stack. When it returns it would give them again.
int threads_to_be_had(int count, std::size_t space_each) {
  std::vector<std::unique_ptr<Reserved>> spaces;
  std::vector<pid_t> ids;
  std::vector<std::thread> threads;
  std::mutex hold;
  try {
    ids.resize(static_cast<std::size_t>(count));
    threads.reserve(ids.size());
    const std::scoped_lock until_all_are_made(hold);
    for (pid_t& id : ids) {
      if (space_each > 0) spaces.push_back(std::make_unique<Reserved>(space_each));
      threads.emplace_back([&hold, &id] {
        id = ::gettid();
        const std::scoped_lock wait(hold);
      });
    }
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < threads.size(); ++i) await([&] { return !is_listed(ids[i]); });
  return static_cast<int>(threads.size());
}

// oneTBB's threads, never more than the system gives: it ends the program where it can't make one
// that it may. Each loop has an arena of its own, so who waits in one is given no work of another.
class Workers {
 public:
  // Counts in `helpers` more that are wanted; returns how many of them there can be.
  int engage(int helpers) {
    const std::scoped_lock lock(mutex_);
    wanted_ += helpers;
    if (wanted_ > made_ && !refused_) {
      try {
        make(wanted_);
      } catch (const std::bad_alloc&) {
        refused_ = true;
      }
    }
    return std::min(helpers, made_);
  }

  void dismiss(int helpers) {
    const std::scoped_lock lock(mutex_);
    wanted_ -= helpers;
  }

  // The one that was used last and is large enough: its threads may still look out for work. Null
  // where there is no memory for another one.
  std::unique_ptr<tbb::task_arena> take_arena(int helpers) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = free_.size(); i-- > 0;) {
      if (free_[i]->max_concurrency() <= helpers) continue;
      std::unique_ptr<tbb::task_arena> arena = std::move(free_[i]);
      free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(i));
      return arena;
    }
    try {
      free_.reserve(++arenas_);  // put_back() needs no memory
      return new_arena(helpers);
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }

  void put_back(std::unique_ptr<tbb::task_arena> arena) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(arena));
  }

  // To be called by each task, so that it is known which of the threads are there.
  void note_this_thread() {
    thread_local bool noted = false;
    if (noted || tbb::this_task_arena::current_thread_index() < kCallers) return;
    noted = true;
    ++noted_;
  }

 private:
  static constexpr int kCallers = 1;  // slots of an arena that its threads leave free

  static std::unique_ptr<tbb::task_arena> new_arena(int helpers) {
    auto arena = std::make_unique<tbb::task_arena>(helpers + kCallers, kCallers);
    arena->initialize();
    return arena;
  }

  // Makes `count` threads of all, or as many as there can be.
  void make(int count) {
    const int there = made_ + threads_to_be_had(count - made_, kHeap);
    refused_ = there < count;
    if (there == made_) return;
    using Control = tbb::global_control;
    limit_ = std::make_unique<Control>(Control::max_allowed_parallelism, there + kCallers);
    made_ = static_cast<int>(Control::active_value(Control::max_allowed_parallelism)) - kCallers;
    refused_ = refused_ || made_ < there;  // it has bounds of its own
    launch();
  }

  // oneTBB makes its threads when they are wanted, but what was found to be had may be gone then.
  void launch() {
    std::unique_ptr<tbb::task_arena> arena = new_arena(made_);
    arena->execute([this] {
      tbb::task_group group;
      std::atomic<bool> over = false;
      for (int i = 0; i < made_; ++i) {
        group.run([&] {
          note_this_thread();
          await([&] { return over.load(); });
        });
      }
      await([&] { return noted_ >= made_; });
      over = true;
      group.wait();
    });
    free_.reserve(++arenas_);
    free_.push_back(std::move(arena));
  }

  std::mutex mutex_;  // of all but the last
  int wanted_ = 0;    // by all that is done at the same time
  int made_ = 0;
  bool refused_ = false;  // more than that
  std::unique_ptr<tbb::global_control> limit_;
  std::vector<std::unique_ptr<tbb::task_arena>> free_;
  std::size_t arenas_ = 0;  // with those in use; all are kept, as oneTBB ends with its last one
  std::atomic<int> noted_ = 0;
};

// Never destroyed: threads that are left alone may outlive everything.
Workers& workers() {
  static Workers& all = *new Workers;
  return all;
}

// Some of the workers, for one thing to do.
class Team {
 public:
  explicit Team(int helpers) : wanted_(std::max(helpers, 0)) {
    if (wanted_ == 0) return;
    helpers_ = workers().engage(wanted_);
    if (helpers_ > 0) arena_ = workers().take_arena(helpers_);
    if (arena_ == nullptr) helpers_ = 0;
  }
  ~Team() {
    if (arena_ != nullptr) workers().put_back(std::move(arena_));
    if (wanted_ > 0) workers().dismiss(wanted_);
  }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int helpers() const { return helpers_; }
  tbb::task_arena& arena() const { return *arena_; }

 private:
  const int wanted_;
  int helpers_ = 0;  // as many as there can be
  std::unique_ptr<tbb::task_arena> arena_;
};

}  // namespace

void work_together(int helpers, const std::function<void()>& work) {
  const Team team(helpers);
  if (team.helpers() == 0) return work();
  // These two order what one thread leaves and another sees. oneTBB does too, but the thread
  // sanitizer can't see that.
  std::atomic<bool> open;
  std::atomic<int> gone = 0;
  team.arena().execute([&] {
    tbb::task_group_context alone(tbb::task_group_context::isolated);
    tbb::task_group others(alone);
    open = true;
    for (int i = 0; i < team.helpers(); ++i) {
      others.run([&] {
        workers().note_this_thread();
        if (open) work();
        ++gone;
      });
    }
    work();
    open = false;
    others.wait();
  });
  (void)gone.load();
}

struct WorkBeside::Task {
  explicit Task(std::function<void()> f) : work(std::move(f)) {}

  std::function<void()> work;
  Team team{1};
  tbb::task_group_context alone{tbb::task_group_context::isolated};
  tbb::task_group group{alone};
  std::atomic<bool> done;
};

WorkBeside::WorkBeside(std::function<void()> work)
    : task_(std::make_unique<Task>(std::move(work))) {
  Task& task = *task_;
  if (task.team.helpers() == 0) return;
  task.done = false;
  task.team.arena().execute([&task] {
    task.group.run([&task] {
      workers().note_this_thread();
      if (!task.done) task.work();  // never yet, but so is all before it visible here
      task.done = true;
    });
  });
}

WorkBeside::WorkBeside(WorkBeside&&) noexcept = default;

WorkBeside::~WorkBeside() {
  if (task_ != nullptr && task_->team.helpers() > 0) finish();
}

void WorkBeside::finish() {
  Task& task = *task_;
  if (task.team.helpers() == 0) return task.work();
  task.team.arena().execute([&task] { task.group.wait(); });
  (void)task.done.load();
}

bool can_make_threads(unsigned count) {
  return threads_to_be_had(static_cast<int>(count), 0) == static_cast<int>(count);
}

}  // namespace gioul
