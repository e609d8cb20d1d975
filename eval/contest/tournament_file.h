// The pairs of games of a tournament, or of two players who meet for a test of statements, in one
// file of finished work: it holds whole pairs only, each once, however its writer ended. Other
// programs can read it, also while it is being written (docs/tournaments.md has its views).
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "eval/contest/pairs.h"
#include "eval/contest/tournament_plan.h"
#include "eval/work/work_file.h"
#include "eval/work/work_plan.h"

namespace gioul {

/// The option of such a plan that says whether moves are kept.
inline constexpr const char* kMovesOption = "record of moves";

/// Pair `p` of pairing `q` is piece `q * plan.pairs + p`.
WorkPlan work_plan(const TournamentPlan& plan, KeepMoves keep);

/// JSON: of each of its two games [points of who moves first, decisions of each, rolls, forfeits,
/// nanoseconds of each, who failed (0: the first), why, moves]; null for what there isn't. Games
/// whose luck is measured have it besides, and the nanoseconds that took.
std::string piece_of_pair(const PlayedPair& pair, KeepMoves keep);

/// The pair without its number. Throws InputError, which names no file, for what is none.
PlayedPair pair_of_piece(std::string_view piece, KeepMoves moves);

/// `plan` with luck measured as in the games that the file has; as it is if it has none.
TournamentPlan stored_plan(TournamentPlan plan, const std::filesystem::path& file);

class TournamentFile {
 public:
  /// Opens the file, which is made if it isn't there. Throws InputError if it is something else,
  /// is damaged or holds another tournament than `plan`, and then says how they differ;
  /// std::runtime_error, as all of the class does, if another process is writing it or it can't be
  /// written. Moves are kept if `keep` says so or the file has those of games already; InputError
  /// if it has games without theirs.
  TournamentFile(const std::filesystem::path& file, const TournamentPlan& plan,
                 KeepMoves keep = KeepMoves::kNo);

  bool keeps_moves() const { return keeps_moves_; }

  /// Calls each(pairing, pair) for all pairs that the file has, by pairing and number, with their
  /// moves only if that is asked for.
  void read(const std::function<void(std::size_t, const PlayedPair&)>& each,
            KeepMoves moves = KeepMoves::kNo) const;

  /// That pair alone, without its moves, if the file has it; from any thread, beside add().
  std::optional<PlayedPair> find(std::size_t pairing, std::int64_t pair) const;

  /// Adds a finished pair, from any thread, before finish(). It is in the file a tenth of a second
  /// later at most; waits while too many are not. Throws if an earlier one could not be written.
  void add(std::size_t pairing, const PlayedPair& pair);

  /// Returns when all that was added is in the file.
  void finish() { work_->finish(); }

 private:
  std::int64_t pairs_;  // of each pairing
  std::int64_t pieces_;
  bool keeps_moves_;
  std::unique_ptr<WorkFile> work_;
};

}  // namespace gioul
