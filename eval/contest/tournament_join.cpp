#include "eval/contest/tournament_join.h"

#include <string>

#include "base/error.h"
#include "eval/contest/tournament_database.h"
#include "eval/contest/tournament_file.h"
#include "eval/contest/tournament_schema.h"
#include "eval/work/database.h"
#include "eval/work/new_database_file.h"
#include "eval/work/part_database.h"

namespace gioul {

namespace {

namespace fs = std::filesystem;

// Which part has a pair, as its index plus 1; 0 while none has.
using Owners = std::vector<std::vector<std::uint32_t>>;

std::string pair_text(std::size_t pairing, std::int64_t pair) {
  return "pair " + std::to_string(pair) + " of pairing " + std::to_string(pairing);
}

void claim(Owners& owners, const std::vector<PartDatabase>& parts, std::size_t part,
           std::size_t pairing, std::int64_t pair) {
  std::uint32_t& owner = owners[pairing][static_cast<std::size_t>(pair)];
  if (owner != 0) {
    throw InputError(parts[part].name() + ": has " + pair_text(pairing, pair) + ", as has " +
                     parts[owner - 1].name());
  }
  owner = static_cast<std::uint32_t>(part + 1);
}

void check_whole(const Owners& owners, const TournamentPlan& plan) {
  std::int64_t missing = 0;
  std::string first;
  for (std::size_t pairing = 0; pairing < owners.size(); ++pairing) {
    for (std::size_t pair = 0; pair < owners[pairing].size(); ++pair) {
      if (owners[pairing][pair] != 0) continue;
      if (missing++ == 0) first = pair_text(pairing, static_cast<std::int64_t>(pair));
    }
  }
  if (missing == 0) return;
  throw InputError("parts are missing, or not played to their ends: of " +
                   std::to_string(plan.all_pairs()) + " pairs of games there are not " +
                   std::to_string(missing) + ", the first of them " + first);
}

}  // namespace

JoinedTournament join_tournaments(const fs::path& out, const std::vector<fs::path>& files) {
  NewDatabaseFile whole(out);
  std::vector<PartDatabase> parts;
  for (const fs::path& file : files) {
    parts.push_back(PartDatabase::find(file, whole.folder(), parts.size()));
    if (!is_database(file)) throw InputError(file.string() + ": is no database of a tournament");
  }
  const TournamentPlan plan = stored_plan(parts.front());
  Owners owners(plan.pairings.size(),
                std::vector<std::uint32_t>(static_cast<std::size_t>(plan.pairs)));
  JoinedTournament joined;
  {
    const KeepMoves keep =
        TournamentFile(parts.front(), plan).keeps_moves() ? KeepMoves::kYes : KeepMoves::kNo;
    TournamentFile file(whole.path(), plan, keep);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      TournamentFile part(parts[i], plan);  // throws if it is of another tournament
      if (part.keeps_moves() != file.keeps_moves()) {
        throw InputError(parts[i].name() + (part.keeps_moves() ? ": has" : ": hasn't") +
                         " the moves of its games, unlike " + parts.front().name());
      }
      if (!part.has_checksums()) joined.unchecked.push_back(files[i]);
      part.read(
          [&](std::size_t pairing, const PlayedPair& pair) {
            claim(owners, parts, i, pairing, pair.number);
            file.add(pairing, pair);
            joined.games += 2;
          },
          keep);
    }
    check_whole(owners, plan);
    file.finish();
  }
  whole.keep();
  return joined;
}

}  // namespace gioul
