#include "eval/store/result_store.h"

#include <cassert>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
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

// Writes items from several threads in a thread of its own. All items of a tenth of a second are
// written at once, so that producers of many items need not wait for the disk, and items of slow
// producers are still written soon.
template <typename T>
class BatchWriter {
 public:
  // write() is called from one thread at a time. At most `max_waiting` items wait.
  BatchWriter(std::size_t max_waiting, std::function<void(std::span<const T>)> write)
      : write_(std::move(write)), waiting_(max_waiting) {
    try {
      thread_ = std::thread([this] { write_until_closed(); });
    } catch (const std::system_error&) {  // no more threads can be created: see add()
    }
  }
  // Tries to write what was added.
  ~BatchWriter() { close(); }
  BatchWriter(const BatchWriter&) = delete;
  BatchWriter& operator=(const BatchWriter&) = delete;

  // Adds an item; thread-safe, not after finish_writing(). Blocks while too many are waiting.
  // Throws if an earlier write failed.
  void add(T item) {
    if (!thread_.joinable()) {
      const std::scoped_lock lock(alone_);
      return write_({&item, 1});
    }
    if (waiting_.push(std::move(item))) return;
    assert(error_);
    std::rethrow_exception(error_);
  }

  // Waits until everything added has been written.
  void finish() {
    close();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void close() {
    if (!thread_.joinable()) return;
    waiting_.close();
    thread_.join();
  }

  // An error closes the queue, so that add() throws.
  void write_until_closed() {
    constexpr auto kPause = std::chrono::milliseconds(100);
    const typename BoundedQueue<T>::CloseGuard close_at_exit(waiting_);
    try {
      while (!waiting_.is_finished()) {
        const std::vector<T> items = waiting_.pop_all(kPause);
        if (!items.empty()) write_(items);
      }
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  std::function<void(std::span<const T>)> write_;
  BoundedQueue<T> waiting_;
  std::exception_ptr error_;  // set before the queue is closed, read afterwards
  std::thread thread_;
  std::mutex alone_;  // for writes without a writer thread
};

namespace {

// More than can finish between two transactions; some hundred bytes each.
constexpr std::size_t kMaxWaitingUnits = 16384;

}  // namespace

struct ResultStore::State {
  State(const std::filesystem::path& file, const WorkSpec& spec,
        const std::optional<WorkGrowth>& growth)
      : name(file.string()), lock(file), database(file, name, spec, growth) {}

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
  BatchWriter<WorkUnit> writer{kMaxWaitingUnits,
                               [this](std::span<const WorkUnit> units) { write(units); }};
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
  state_->writer.add({number, std::move(bytes)});
}

void ResultStore::finish_writing() {
  state_->writer.finish();
  state_->database.checkpoint_wal();
}

}  // namespace gioul
