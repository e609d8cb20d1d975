#include "selfplay/record/record_summary.h"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/files.h"
#include "engine/games/game.h"

namespace gioul {

RecordSummary::RecordSummary(ShardHeader run) : run_(std::move(run)) {
  Game game = run_.game;
  has_chains_ = game.axes().doublets == Doublets::kChain;
  plain_rolls_ = game.axes().plain_rolls;
}

bool RecordSummary::covers(const ShardHeader& shard) const {
  ShardHeader same = shard;
  same.first_game = run_.first_game;
  return same == run_;
}

void RecordSummary::add(const GameRecord& game) {
  const int won = points(game.outcome);
  ++games_;
  decisions_ += game.decisions.size();
  first_points_ += won;
  first_wins_ += won > 0 ? 1 : 0;
  ties_ += won == 0 ? 1 : 0;
  gammons_ += won == 2 || won == -2 ? 1 : 0;
  std::array<int, 2> rolls{};
  bool forfeited = false;  // the decision before played what was forfeited, too
  for (const RecordedDecision& decision : game.decisions) {
    const bool forfeit = decision.demand == Demand::kForfeit;
    forfeits_ += forfeit && !forfeited ? 1 : 0;
    forfeited = forfeit;
    if (decision.demand != Demand::kRoll) continue;
    int& own_rolls = rolls[decision.second_acts ? 1 : 0];
    chains_ += has_chains_ && decision.dice.is_doublet() && own_rolls >= plain_rolls_ ? 1 : 0;
    ++own_rolls;
  }
}

void RecordSummary::add_shard(std::uint64_t bytes) {
  ++shards_;
  bytes_ += bytes;
}

double RecordSummary::per_game(std::uint64_t count) const {
  return games_ == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(games_);
}

std::string RecordSummary::text() const {
  std::string text;
  char line[160];
  const auto add = [&](auto... arguments) {
    std::snprintf(line, sizeof(line), arguments...);
    text += line;
    text += '\n';
  };
  const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
  add("game             %s, %d checkers a side", std::string(run_.game.name()).c_str(),
      run_.checkers);
  add("net              %s", hex_digits(run_.net).c_str());
  add("seed             %llu", number(run_.seed));
  add("written by       gioul %s%s", run_.version.c_str(), run_.values ? "" : ", without values");
  add("shards           %llu", number(shards_));
  add("games            %llu, the first is game %llu", number(games_), number(run_.first_game));
  add("decisions        %llu, %.2f a game", number(decisions_), per_game(decisions_));
  add("bytes            %llu, %.1f a game", number(bytes_), per_game(bytes_));
  add("first player     wins %.2f %%, %+.4f points a game", 100.0 * per_game(first_wins_),
      games_ == 0 ? 0.0 : static_cast<double>(first_points_) / static_cast<double>(games_));
  if (ties_ > 0) add("ties             %.2f %%", 100.0 * per_game(ties_));
  add("gammons          %.2f %%", 100.0 * per_game(gammons_));
  if (has_chains_) {
    add("chains           %.3f a game", per_game(chains_));
    add("forfeits         %.3f a game", per_game(forfeits_));
  }
  return text;
}

std::string RecordSummary::json(std::span<const RecordSummary> runs) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const RecordSummary& run : runs) {
    all.push_back({{"game", run.run_.game.name()},
                   {"checkers", run.run_.checkers},
                   {"net", hex_digits(run.run_.net)},
                   {"seed", run.run_.seed},
                   {"version", run.run_.version},
                   {"values", run.run_.values},
                   {"shards", run.shards_},
                   {"first_game", run.run_.first_game},
                   {"games", run.games_},
                   {"decisions", run.decisions_},
                   {"bytes", run.bytes_},
                   {"first_player_wins", run.first_wins_},
                   {"first_player_points", run.first_points_},
                   {"ties", run.ties_},
                   {"gammons", run.gammons_},
                   {"chains", run.chains_},
                   {"forfeits", run.forfeits_}});
  }
  return all.dump(2) + "\n";
}

}  // namespace gioul
