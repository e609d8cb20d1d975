// Matches between two players by name: who they are and what each plays for, and what came of it,
// ready to be shown.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "eval/match/game_shares.h"
#include "eval/match/match.h"

namespace gioul {

enum class PlaysFor : std::uint8_t { kGamePoints, kMatch };

/// One of the two.
struct Contestant {
  std::string name;                  // as he was named, for all games
  std::vector<std::string> players;  // for each game (docs/players.md)
  PlaysFor value = PlaysFor::kGamePoints;
};

struct PlannedMatch {
  MatchOptions options;
  std::array<Contestant, 2> contestants;
  std::vector<KnownShares> shares;  // empty if nobody plays for the match
  std::string database = {};        // keeps the matches (match_file.h); empty: none does
};

struct MatchReport {
  PlannedMatch meeting;
  MatchResult result;
  std::int64_t found = 0;  // of its matches: they were in the database
};

/// Plays as play_matches() does. Throws InputError for a player that can't be had.
MatchReport match_report(const PlannedMatch& meeting,
                         const std::function<void(const MatchResult&)>& progress = {});

/// The games that are played in turn, by name.
std::vector<std::string> games_in_turn(const MatchOptions& options);

/// JSON; docs/matches.md has its fields.
std::string match_json(const MatchReport& report);

}  // namespace gioul
