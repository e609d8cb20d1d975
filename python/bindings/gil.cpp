#include "python/bindings/gil.h"

#include <pthread.h>
#include <unistd.h>

#include <condition_variable>
#include <exception>
#include <future>
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
struct CallRegistry {
  std::mutex mutex;
  std::condition_variable changed;
  int released = 0;                // number of RunningCall objects
  std::set<StopFlag*> background;  // the stop flags of run_in_background()
  bool is_closed = false;          // the interpreter is shutting down
  pid_t process = ::getpid();      // that imported the module
};

CallRegistry* registry = nullptr;  // set when the module is imported

CallRegistry& call_registry() { return *registry; }

// After fork(): the calls of other threads do not exist in the child, and one of them may have
// locked the registry.
void forget_calls_in_child() {
  const pid_t process = registry->process;
  registry = new CallRegistry;
  registry->process = process;  // of the import (thread_count())
}

bool is_closed() {
  const std::scoped_lock lock(call_registry().mutex);
  return call_registry().is_closed;
}

// The registry must be locked.
void ask_all_to_stop() {
  for (StopFlag* const stop : call_registry().background) stop->store(true);
}

struct Call {
  StopFlag stop = false;
  std::promise<void> promise;
  std::future<void> end = promise.get_future();  // of the work, or its exception
};

// Returns the exception of a signal handler, if a signal is pending.
std::optional<py::error_already_set> pending_signal() {
  const py::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() == 0) return std::nullopt;
  return py::error_already_set();
}

constexpr auto kPause = 50ms;

void wait_for(Call& call) {
  constexpr auto kPatience = 600ms;  // less than a second, together with the pause
  while (call.end.wait_for(kPause) != std::future_status::ready) {
    const auto signal = pending_signal();
    if (!signal) continue;
    {
      const std::scoped_lock lock(call_registry().mutex);
      ask_all_to_stop();
    }
    (void)call.end.wait_for(kPatience);
    const py::gil_scoped_acquire acquire;
    throw py::error_already_set(*signal);
  }
}

// Before the interpreter ends: stops calls of other threads and prevents new ones.
void close() {
  constexpr auto kShutdownTimeout = 20s;  // for example, a table may be under construction
  const py::gil_scoped_release release;
  CallRegistry& all = call_registry();
  std::unique_lock lock(all.mutex);
  all.is_closed = true;
  ask_all_to_stop();
  all.changed.wait_for(lock, kShutdownTimeout,
                       [&] { return all.released <= 0; });  // less in a child
}

}  // namespace

RunningCall::RunningCall(StopFlag* stop) : stop_(stop) {
  CallRegistry& all = call_registry();
  const std::scoped_lock lock(all.mutex);
  if (all.is_closed) throw InterpreterShutdown();
  if (stop != nullptr) all.background.insert(stop);
  ++all.released;
}

RunningCall::~RunningCall() {
  CallRegistry& all = call_registry();
  const std::scoped_lock lock(all.mutex);
  all.background.erase(stop_);
  --all.released;
  all.changed.notify_all();
}

void SignalPoller::raise_signals() {
  const auto signal = pending_signal();
  if (!signal) return;
  const py::gil_scoped_acquire acquire;
  throw py::error_already_set(*signal);
}

void run_in_background(std::function<void()> work) {
  const auto call = std::make_shared<Call>();
  {
    const GilRelease released;
    // The work and what it holds is destroyed before the thread is uncounted, and both before the
    // caller learns of its end.
    auto run = [call, background = std::make_shared<RunningCall>(&call->stop),
                work = std::move(work)]() mutable {
      const StopFlagScope bound(&call->stop);
      std::exception_ptr thrown;
      try {
        work();
      } catch (...) {
        thrown = std::current_exception();
      }
      work = nullptr;
      background.reset();
      if (thrown) {
        call->promise.set_exception(std::move(thrown));
      } else {
        call->promise.set_value();
      }
    };
    try {
      std::thread(std::move(run)).detach();
    } catch (const std::system_error&) {
      throw MemoryError("cannot start a thread for this call");
    }
    wait_for(*call);
  }
  if (is_closed()) throw InterpreterShutdown();
  if (call->stop) throw Interrupted();
  call->end.get();
}

int thread_count(std::optional<int> asked) {
  constexpr int kMax = 4096;
  if (asked && (*asked < 1 || *asked > kMax)) {
    throw InputError("threads " + std::to_string(*asked) + ": expected 1 to " +
                     std::to_string(kMax));
  }
  if (call_registry().process != ::getpid()) return 1;  // threads do not survive fork()
  return asked.value_or(available_core_count());
}

void bind_calls(py::module_& module) {
  if (registry == nullptr) {
    registry = new CallRegistry;
    pthread_atfork(nullptr, nullptr, forget_calls_in_child);
  }
  py::module_::import("atexit").attr("register")(
      py::cpp_function(&close, py::name("_close"), py::scope(module)));
}

}  // namespace gioul::python
