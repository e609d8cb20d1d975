#include "eval/work/work_file.h"

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
#include "eval/work/database.h"
#include "eval/work/work_database.h"

namespace gioul {

// Writes what several threads finish in a thread of its own: all that has come in a tenth of a
// second is written at once, so that who makes a thing every microsecond waits for no disk, and who
// makes one a minute loses none.
template <typename T>
class BatchWriter {
 public:
  // At most `most` things wait to be written by write(), which one thread at a time calls.
  BatchWriter(std::size_t most, std::function<void(std::span<const T>)> write)
      : write_(std::move(write)), waiting_(most) {
    try {
      thread_ = std::thread([this] { write_until_closed(); });
    } catch (const std::system_error&) {  // there can be no more of them: see add()
    }
  }
  // Writes what was added, if it can.
  ~BatchWriter() { close(); }
  BatchWriter(const BatchWriter&) = delete;
  BatchWriter& operator=(const BatchWriter&) = delete;

  // From any thread, before finish(). Waits while too many are not written. Throws if an earlier
  // one could not be written.
  void add(T item) {
    if (!thread_.joinable()) {
      const std::scoped_lock lock(alone_);
      return write_({&item, 1});
    }
    if (waiting_.push(std::move(item))) return;
    assert(error_);
    std::rethrow_exception(error_);
  }

  // Returns when all that was added is written.
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

  // An error closes the queue, so that those who add end with it.
  void write_until_closed() {
    constexpr auto kPause = std::chrono::milliseconds(100);
    const typename BoundedQueue<T>::CloseAtExit close_at_exit(waiting_);
    try {
      while (!waiting_.is_finished()) {
        const std::vector<T> items = waiting_.take_all(kPause);
        if (!items.empty()) write_(items);
      }
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  std::function<void(std::span<const T>)> write_;
  BoundedQueue<T> waiting_;
  std::exception_ptr error_;  // set before the queue is closed, read when it is
  std::thread thread_;
  std::mutex alone_;  // of who writes where there is no such thread
};

namespace {

// More than is finished between two transactions; some hundred bytes each.
constexpr std::size_t kMostPiecesWaiting = 16384;

}  // namespace

struct WorkFile::Open {
  Open(const std::filesystem::path& file, const WorkPlan& plan)
      : name(file.string()), lock(file), database(file, name, plan) {}

  // Nobody does what the file has: so a piece that is there was not found in it.
  void write(std::span<const WorkPiece> pieces) {
    const std::scoped_lock one(mutex);
    if (const auto twice = database.write(pieces)) {
      throw InputError(name + ": is corrupted: unexpected piece " + std::to_string(*twice));
    }
  }

  std::string name;
  FileLock lock;  // before the database: its descriptor must be closed after the database's
  std::mutex mutex;
  WorkDatabase database;
  BatchWriter<WorkPiece> writer{kMostPiecesWaiting,
                                [this](std::span<const WorkPiece> pieces) { write(pieces); }};
};

WorkFile::WorkFile(const std::filesystem::path& file, const WorkPlan& plan) {
  check_folder_of(file);
  open_ = std::make_unique<Open>(file, plan);
}

WorkFile::~WorkFile() = default;

std::int64_t WorkFile::count() const {
  const std::scoped_lock one(open_->mutex);
  return open_->database.count();
}

void WorkFile::read(std::int64_t begin, std::int64_t end,
                    const std::function<void(std::int64_t, std::string_view)>& each) const {
  const std::scoped_lock one(open_->mutex);
  open_->database.read(begin, end, each);
}

void WorkFile::add(std::int64_t number, std::string bytes) {
  open_->writer.add({number, std::move(bytes)});
}

void WorkFile::finish() {
  open_->writer.finish();
  open_->database.checkpoint();
}

}  // namespace gioul
