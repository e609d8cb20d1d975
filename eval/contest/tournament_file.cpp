#include "eval/contest/tournament_file.h"

#include <span>

#include "base/locks.h"
#include "eval/contest/tournament_database.h"
#include "eval/work/batch_writer.h"
#include "eval/work/database.h"

namespace gioul {

namespace {

// More than players of a microsecond a decision finish between two transactions, and some MB with
// their moves.
constexpr std::size_t kMostWaiting = 4096;  // pairs

}  // namespace

struct TournamentFile::Open {
  Open(const std::filesystem::path& file, const std::string& name, const TournamentPlan& plan,
       KeepMoves keep)
      : lock(file), database(file, name, plan, keep) {}

  FileLock lock;  // first: its descriptor must be closed after the database's
  TournamentDatabase database;
  BatchWriter<PairOfPairing> writer{
      kMostWaiting, [this](std::span<const PairOfPairing> pairs) { database.write(pairs); }};
};

TournamentFile::TournamentFile(const std::filesystem::path& file, const TournamentPlan& plan,
                               KeepMoves keep) {
  check_folder_of(file);
  open_ = std::make_unique<Open>(file, file.string(), plan, keep);
}

TournamentFile::TournamentFile(const PartDatabase& part, const TournamentPlan& plan)
    : open_(std::make_unique<Open>(part.opened, part.name(), plan, KeepMoves::kNo)) {}

TournamentFile::~TournamentFile() = default;

bool TournamentFile::keeps_moves() const { return open_->database.keeps_moves(); }

bool TournamentFile::has_checksums() const { return open_->database.has_checksums(); }

void TournamentFile::read(const std::function<void(std::size_t, const PlayedPair&)>& each,
                          KeepMoves moves) const {
  open_->database.read(each, moves);
}

void TournamentFile::add(std::size_t pairing, const PlayedPair& pair) {
  open_->writer.add({pairing, pair});
}

void TournamentFile::finish() {
  open_->writer.finish();
  open_->database.checkpoint();
}

}  // namespace gioul
