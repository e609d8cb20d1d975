#include "eval/contest/tournament_file.h"

#include <cassert>
#include <chrono>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "base/bounded_queue.h"
#include "base/error.h"
#include "base/locks.h"
#include "eval/contest/tournament_database.h"

namespace gioul {

namespace {

// More than players of a microsecond a decision finish between two transactions, and some MB with
// their moves.
constexpr std::size_t kMostWaiting = 4096;  // pairs

void check_folder(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path();
  if (folder.empty() || std::filesystem::is_directory(folder)) return;
  throw InputError(file.string() + ": there is no folder " + folder.string());
}

}  // namespace

// Writes what was added in a thread of its own: all that has come in a tenth of a second is one
// transaction, which costs a player of a microsecond a decision little, and one of a minute no
// pair.
class TournamentFile::Writer {
 public:
  Writer(const std::filesystem::path& file, const TournamentPlan& plan, KeepMoves keep)
      : lock_(file), database_(file.string(), plan, keep) {
    try {
      thread_ = std::thread([this] { write_until_closed(); });
    } catch (const std::system_error&) {  // there can be no more of them: see add()
    }
  }
  ~Writer() { close(); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  TournamentDatabase& database() { return database_; }

  void add(std::size_t pairing, const PlayedPair& pair) {
    if (!thread_.joinable()) {
      const std::scoped_lock lock(alone_);
      const std::vector<PairOfPairing> one = {{pairing, pair}};
      return database_.write(one);
    }
    if (waiting_.push({pairing, pair})) return;
    assert(error_);
    std::rethrow_exception(error_);
  }

  void finish() {
    close();
    if (error_) std::rethrow_exception(error_);
    database_.checkpoint();
  }

 private:
  void close() {
    if (!thread_.joinable()) return;
    waiting_.close();
    thread_.join();
  }

  // An error closes the queue, so that the players end with it.
  void write_until_closed() {
    constexpr auto kPause = std::chrono::milliseconds(100);
    const BoundedQueue<PairOfPairing>::CloseAtExit close_at_exit(waiting_);
    try {
      while (!waiting_.is_finished()) {
        const std::vector<PairOfPairing> pairs = waiting_.take_all(kPause);
        if (!pairs.empty()) database_.write(pairs);
      }
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  FileLock lock_;  // first: its descriptor must be closed after the database's
  TournamentDatabase database_;
  BoundedQueue<PairOfPairing> waiting_{kMostWaiting};
  std::exception_ptr error_;  // set before the queue is closed, read when it is
  std::thread thread_;
  std::mutex alone_;  // of who writes where there is no such thread
};

TournamentFile::TournamentFile(const std::filesystem::path& file, const TournamentPlan& plan,
                               KeepMoves keep) {
  check_folder(file);
  writer_ = std::make_unique<Writer>(file, plan, keep);
}

TournamentFile::~TournamentFile() = default;

bool TournamentFile::keeps_moves() const { return writer_->database().keeps_moves(); }

void TournamentFile::read(const std::function<void(std::size_t, const PlayedPair&)>& each,
                          KeepMoves moves) const {
  writer_->database().read(each, moves);
}

void TournamentFile::add(std::size_t pairing, const PlayedPair& pair) {
  writer_->add(pairing, pair);
}

void TournamentFile::finish() { writer_->finish(); }

}  // namespace gioul
