// What a test of two players was about and what it came to, ready to be shown.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "eval/contest/pairs.h"
#include "eval/contest/ratings.h"
#include "eval/contest/sprt.h"
#include "eval/contest/sprt_match.h"

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
};

/// Plays the test as play_sprt() does, over the games that a tournament of `options.seed` between
/// the two has. Throws InputError for a player that can't be had.
SprtReport sprt_report(const SprtStatements& statements, const std::vector<std::string>& players,
                       PairOptions options,
                       const std::function<void(const SprtResult&)>& progress = {});

/// "H0", "H1" or "undecided".
const char* verdict_name(SprtVerdict verdict);

/// JSON; docs/tournaments.md has its fields.
std::string sprt_json(const SprtReport& report);

}  // namespace gioul
