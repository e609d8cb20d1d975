#include "python/bindings/gil.h"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <thread>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "python/bindings/bind.h"
#include "python/bindings/errors.h"

namespace gioul::python {

namespace {

using namespace std::chrono_literals;

// All calls of the process. Never destroyed, since threads that are left behind may outlive
// everything.
struct Ledger {
  std::mutex mutex;
  std::condition_variable changed;
  int released = 0;           // GilRelease objects and threads of run_in_background()
  std::set<StopFlag*> apart;  // the stop flags of the latter
  bool is_closed = false;     // the interpreter is shutting down
  pid_t process = ::getpid();
};

Ledger& ledger() {
  static auto* const only = new Ledger;
  return *only;
}

void count_in() {
  Ledger& all = ledger();
  const std::scoped_lock lock(all.mutex);
  if (all.is_closed) throw InterpreterEnds();
  ++all.released;
}

void count_out() {
  Ledger& all = ledger();
  const std::scoped_lock lock(all.mutex);
  --all.released;
  all.changed.notify_all();
}

// Counts a thread of run_in_background(), from before its start to its end.
class Apart {
 public:
  explicit Apart(StopFlag& stop) : stop_(stop) {
    count_in();
    const std::scoped_lock lock(ledger().mutex);
    ledger().apart.insert(&stop_);
  }
  ~Apart() {
    {
      const std::scoped_lock lock(ledger().mutex);
      ledger().apart.erase(&stop_);
    }
    count_out();
  }
  Apart(const Apart&) = delete;
  Apart& operator=(const Apart&) = delete;

 private:
  StopFlag& stop_;
};

bool is_closed() {
  const std::scoped_lock lock(ledger().mutex);
  return ledger().is_closed;
}

// The registry must be locked.
void ask_all_to_stop() {
  for (StopFlag* const stop : ledger().apart) stop->store(true);
}

struct Call {
  StopFlag stop = false;
  std::mutex mutex;
  std::condition_variable ended;
  bool is_over = false;
  std::exception_ptr error;

  void end(std::exception_ptr thrown) {
    const std::scoped_lock lock(mutex);
    error = std::move(thrown);
    is_over = true;
    ended.notify_all();
  }

  bool wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex);
    return ended.wait_for(lock, time, [this] { return is_over; });
  }
};

std::exception_ptr thrown_by(const std::function<void()>& work) {
  try {
    work();
    return nullptr;
  } catch (...) {
    return std::current_exception();
  }
}

// Returns the exception of a signal handler, if a signal is pending.
std::optional<py::error_already_set> pending_signal() {
  const py::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() == 0) return std::nullopt;
  return py::error_already_set();
}

constexpr auto kPause = 50ms;

// Called without the GIL.
void raise_pending_signal() {
  const auto signal = pending_signal();
  if (!signal) return;
  const py::gil_scoped_acquire acquire;
  throw py::error_already_set(*signal);
}

void wait_for(Call& call) {
  constexpr auto kPatience = 600ms;  // less than a second, together with the pause
  while (!call.wait(kPause)) {
    const auto signal = pending_signal();
    if (!signal) continue;
    {
      const std::scoped_lock lock(ledger().mutex);
      ask_all_to_stop();
    }
    call.wait(kPatience);
    const py::gil_scoped_acquire acquire;
    throw py::error_already_set(*signal);
  }
}

// Before the interpreter ends: stops calls of other threads and prevents new ones.
void close() {
  constexpr auto kLongest = 20s;  // for example, a table may be under construction
  const py::gil_scoped_release release;
  Ledger& all = ledger();
  std::unique_lock lock(all.mutex);
  all.is_closed = true;
  ask_all_to_stop();
  all.changed.wait_for(lock, kLongest, [&] { return all.released == 0; });
}

}  // namespace

Released::Counted::Counted() { count_in(); }
Released::Counted::~Counted() { count_out(); }

void SignalWatch::raise_signals() { raise_pending_signal(); }

void run_apart(std::function<void()> work) {
  const auto call = std::make_shared<Call>();
  {
    const Released released;
    // The work and what it holds is destroyed before the thread is uncounted, and both before the
    // caller learns of its end.
    auto run = [call, apart = std::make_shared<Apart>(call->stop),
                work = std::move(work)]() mutable {
      const StopFlagScope bound(&call->stop);
      std::exception_ptr thrown = thrown_by(work);
      work = nullptr;
      apart.reset();
      call->end(std::move(thrown));
    };
    try {
      std::thread(std::move(run)).detach();
    } catch (const std::system_error&) {
      throw MemoryError("cannot start a thread for this call");
    }
    wait_for(*call);
  }
  if (is_closed()) throw InterpreterEnds();
  if (call->stop) throw Interrupted();
  if (call->error) std::rethrow_exception(call->error);
}

int thread_count(std::optional<int> asked) {
  constexpr int kMost = 4096;
  if (asked && (*asked < 1 || *asked > kMost)) {
    throw InputError("threads " + std::to_string(*asked) + ": expected 1 to " +
                     std::to_string(kMost));
  }
  if (ledger().process != ::getpid()) return 1;  // threads do not survive fork()
  return asked.value_or(available_cores());
}

void bind_calls(py::module_& module) {
  ledger();
  py::module_::import("atexit").attr("register")(
      py::cpp_function(&close, py::name("_close"), py::scope(module)));
}

}  // namespace gioul::python
