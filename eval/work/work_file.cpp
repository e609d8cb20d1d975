#include "eval/work/work_file.h"

#include <mutex>
#include <span>
#include <utility>

#include "base/error.h"
#include "base/locks.h"
#include "eval/work/batch_writer.h"
#include "eval/work/database.h"
#include "eval/work/work_database.h"

namespace gioul {

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
      throw InputError(name + ": is damaged: it has piece " + std::to_string(*twice) +
                       ", but read() has not found it");
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
