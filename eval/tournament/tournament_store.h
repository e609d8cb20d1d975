// Stores the mirrored pairs of a tournament or SPRT in a result store (an SQLite file): whole pairs
// only, each once, even after a crash. Other programs can read it at any time through its SQL views
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

/// Returns the specification of a tournament for its result store. Each pair of games is one work
/// unit: pair `p` of pairing `q` has number `q * spec.pairs_per_pairing + p`.
WorkSpec make_tournament_work_spec(const TournamentSpec& spec, RecordMoves record_moves);

/// Encodes both games of a pair as JSON, each as an array: points of the first player, decisions of
/// each player, rolls, forfeits, nanoseconds of each player, failed player (0: the first), failure
/// reason, moves; then, if luck was measured, the luck of the first player and the nanoseconds
/// spent on measuring it. Missing fields are null.
std::string encode_pair(const GamePair& pair, RecordMoves record_moves);

/// Decodes the games of a pair from the result of encode_pair(); GamePair::pair_number is not set.
/// Throws InputError, which does not name the file, if `bytes` are invalid.
GamePair decode_pair(std::string_view bytes, RecordMoves moves);

/// The result store of a tournament or SPRT, with one work unit per mirrored pair.
class TournamentStore {
 public:
  /// Opens the file, or creates it. A file with fewer pairs or players grows: its units are
  /// renumbered. A file with more pairs stays as it is. Throws InputError if the file is something
  /// else, is damaged, or has games of another tournament than `spec`; the message names the
  /// differences. Also throws if the file holds `part` of the tournament and players were added
  /// anywhere but at the end. Every member function throws std::runtime_error if another process is
  /// writing to the file or if writing fails. With RecordMoves::kYes, moves are recorded, and
  /// InputError is thrown if the file has games without moves. With kNo, moves are recorded only if
  /// the file already has moves.
  TournamentStore(const std::filesystem::path& file, TournamentSpec spec,
                  RecordMoves record_moves = RecordMoves::kNo, const WorkPart& part = {});

  /// Returns the specification of the tournament. Its luck method and seed source are those of the
  /// file, which may differ from those that the constructor was given.
  const TournamentSpec& spec() const { return spec_; }

  /// Returns whether the moves of games are recorded.
  RecordMoves record_moves() const { return record_moves_; }

  /// Calls each(pairing, pair) for the stored pairs of the tournament, sorted by pairing and
  /// number. `pairing` is an index in TournamentSpec::pairings. GamePair::move_texts is filled in
  /// only if `moves` is kYes.
  void for_each_pair(const std::function<void(std::size_t, const GamePair&)>& each,
                     RecordMoves moves = RecordMoves::kNo) const;

  /// Returns pair number `pair` of a pairing, without its moves; nullopt if it is not stored.
  /// Thread-safe, also during calls of add().
  std::optional<GamePair> find_pair(std::size_t pairing, std::int64_t pair) const;

  /// Stores a finished pair of a pairing. It is written to the file within a tenth of a second.
  /// Blocks while too many pairs wait to be written. Throws if an earlier write failed.
  /// Thread-safe; must not be called after finish_writing().
  void add(std::size_t pairing, const GamePair& pair);

  /// Waits until everything added has been written to the file.
  void finish_writing() { result_store_->finish_writing(); }

 private:
  TournamentSpec spec_;
  std::int64_t stored_pairs_per_pairing_ = 0;  // number in the file; at least that of spec_
  std::int64_t unit_count_ = 0;                // number of units in the whole file
  RecordMoves record_moves_ = RecordMoves::kNo;
  std::unique_ptr<ResultStore> result_store_;
};

}  // namespace gioul
