#include "eval/store/result_store.h"

#include <cassert>
#include <chrono>
#include <cstddef>
#include <exception>
#include <mutex>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/bounded_queue.h"
#include "base/error.h"
#include "base/locks.h"
#include "eval/store/sqlite.h"
#include "eval/store/unit_table.h"

namespace gioul {

namespace {

// More than can finish between two transactions; some hundred bytes each.
constexpr std::size_t kMaxWaitingUnits = 16384;

}  // namespace

// Writes units from several threads in a thread of its own. All units of a tenth of a second are
// written at once, so that producers of many units need not wait for the disk, and units of slow
// producers are still written soon.
struct ResultStore::State {
  State(const std::filesystem::path& file, const WorkSpec& spec,
        const std::optional<WorkGrowth>& growth)
      : name(file.string()), lock(file), database(file, name, spec, growth) {
    try {
      writer = std::thread([this] { write_until_closed(); });
    } catch (const std::system_error&) {  // no more threads can be created: see add()
    }
  }
  // Tries to write what was added.
  ~State() { close(); }

  void add(WorkUnit unit) {
    if (!writer.joinable()) return write({&unit, 1});
    if (waiting.push(std::move(unit))) return;
    assert(error);
    std::rethrow_exception(error);
  }

  // Waits until everything added has been written.
  void finish() {
    close();
    if (error) std::rethrow_exception(error);
  }

  void close() {
    if (!writer.joinable()) return;
    waiting.close();
    writer.join();
  }

  // An error closes the queue, so that add() throws.
  void write_until_closed() {
    constexpr auto kPause = std::chrono::milliseconds(100);
    const BoundedQueue<WorkUnit>::CloseGuard close_at_exit(waiting);
    try {
      while (!waiting.is_finished()) {
        const std::vector<WorkUnit> units = waiting.pop_all(kPause);
        if (!units.empty()) write(units);
      }
    } catch (...) {
      error = std::current_exception();
    }
  }

  // Stored units are never computed again, so for_each_unit() has missed a unit that exists: the
  // file is corrupted.
  void write(std::span<const WorkUnit> units) {
    const std::scoped_lock one(mutex);
    if (const auto twice = database.write(units)) {
      throw InputError(name + ": is corrupted: unexpected piece " + std::to_string(*twice));
    }
  }

  std::string name;
  FileLock lock;  // before the database: its descriptor must be closed after the database's
  std::mutex mutex;
  FinishedUnitTable database;
  BoundedQueue<WorkUnit> waiting{kMaxWaitingUnits};
  std::exception_ptr error;  // set before the queue is closed, read afterwards
  std::thread writer;
};

ResultStore::ResultStore(const std::filesystem::path& file, const WorkSpec& spec,
                         const std::optional<WorkGrowth>& growth) {
  require_database_path(file);
  state_ = std::make_unique<State>(file, spec, growth);
}

ResultStore::~ResultStore() = default;

std::int64_t ResultStore::unit_count() const {
  const std::scoped_lock one(state_->mutex);
  return state_->database.unit_count();
}

void ResultStore::for_each_unit(
    std::int64_t begin, std::int64_t end,
    const std::function<void(std::int64_t, std::string_view)>& each) const {
  const std::scoped_lock one(state_->mutex);
  state_->database.for_each_unit(begin, end, each);
}

void ResultStore::add(std::int64_t number, std::string bytes) {
  state_->add({number, std::move(bytes)});
}

void ResultStore::finish_writing() {
  state_->finish();
  state_->database.checkpoint_wal();
}

}  // namespace gioul
