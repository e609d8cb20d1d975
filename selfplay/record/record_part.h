// A run of recorded games that is played in parts, each into a folder of its own, of whole shards:
// put one after the other they are the shards of the run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/part.h"
#include "selfplay/record/record_shard.h"

namespace gioul {

struct RecordPart {
  ShardHeader run;  // first_game is that of the whole run
  std::uint64_t games = 0;
  std::uint64_t games_a_shard = 1;
  Part part;

  /// The numbers of the part's games: from first_game() up to end_game().
  std::uint64_t first_game() const { return game_of_shard(part.begin(shards())); }
  std::uint64_t end_game() const { return game_of_shard(part.end(shards())); }

 private:
  std::int64_t shards() const;
  std::uint64_t game_of_shard(std::int64_t shard) const;
};

/// Writes in `folder`, which is made if need be, whose part it is to hold. Throws InputError if it
/// holds another, or shards of no part.
void claim_record_part(const std::filesystem::path& folder, const RecordPart& part);

struct JoinedRecords {
  std::uint64_t games = 0;
  std::uint64_t shards = 0;
};

/// Makes the folder `out` with the shards of all parts, named as one run would have named them.
/// Throws InputError if `out` is there already, if the parts are not of one run, if a part is there
/// twice, is missing, is not played to its end or is damaged; there is no such folder then.
JoinedRecords join_records(const std::filesystem::path& out,
                           const std::vector<std::filesystem::path>& parts);

}  // namespace gioul
