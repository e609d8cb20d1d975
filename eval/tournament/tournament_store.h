// Stores the mirrored pairs of a tournament or SPRT in a result store: whole pairs only, each once,
// even after a crash. Other programs can read it at any time through its SQL views
// (docs/tournaments.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "eval/store/result_store.h"
#include "eval/store/work_spec.h"
#include "eval/tournament/game_pairs.h"
#include "eval/tournament/tournament_spec.h"

namespace gioul {

/// The option of the work spec that says whether moves are recorded.
inline constexpr const char* kMovesOption = "record of moves";

/// Returns the work spec of a tournament. Pair `p` of pairing `q` is work unit `q * spec.pairs +
/// p`.
WorkSpec make_work_spec(const TournamentSpec& spec, RecordMoves keep);

/// Encodes both games of a pair as JSON, each as [points of the first player, decisions of each,
/// rolls, forfeits, nanoseconds of each, failed player (0: the first), reason, moves]; missing
/// fields are null. If luck was measured, the luck of the first player and the nanoseconds spent on
/// it follow.
std::string encode_pair(const GamePair& pair, RecordMoves keep);

/// Decodes a pair, without its number. Throws InputError, which does not name the file, if it is
/// invalid.
GamePair decode_pair(std::string_view bytes, RecordMoves moves);

/// Returns `spec` with luck measured as in the games that the file already has; unchanged if there
/// is no file.
TournamentSpec stored_plan(TournamentSpec spec, const std::filesystem::path& file);

/// The result store of a tournament or SPRT, with one work unit per mirrored pair.
class TournamentStore {
 public:
  /// Opens the file, or creates it. Throws InputError if it is something else, is damaged, or holds
  /// another tournament than `spec` (naming the differences); std::runtime_error, like all member
  /// functions, if another process is writing to it or writing fails. Moves are recorded on request
  /// or if the file already has them; throws InputError if they are requested but the file has
  /// games without moves.
  TournamentStore(const std::filesystem::path& file, const TournamentSpec& spec,
                  RecordMoves keep = RecordMoves::kNo);

  bool records_moves() const { return records_moves_; }

  /// Calls each(pairing, pair) for all stored pairs, by pairing and number. Moves are read only on
  /// request.
  void read(const std::function<void(std::size_t, const GamePair&)>& each,
            RecordMoves moves = RecordMoves::kNo) const;

  /// Returns a pair without its moves; nullopt if it is not stored. Thread-safe, also with add().
  std::optional<GamePair> find(std::size_t pairing, std::int64_t pair) const;

  /// Stores a finished pair; thread-safe, not after finish(). It is written to the file within a
  /// tenth of a second; blocks while too many are waiting. Throws if an earlier write failed.
  void add(std::size_t pairing, const GamePair& pair);

  /// Waits until everything added has been written to the file.
  void finish() { work_->finish(); }

 private:
  std::int64_t pairs_;  // per pairing
  std::int64_t units_;
  bool records_moves_;
  std::unique_ptr<ResultStore> work_;
};

}  // namespace gioul
