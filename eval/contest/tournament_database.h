// A tournament's games as rows of its database, read and written by one thread at a time.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "eval/contest/pairs.h"
#include "eval/contest/tournament_plan.h"

namespace gioul {

/// A pair of games that was played for one of the plan's pairings.
struct PairOfPairing {
  std::size_t pairing = 0;
  PlayedPair pair;
};

class TournamentDatabase {
 public:
  /// Opens the file, which exists, maybe empty, and which errors call `name`. Throws as
  /// TournamentFile does.
  TournamentDatabase(const std::filesystem::path& file, std::string name,
                     const TournamentPlan& plan, KeepMoves keep);

  bool keeps_moves() const { return keeps_moves_; }
  bool has_checksums() const { return has_checksums_; }

  /// All pairs, by pairing and number; their moves only if that is asked for.
  void read(const std::function<void(std::size_t, const PlayedPair&)>& each, KeepMoves moves);

  /// Adds all pairs or, if it throws, none.
  void write(std::span<const PairOfPairing> pairs);

  /// Moves what the write-ahead log has into the file itself.
  void checkpoint();

 private:
  std::string name_;
  SQLite::Database database_;
  bool has_checksums_;
  bool keeps_moves_;
  std::vector<Pairing> pairings_;
  std::int64_t pairs_;
};

}  // namespace gioul
