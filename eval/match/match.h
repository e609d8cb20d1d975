// Matches to a target of points, of one game or of several in turn (rules, section 8), in pairs:
// the same dice twice, with exchanged seats.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "engine/games/game.h"
#include "eval/match/match_equity.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"

namespace gioul {

/// One of the two in a match.
struct MatchPlayer {
  std::vector<PlayerFactory> players;  // for each game of the match
  /// He plays for his chances to win the match, by this table; for points if there is none.
  std::shared_ptr<const MatchEquity> equity = nullptr;
};

struct MatchOptions {
  int target = 5;
  std::vector<Game> games = {Game()};  // in turn
  int checkers = 15;
  std::uint64_t seed = 1;
  std::int64_t pairs = 500;  // of matches
  int threads = 1;
};

/// A match, with what is counted by player: his, then his opponent's.
struct PlayedMatch {
  std::array<int, 2> points{};  // what goes beyond the target included
  std::int64_t games = 0;
  std::int64_t gammons = 0;
  std::int64_t ties = 0;
  std::array<std::map<std::string, std::int64_t>, 2> failures{};  // games lost so, by message

  bool won() const { return points[0] > points[1]; }
};

/// All matches between two players, counted for the first of them.
struct MatchResult {
  std::int64_t games = 0;
  std::int64_t gammons = 0;
  std::int64_t ties = 0;
  IntegerSample pair_wins;  // matches won of the two of a pair
  IntegerRatio points;      // won less lost, over games; by pairs
  std::array<std::map<std::string, std::int64_t>, 2> failures{};

  std::int64_t matches() const { return 2 * pair_wins.count(); }
  /// Errors come from whole pairs, whose matches are not independent.
  Estimate match_share() const { return pair_wins.estimate(0.5); }
  Estimate points_per_game() const { return points.estimate(); }

  void add(const PlayedMatch& first, const PlayedMatch& second);
};

/// Where two players meet; one thread's.
class MatchTable {
 public:
  /// Throws InputError for a game that is unknown or not played with so many checkers.
  MatchTable(const MatchOptions& options, const MatchPlayer& player, const MatchPlayer& opponent);

  /// The player sits first in the first match of the pair, his opponent in the second.
  std::array<PlayedMatch, 2> play(std::int64_t pair);

 private:
  struct Contestant {
    std::vector<std::unique_ptr<Player>> players;
    std::shared_ptr<const MatchEquity> equity;
  };
  static Contestant seated(const MatchPlayer& player);
  PlayedMatch play_match(std::size_t first, std::int64_t pair);  // who of the two sits first

  int target_;
  std::uint64_t seed_;
  std::vector<GameTable> tables_;
  std::array<Contestant, 2> contestants_;
};

/// Pairs that need not be played, and what they came to.
struct FoundMatches {
  MatchResult result;
  std::vector<bool> pairs;  // by number; empty if there are none
};

/// Plays the pairs on `threads` threads; the result depends on seed and players alone. `progress`
/// is called after every pair, and `keep` with its number and matches before that, by one thread at
/// a time.
MatchResult play_matches(
    const MatchOptions& options, const MatchPlayer& player, const MatchPlayer& opponent,
    const std::function<void(const MatchResult&)>& progress = {}, const FoundMatches& found = {},
    const std::function<void(std::int64_t, const std::array<PlayedMatch, 2>&)>& keep = {});

}  // namespace gioul
