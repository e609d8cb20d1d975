#include "base/parallel.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

namespace gioul {
namespace {

// To wake a thread takes longer than some of the loops that a learner makes one after the other, so
// whoever waits first looks for so long whether he still has to, while everybody else goes first.
constexpr std::chrono::microseconds kWakeful{300};

template <typename Ready>
void await_shortly(const Ready& ready) {
  const auto end = std::chrono::steady_clock::now() + kWakeful;
  while (!ready() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

// The threads of the whole program besides those that call: to make one takes longer than many of
// the loops.
class Crew {
 public:
  Crew() = default;
  ~Crew() {
    {
      const std::scoped_lock lock(mutex_);
      closed_ = true;
      ++posted_;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  void help(int helpers, const std::function<void()>& work) {
    Job job{work, helpers};
    {
      const std::scoped_lock lock(mutex_);
      jobs_.push_back(&job);
      hire();
      ++posted_;
    }
    for (int i = 0; i < helpers; ++i) wake_.notify_one();
    work();
    std::unique_lock lock(mutex_);
    std::erase(jobs_, &job);
    lock.unlock();
    const auto done = [&] { return job.running == 0; };
    await_shortly(done);
    lock.lock();
    done_.wait(lock, done);
  }

 private:
  struct Job {
    const std::function<void()>& work;
    int wanted;
    std::atomic<int> running = 0;
  };

  // As many as all jobs together want, or as there can be.
  void hire() {
    int wanted = 0;
    for (const Job* const job : jobs_) wanted += job->wanted;
    try {
      for (; idle_ < wanted; ++idle_) threads_.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
  }

  Job* next_job() {
    const auto found = std::ranges::find_if(jobs_, [](Job* job) { return job->wanted > 0; });
    return found == jobs_.end() ? nullptr : *found;
  }

  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      const auto called = [this] { return closed_ || next_job() != nullptr; };
      if (!called()) {
        const std::uint64_t seen = posted_;
        lock.unlock();
        await_shortly([&] { return posted_ != seen; });
        lock.lock();
      }
      wake_.wait(lock, called);
      if (closed_) return;
      Job& job = *next_job();
      --job.wanted;
      ++job.running;
      --idle_;
      lock.unlock();
      job.work();
      lock.lock();
      ++idle_;
      if (--job.running == 0) done_.notify_all();
    }
  }

  std::atomic<std::uint64_t> posted_ = 0;  // jobs so far, and one for the end
  std::mutex mutex_;                       // of all below
  std::condition_variable wake_;
  std::condition_variable done_;
  std::vector<Job*> jobs_;
  std::vector<std::thread> threads_;
  int idle_ = 0;
  bool closed_ = false;
};

}  // namespace

void work_together(int helpers, const std::function<void()>& work) {
  if (helpers < 1) return work();
  static Crew crew;
  crew.help(helpers, work);
}

bool can_make_threads(unsigned count) {
  std::vector<std::thread> threads;
  std::mutex hold;
  bool all = true;
  try {
    const std::scoped_lock until_all_are_made(hold);
    for (unsigned i = 0; i < count; ++i) {
      threads.emplace_back([&hold] { const std::scoped_lock wait(hold); });
    }
  } catch (const std::system_error&) {
    all = false;
  }
  for (std::thread& thread : threads) thread.join();
  return all;
}

}  // namespace gioul
