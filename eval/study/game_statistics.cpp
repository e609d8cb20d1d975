#include "eval/study/game_statistics.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <stdexcept>

#include "engine/games/game.h"
#include "engine/turn.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

// Reads the turns off a game's decisions.
class FactsReader {
 public:
  FactsReader(Game game, GameFacts& facts) : game_(game), facts_(facts) {}

  void read(std::span<const MadeDecision> notes) {
    facts_.opening = notes.front().decision.dice;
    for (const MadeDecision& note : notes) {
      begin_turn(note);
      if (turn_ != LastTurn::kRoll) add_chain_moves(note);
      if (note.ending == Ending::kNone && !note.acts_again) actor_ = 1 - actor_;
    }
    facts_.last_turn = turn_;
  }

 private:
  void begin_turn(const MadeDecision& note) {
    const auto& [position, dice] = note.decision;
    if (position.is_pending()) {
      turn_ = position.forfeited != 0 ? LastTurn::kForfeit : LastTurn::kChain;
      return;
    }
    ++facts_.rolled[actor_][roll_index(dice)];
    turn_ = LastTurn::kRoll;
    if (!dice.is_doublet() || !rolls_chain(game_, position)) return;
    turn_ = LastTurn::kChain;
    chain_ = &facts_.chains[static_cast<std::size_t>(dice.high - 1)];
    ++chain_->chains;
    left_ = chain_length(dice.high);
  }

  // A game can begin in the middle of a chain, which then belongs to none of its rolls.
  void add_chain_moves(const MadeDecision& note) {
    if (chain_ == nullptr) return;
    const auto moves = static_cast<int>(play_of(game_, note).size);
    if (turn_ == LastTurn::kForfeit) {
      chain_->received += moves;
      return;
    }
    chain_->played += moves;
    left_ -= moves;
    if (left_ == 0 || note.ending != Ending::kNone) ++chain_->complete;
    if (note.ending == Ending::kNone && note.after.forfeited != 0) {
      ++facts_.forfeits;
      chain_->forfeited += static_cast<int>(note.after.owed);
    }
  }

  Game game_;
  GameFacts& facts_;
  std::size_t actor_ = 0;
  LastTurn turn_ = LastTurn::kRoll;
  ChainFacts* chain_ = nullptr;
  int left_ = 0;  // of it, for who rolled it
};

}  // namespace

int GameFacts::doublets(std::size_t player) const {
  int sum = 0;
  for (std::size_t i = 0; i < kRolls.size(); ++i) {
    if (kRolls[i].is_doublet()) sum += rolled[player][i];
  }
  return sum;
}

GameFacts game_facts(Game game, const GameResult& result, std::span<const MadeDecision> notes) {
  GameFacts facts;
  facts.outcome = result.outcome;
  facts.rolls = result.rolls;
  facts.decisions = result.total_decisions();
  FactsReader(game, facts).read(notes);
  return facts;
}

void ResultSample::add(Outcome outcome) {
  points.add(gioul::points(outcome));
  wins.add(gioul::points(outcome) > 0 ? 1 : 0);
  gammons_won.add(outcome == Outcome::kWin2 ? 1 : 0);
  gammons_lost.add(outcome == Outcome::kLose2 ? 1 : 0);
}

void ChainStatistics::add(const ChainFacts& facts) {
  per_game.add(facts.chains);
  played.add(facts.played, facts.chains);
  complete.add(facts.complete, facts.chains);
  forfeited.add(facts.forfeited, facts.chains);
  received.add(facts.received, facts.chains);
}

void GameStatistics::add(const GameFacts& facts) {
  ++counts.games[static_cast<std::size_t>(facts.outcome)];
  first_player.add(facts.outcome);
  const int points = gioul::points(facts.outcome);
  for (std::size_t turn = 0; turn < kLastTurns; ++turn) {
    const bool ended_so = facts.last_turn == static_cast<LastTurn>(turn);
    ends[turn].add(ended_so ? 1 : 0);
    if (ended_so) gammons[turn].add(std::abs(points) == 2 ? 1 : 0);
  }
  rolls.add(facts.rolls);
  decisions.add(facts.decisions);

  // Each roll's expected share of all is known, which makes the luck one ratio: the sum over rolls
  // of points * ([it is this one] * 36 / weight - 1), over all rolls. The expectation is exact.
  std::int64_t points_of_all = 0;
  std::int64_t points_of_doublets = 0;
  for (std::size_t i = 0; i < kRolls.size(); ++i) {
    const int net = facts.rolled[0][i] - facts.rolled[1][i];  // who rolls it gets the points
    points_of_all += points * net;
    if (kRolls[i].is_doublet()) points_of_doublets += points * net;
  }
  for (std::size_t i = 0; i < kRolls.size(); ++i) {
    const int net = facts.rolled[0][i] - facts.rolled[1][i];
    luck[i].add(points * net * (36 / weight(kRolls[i])) - points_of_all, facts.rolls);
  }
  doublet_luck.add(points_of_doublets * 6 - points_of_all, facts.rolls);
  opening_points[roll_index(facts.opening)].add(points);

  const int lead = facts.doublets(0) - facts.doublets(1);
  const std::size_t row = std::min(static_cast<std::size_t>(std::abs(lead)), kLeads - 1);
  by_lead[row].add(lead < 0 ? flipped(facts.outcome) : facts.outcome);

  int moves_forfeited = 0;
  int moves_received = 0;
  for (std::size_t i = 0; i < chains.size(); ++i) {
    chains[i].add(facts.chains[i]);
    moves_forfeited += facts.chains[i].forfeited;
    moves_received += facts.chains[i].received;
  }
  forfeits.add(facts.forfeits);
  forfeited.add(moves_forfeited);
  received.add(moves_received, moves_forfeited);
  games_with_forfeit.add(facts.forfeits > 0 ? 1 : 0);
}

GameStatistics game_statistics(const SharesOptions& options, const PlayerFactory& player,
                               const std::function<void(std::int64_t)>& progress) {
  GameStatistics sum;
  std::mutex mutex;
  play_against_self(options, player,
                    [&](const GameResult& result, std::span<const MadeDecision> notes) {
                      if (result.failed >= 0) throw std::runtime_error(result.failure);
                      const GameFacts facts = game_facts(options.game, result, notes);
                      const std::scoped_lock lock(mutex);
                      sum.add(facts);
                      if (progress) progress(sum.counts.all());
                    });
  return sum;
}

}  // namespace gioul
