#include "eval/contest/tournament_file.h"

#include <optional>
#include <string_view>

#include "base/error.h"
#include "eval/contest/old_tournament.h"
#include "eval/contest/tournament_work.h"
#include "eval/work/old_work.h"
#include "eval/work/work_database.h"

namespace gioul {

namespace {

namespace fs = std::filesystem;

// Whether moves are kept in the file, now that `keep` was asked for.
bool decide_moves(const fs::path& file, const TournamentPlan& plan, KeepMoves keep) {
  const std::optional<WorkPlan> found = found_work_plan(file);
  if (!found || found->command != plan.command) return keep == KeepMoves::kYes;
  const bool kept = !option_of(*found, kMovesOption).empty();
  if (kept || keep == KeepMoves::kNo) return kept;
  throw InputError(file.string() +
                   ": has games whose moves were not kept (records are for a tournament that had "
                   "them from its beginning: another file begins one)");
}

KeepMoves kept(bool keeps) { return keeps ? KeepMoves::kYes : KeepMoves::kNo; }

}  // namespace

TournamentFile::TournamentFile(const fs::path& file, const TournamentPlan& plan, KeepMoves keep)
    : pairs_(plan.pairs),
      pieces_(plan.all_pairs()),
      has_checksums_(upgrade_in_place(file, kOldTournament)),
      keeps_moves_(decide_moves(file, plan, keep)),
      work_(std::make_unique<WorkFile>(file, work_plan(plan, kept(keeps_moves_)))) {}

void TournamentFile::read(const std::function<void(std::size_t, const PlayedPair&)>& each,
                          KeepMoves moves) const {
  work_->read(0, pieces_, [&](std::int64_t number, std::string_view piece) {
    PlayedPair pair = pair_of_piece(piece, moves);
    pair.number = number % pairs_;
    each(static_cast<std::size_t>(number / pairs_), pair);
  });
}

std::optional<PlayedPair> TournamentFile::find(std::size_t pairing, std::int64_t pair) const {
  std::optional<PlayedPair> found;
  const std::int64_t number = static_cast<std::int64_t>(pairing) * pairs_ + pair;
  work_->read(number, number + 1, [&](std::int64_t, std::string_view piece) {
    found = pair_of_piece(piece, KeepMoves::kNo);
    found->number = pair;
  });
  return found;
}

void TournamentFile::add(std::size_t pairing, const PlayedPair& pair) {
  work_->add(static_cast<std::int64_t>(pairing) * pairs_ + pair.number,
             piece_of_pair(pair, kept(keeps_moves_)));
}

}  // namespace gioul
