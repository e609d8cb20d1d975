#include "eval/analysis/game_statistics.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/play/play_game.h"

namespace gioul {

namespace {

// Counts chains, rolls and forfeits from the transitions of a game.
class TransitionCounter {
 public:
  TransitionCounter(Game game, GameSample& sample) : game_(game), sample_(sample) {}

  void read(std::span<const Transition> transitions) {
    assert(transitions.front().decision.dice);
    sample_.opening_roll = *transitions.front().decision.dice;
    for (const Transition& transition : transitions) {
      begin_turn(transition);
      if (turn_ != TurnKind::kRoll) add_chain_moves(transition);
      if (transition.ending == Ending::kNone && !transition.mover_acts_next) actor_ = 1 - actor_;
    }
    sample_.last_turn_kind = turn_;
  }

 private:
  void begin_turn(const Transition& transition) {
    const auto& [position, dice] = transition.decision;
    if (position.is_pending()) {
      turn_ = position.is_forfeited != 0 ? TurnKind::kForfeit : TurnKind::kChain;
      return;
    }
    ++sample_.roll_counts[actor_][roll_index(*dice)];
    turn_ = TurnKind::kRoll;
    if (!dice->is_doublet() || !doublet_starts_chain(game_, position)) return;
    turn_ = TurnKind::kChain;
    chain_ = &sample_.chains_by_number[static_cast<std::size_t>(dice->high - 1)];
    ++chain_->chain_count;
    left_ = chain_length(dice->high);
  }

  void add_chain_moves(const Transition& transition) {
    const auto moves = static_cast<int>(find_transition_play(game_, transition).size);
    if (turn_ == TurnKind::kForfeit) {
      chain_->forfeited_moves_played += moves;
      return;
    }
    chain_->moves_played += moves;
    left_ -= moves;
    if (left_ == 0 || transition.ending != Ending::kNone) ++chain_->complete_chain_count;
    if (transition.ending == Ending::kNone && transition.next.is_forfeited != 0) {
      ++sample_.forfeited_chain_count;
      chain_->moves_forfeited += transition.next.owed_moves;
    }
  }

