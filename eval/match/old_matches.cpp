#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>

#include <array>
#include <map>
#include <string>
#include <utility>

#include "base/error.h"
#include "eval/match/match_file.h"
#include "eval/work/database.h"
#include "eval/work/old_work.h"
#include "eval/work/work_file.h"

namespace gioul {

namespace {

using Failures = decltype(PlayedMatch::failures);

// By pair and match.
std::map<std::pair<std::int64_t, std::int64_t>, Failures> old_failures(SQLite::Database& database) {
  std::map<std::pair<std::int64_t, std::int64_t>, Failures> found;
  SQLite::Statement row(database, "SELECT pair, match, who, reason, games FROM failures");
  while (row.executeStep()) {
    Failures& failures = found[{row.getColumn(0).getInt64(), row.getColumn(1).getInt64()}];
    const auto who = static_cast<std::size_t>(row.getColumn(2).getInt() & 1);
    failures[who][row.getColumn(3).getString()] = row.getColumn(4).getInt64();
  }
  return found;
}

// A checksum is that of the row's other columns and of the match's failures.
void check_old_match(SQLite::Statement& row, const PlayedMatch& match) {
  RowChecksum checksum;
  add_row(row, 7, checksum);
  for (std::int64_t who = 0; who < 2; ++who) {
    for (const auto& [reason, games] : match.failures[static_cast<std::size_t>(who)]) {
      checksum.add(who).add(reason).add(games);
    }
  }
  if (row.getColumn(7).getInt64() == checksum.value()) return;
  throw InputError("pair " + row.getColumn(0).getString() + ", match " +
                   row.getColumn(1).getString() + ": its checksum is another");
}

MatchPlan old_match_plan(SQLite::Database& database) {
  MatchPlan plan;
  SQLite::Statement row(database, "SELECT key, value FROM plan ORDER BY number");
  while (row.executeStep()) {
    if (row.getColumn(0).getString() == "program") {
      check_old_program(row.getColumn(1).getString());
    } else {
      plan.emplace_back(row.getColumn(0).getString(), row.getColumn(1).getString());
    }
  }
  return plan;
}

// Of the formats 0 and 1: tables of matches and failures, with checksums in format 1 alone.
bool upgrade_matches(const PartDatabase& old, const std::filesystem::path& to) {
  bool has_checksums = true;
  read_old_work(old, [&](SQLite::Database& database) {
    const std::int64_t format = database.execAndGet("PRAGMA user_version").getInt64();
    if (format != 0 && format != 1) throw InputError("it has format " + std::to_string(format));
    SQLite::Statement column(database,
                             "SELECT name FROM pragma_table_info('matches') "
                             "WHERE name = 'crc'");
    has_checksums = column.executeStep();
    const MatchPlan plan = old_match_plan(database);
    const std::string matches = option_of(match_work_plan(plan, 0), kMatchesOption);
    WorkFile work(to, match_work_plan(plan, std::stoll(matches) / 2));
    auto failures = old_failures(database);
    SQLite::Statement row(
        database, std::string("SELECT pair, match, points, opponent_points, games, gammons, ties") +
                      (has_checksums ? ", crc" : "") + " FROM matches ORDER BY pair, match");
    while (row.executeStep()) {
      std::array<PlayedMatch, 2> played;
      const std::int64_t pair = row.getColumn(0).getInt64();
      for (std::int64_t number = 0; number < 2; ++number) {
        if ((number == 1 && !row.executeStep()) || row.getColumn(0).getInt64() != pair ||
            row.getColumn(1).getInt64() != number) {
          throw InputError("pair " + std::to_string(pair) + " has not its two matches");
        }
        PlayedMatch& match = played[static_cast<std::size_t>(number)];
        match = {.points = {row.getColumn(2).getInt(), row.getColumn(3).getInt()},
                 .games = row.getColumn(4).getInt64(),
                 .gammons = row.getColumn(5).getInt64(),
                 .ties = row.getColumn(6).getInt64(),
                 .failures = {}};
        if (const auto node = failures.extract({pair, number})) match.failures = node.mapped();
        if (has_checksums) check_old_match(row, match);
      }
      work.add(pair, piece_of_matches(played));
    }
    if (!failures.empty()) {
      throw InputError("pair " + std::to_string(failures.begin()->first.first) +
                       " has failures of no match");
    }
    work.finish();
  });
  return has_checksums;
}

}  // namespace

const OldWork kOldMatches = {.application = 0x67696F6D, .upgrade = &upgrade_matches};

}  // namespace gioul
