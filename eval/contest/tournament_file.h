// The results of a tournament in one SQLite file, which other programs can read, also while it is
// being written (docs/tournaments.md has its tables). It holds whole pairs of games only, each
// once, however its writer ended.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>

#include "eval/contest/pairs.h"
#include "eval/contest/tournament_plan.h"
#include "eval/work/part_database.h"

namespace gioul {

class TournamentFile {
 public:
  /// Opens the file, which is made if it isn't there. Throws InputError if it is something else,
  /// is damaged or holds another tournament than `plan`, and then says how they differ;
  /// std::runtime_error, as all of the class does, if another process is writing it or it can't be
  /// written. Moves are kept if `keep` says so or the file has those of games already; InputError
  /// if it has games without theirs.
  TournamentFile(const std::filesystem::path& file, const TournamentPlan& plan,
                 KeepMoves keep = KeepMoves::kNo);
  /// The same for a part that is read.
  TournamentFile(const PartDatabase& part, const TournamentPlan& plan);
  /// Keeps what was added, if it can.
  ~TournamentFile();
  TournamentFile(const TournamentFile&) = delete;
  TournamentFile& operator=(const TournamentFile&) = delete;

  bool keeps_moves() const;
  /// Whether damage to what it has is noticed: files that were begun before there were checksums
  /// have none.
  bool has_checksums() const;

  /// Calls each(pairing, pair) for all pairs that the file has, by pairing and number, with their
  /// moves only if that is asked for. Not to be mixed with add().
  void read(const std::function<void(std::size_t, const PlayedPair&)>& each,
            KeepMoves moves = KeepMoves::kNo) const;

  /// Adds a finished pair, from any thread, before finish(). It is in the file a tenth of a second
  /// later at most; waits while too many are not. Throws if an earlier one could not be written.
  void add(std::size_t pairing, const PlayedPair& pair);

  /// Returns when all that was added is in the file.
  void finish();

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

}  // namespace gioul
