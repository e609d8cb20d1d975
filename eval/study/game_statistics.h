// What many games between equals have in common: who wins them and how, how long they are, what
// rolls are worth. Sums of integers, so that the order of the games changes nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/statistics.h"
#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/turn.h"
#include "eval/match/game_shares.h"
#include "eval/play/play_game.h"

namespace gioul {

/// What the last checker of the winner was borne off by.
enum class LastTurn : std::uint8_t { kRoll, kChain, kForfeit };

inline constexpr std::size_t kLastTurns = 3;

/// All chains of a game that began with one number.
struct ChainFacts {
  int chains = 0;
  int played = 0;     // checker moves, by those who rolled them
  int complete = 0;   // chains played to their end, or won in
  int forfeited = 0;  // checker moves that passed to the opponent
  int received = 0;   // of these: what he could play
};

/// What is counted of one game. Pairs are of the player who moved first, then of the other.
struct GameFacts {
  Outcome outcome = Outcome::kTie;  // for who moved first
  Dice opening{1, 1};
  LastTurn last_turn = LastTurn::kRoll;
  int rolls = 0;
  int decisions = 0;
  int forfeits = 0;  // chains whose rest passed to the opponent
  std::array<std::array<int, kRolls.size()>, 2> rolled{};
  std::array<ChainFacts, 6> chains{};  // by number, less 1

  int doublets(std::size_t player) const;
};

/// Of a game of `variant` that was played to its end.
GameFacts game_facts(Game game, const GameResult& result, std::span<const MadeDecision> notes);

/// Results of one kind of games, for one of the players.
struct ResultSample {
  IntegerSample points;
  IntegerSample wins;
  IntegerSample gammons_won;
  IntegerSample gammons_lost;

  void add(Outcome outcome);
  std::int64_t games() const { return points.count(); }
};

/// The chains that begin with one number; all but the first per chain.
struct ChainStatistics {
  IntegerSample per_game;
  IntegerRatio played;
  IntegerRatio complete;
  IntegerRatio forfeited;
  IntegerRatio received;

  void add(const ChainFacts& facts);
};

struct GameStatistics {
  /// Games by how many doublets one player rolled more than the other: as many, 1, 2, 3, 4 or more.
  static constexpr std::size_t kLeads = 5;

  GameCounts counts;
  ResultSample first_player;
  std::array<IntegerSample, kLastTurns> ends;     // 1 for a game that ended so
  std::array<IntegerSample, kLastTurns> gammons;  // among these
  IntegerCounts rolls;
  IntegerCounts decisions;
  /// The mean luck of each of kRolls for who rolls it: the points of games after it, less those of
  /// games after any roll. No evaluator is asked: as dice don't know the position, what differs is
  /// the roll's doing.
  std::array<IntegerRatio, kRolls.size()> luck;
  IntegerRatio doublet_luck;                                // of any of the six
  std::array<IntegerSample, kRolls.size()> opening_points;  // for the player who opens with it
  /// For the player with more doublets; where both have as many, for the first.
  std::array<ResultSample, kLeads> by_lead;
  IntegerSample forfeits;
  IntegerSample forfeited;           // checker moves
  IntegerRatio received;             // of these
  IntegerSample games_with_forfeit;  // 1 for such a game
  std::array<ChainStatistics, 6> chains;

  void add(const GameFacts& facts);
};

struct StatisticsReport {
  std::string player;  // by name (docs/players.md)
  SharesOptions games;
  GameStatistics all;
};

/// JSON with all figures.
std::string statistics_json(const StatisticsReport& report);

}  // namespace gioul
