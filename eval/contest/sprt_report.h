// What a test of two players was about and what it came to, ready to be shown.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "eval/contest/ratings.h"
#include "eval/contest/sprt.h"
#include "eval/contest/tournament_plan.h"

namespace gioul {

/// Two statements about how much better the first player is, as they are asked, and as the test
/// takes them. Value 0 is less than value 1.
struct SprtStatements {
  std::string unit;  // "Elo over points", "Elo over wins" or "points per game"
  double value0 = 0.0;
  double value1 = 0.0;
  RatingScale scale = RatingScale::kByPoints;
  SprtOptions test;
};

SprtStatements statements_in_points(double points0, double points1);
SprtStatements statements_in_elo(double elo0, double elo1, RatingScale scale);

struct SprtReport {
  SprtStatements statements;
  std::vector<std::string> players;  // two, by name (docs/players.md)
  SprtResult result;
  std::int64_t found = 0;  // of its games, those that the database had
};

/// The games of a test between the two `options.players`: those that a tournament of `options.seed`
/// between them has, at most `options.pairs` pairs. What the database has, if it is there, may be
/// fewer or more than that, as it was begun.
TournamentOptions sprt_games(TournamentOptions options);

/// Plays the test as play_sprt() does, over at most `most` pairs of those games. Throws InputError
/// for a player that can't be had and as TournamentFile does.
SprtReport sprt_report(const SprtStatements& statements, const TournamentOptions& games,
                       std::int64_t most,
                       const std::function<void(const SprtResult&)>& progress = {});

/// "H0", "H1" or "undecided".
const char* verdict_name(SprtVerdict verdict);

/// JSON; docs/tournaments.md has its fields.
std::string sprt_json(const SprtReport& report);

/// One self-contained HTML page: what the test came to, above what tournament_page() says of its
/// games.
std::string sprt_page(const SprtReport& report, const TournamentOptions& games);

/// "H1 accepted after 412 pairs (824 games): +10 rather than +0 Elo over points".
std::string verdict_text(const SprtReport& report);

}  // namespace gioul