  Game game_;
  GameSample& sample_;
  std::size_t actor_ = 0;
  TurnKind turn_ = TurnKind::kRoll;
  ChainSample* chain_ = nullptr;
  int left_ = 0;  // moves left in it, for the player who rolled
};

using nlohmann::ordered_json;

ordered_json to_json(const Estimate& estimate) {
  return {{"mean", estimate.mean}, {"standard_error", estimate.standard_error}};
}

// No observations have no mean, and one has no error.
ordered_json to_json(const IntegerSample& sample) {
  ordered_json json = to_json(sample.estimate());
  if (sample.count() < 1) json["mean"] = nullptr;
  if (sample.count() < 2) json["standard_error"] = nullptr;
  return json;
}

ordered_json to_json(const Histogram& counts) {
  ordered_json json = to_json(counts.estimate());
  json["deviation"] = counts.standard_deviation();
  for (const int share : {1, 5, 25, 50, 75, 95, 99}) {
    json["percentiles"][std::to_string(share)] = counts.percentile(share);
  }
  return json;
}

ordered_json to_json(const ResultSample& sample) {
  return {{"games", sample.game_count()},
          {"points", to_json(sample.points)},
          {"wins", to_json(sample.wins)},
          {"gammons_won", to_json(sample.gammons_won)},
          {"gammons_lost", to_json(sample.gammons_lost)}};
}

ordered_json chains_json(const GameStatistics& all) {
  ordered_json json = ordered_json::array();
  for (int number = 1; number <= 6; ++number) {
    const ChainStatistics& chain = all.chains_by_number[static_cast<std::size_t>(number - 1)];
    json.push_back({{"doublet", number},
                    {"moves", chain_length(number)},
                    {"per_game", to_json(chain.chains_per_game)},
                    {"made", to_json(chain.moves_played_per_chain.estimate())},
                    {"complete", to_json(chain.complete_chain_share.estimate())},
                    {"forfeited", to_json(chain.moves_forfeited_per_chain.estimate())},
                    {"received", to_json(chain.forfeited_moves_played_per_chain.estimate())}});
  }
  return json;
}

}  // namespace

int GameSample::doublet_count(std::size_t player) const {
  int sum = 0;
  for (std::size_t i = 0; i < kDistinctRolls.size(); ++i) {
    if (kDistinctRolls[i].is_doublet()) sum += roll_counts[player][i];
  }
  return sum;
}

GameSample make_game_sample(Game game, const GameResult& result,
                            std::span<const Transition> transitions) {
  GameSample sample;
  sample.outcome = result.outcome;
  sample.total_rolls = result.roll_count;
  sample.decision_count = result.total_decisions();
  TransitionCounter(game, sample).read(transitions);
  return sample;
}

void ResultSample::add(Outcome outcome) {
  points.add(gioul::points(outcome));
  wins.add(gioul::points(outcome) > 0 ? 1 : 0);
  gammons_won.add(outcome == Outcome::kWin2 ? 1 : 0);
  gammons_lost.add(outcome == Outcome::kLose2 ? 1 : 0);
}

void ChainStatistics::add(const ChainSample& sample) {
  chains_per_game.add(sample.chain_count);
  moves_played_per_chain.add(sample.moves_played, sample.chain_count);
  complete_chain_share.add(sample.complete_chain_count, sample.chain_count);
  moves_forfeited_per_chain.add(sample.moves_forfeited, sample.chain_count);
  forfeited_moves_played_per_chain.add(sample.forfeited_moves_played, sample.chain_count);
}

void GameStatistics::add(const GameSample& sample) {
  ++outcome_counts.games_by_outcome[static_cast<std::size_t>(sample.outcome)];
  first_player_results.add(sample.outcome);
  const int points = gioul::points(sample.outcome);
  for (std::size_t turn = 0; turn < kTurnKindCount; ++turn) {
    const bool ended_so = sample.last_turn_kind == static_cast<TurnKind>(turn);
    games_by_last_turn_kind[turn].add(ended_so ? 1 : 0);
    if (ended_so) gammon_rates_by_last_turn_kind[turn].add(std::abs(points) == 2 ? 1 : 0);
  }
  rolls_per_game.add(sample.total_rolls);
  decisions_per_game.add(sample.decision_count);

  // The probability of each roll is known, so luck is one ratio: the sum over all rolls of points *
  // ([is this roll] * 36 / weight - 1), divided by the number of rolls. Its expectation is exact.
  std::int64_t points_of_all = 0;
  std::int64_t points_of_doublets = 0;
  for (std::size_t i = 0; i < kDistinctRolls.size(); ++i) {
    const int net =
        sample.roll_counts[0][i] - sample.roll_counts[1][i];  // points go to the player who rolls
    points_of_all += points * net;
    if (kDistinctRolls[i].is_doublet()) points_of_doublets += points * net;
  }
  for (std::size_t i = 0; i < kDistinctRolls.size(); ++i) {
    const int net = sample.roll_counts[0][i] - sample.roll_counts[1][i];
    luck_by_roll[i].add(points * net * (36 / count_permutations(kDistinctRolls[i])) - points_of_all,
                        sample.total_rolls);
  }
  doublet_luck.add(points_of_doublets * 6 - points_of_all, sample.total_rolls);
  points_by_opening_roll[roll_index(sample.opening_roll)].add(points);

  const int lead = sample.doublet_count(0) - sample.doublet_count(1);
  const std::size_t row =
      std::min(static_cast<std::size_t>(std::abs(lead)), kDoubletLeadClassCount - 1);
  results_by_doublet_lead[row].add(lead < 0 ? flipped(sample.outcome) : sample.outcome);

  int moves_forfeited = 0;
  int moves_received = 0;
  for (std::size_t i = 0; i < chains_by_number.size(); ++i) {
    chains_by_number[i].add(sample.chains_by_number[i]);
    moves_forfeited += sample.chains_by_number[i].moves_forfeited;
    moves_received += sample.chains_by_number[i].forfeited_moves_played;
  }
  forfeited_chains_per_game.add(sample.forfeited_chain_count);
  forfeited_moves_per_game.add(moves_forfeited);
  forfeited_moves_played_share.add(moves_received, moves_forfeited);
  games_with_forfeit.add(sample.forfeited_chain_count > 0 ? 1 : 0);
}

std::string statistics_json(const StatisticsReport& report) {
  const GameStatistics& all = report.statistics;
  const Game game = report.game_options.game;
  ordered_json json = {{"variant", game.name()},
                       {"checkers", report.game_options.checkers},
                       {"player", report.player_name},
                       {"seed", std::to_string(report.game_options.seed)},
                       {"games", all.outcome_counts.game_count()},
                       {"outcomes", all.outcome_counts.games_by_outcome},
                       {"first_player", to_json(all.first_player_results)},
                       {"rolls", to_json(all.rolls_per_game)},
                       {"decisions", to_json(all.decisions_per_game)}};
  constexpr std::array kNames = {"roll", "chain", "forfeit"};
  for (std::size_t turn = 0; turn < kTurnKindCount; ++turn) {
    json["ends"][kNames[turn]] = {{"share", to_json(all.games_by_last_turn_kind[turn])},
                                  {"gammons", to_json(all.gammon_rates_by_last_turn_kind[turn])}};
  }
  for (std::size_t i = 0; i < kDistinctRolls.size(); ++i) {
    json["roll_values"].push_back({{"dice", format_dice(kDistinctRolls[i])},
                                   {"luck", to_json(all.luck_by_roll[i].estimate())},
                                   {"opening", to_json(all.points_by_opening_roll[i])}});
  }
  json["doublet_luck"] = to_json(all.doublet_luck.estimate());
  for (const ResultSample& games : all.results_by_doublet_lead)
    json["by_doublet_lead"].push_back(to_json(games));
  if (game.variant().doublets == DoubletRule::kChain) {
    json["chains"] = chains_json(all);
    json["forfeits"] = {{"games_with", to_json(all.games_with_forfeit)},
                        {"per_game", to_json(all.forfeited_chains_per_game)},
                        {"moves", to_json(all.forfeited_moves_per_game)},
                        {"share_received", to_json(all.forfeited_moves_played_share.estimate())}};
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
