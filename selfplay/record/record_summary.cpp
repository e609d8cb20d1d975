#include "selfplay/record/record_summary.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/checksum.h"

namespace gioul {

bool RecordSummary::is_same_run(const ShardHeader& shard) const {
  ShardHeader same = shard;
  same.first_game = run_header_.first_game;
  return same == run_header_;
}

void RecordSummary::add(const GameRecord& game) {
  const int won = points(game.outcome);
  ++games_;
  decisions_ += game.decisions.size();
  first_mover_net_points_ += won;
  first_mover_wins_ += won > 0 ? 1 : 0;
  ties_ += won == 0 ? 1 : 0;
  gammons_ += won == 2 || won == -2 ? 1 : 0;
  const int rolls_before_chains = run_header_.game.variant().rolls_before_chains;
  std::array<int, 2> rolls{};
  bool forfeited = false;  // the previous decision also played forfeited moves
  for (const RecordedDecision& decision : game.decisions) {
    const bool forfeit = decision.type == DecisionType::kForfeit;
    forfeit_count_ += forfeit && !forfeited ? 1 : 0;
    forfeited = forfeit;
    if (decision.type != DecisionType::kRoll) continue;
    int& own_rolls = rolls[decision.second_to_move ? 1 : 0];
    chains_ +=
        has_chains() && decision.dice.is_doublet() && own_rolls >= rolls_before_chains ? 1 : 0;
    ++own_rolls;
  }
}

std::string RecordSummary::format_text() const {
  std::string text = fmt::format(
      "game             {}, {} checkers per side\n"
      "net              {}\n"
      "seed             {}\n"
      "written by       gioul {}{}\n"
      "shards           {}\n"
      "games            {}, the first is game {}\n"
      "decisions        {}, {:.2f} per game\n"
      "bytes            {}, {:.1f} per game\n"
      "first player     wins {:.2f} %, {:+.4f} points per game\n",
      run_header_.game.name(), run_header_.checkers, format_hex(run_header_.net_checksum),
      run_header_.seed, run_header_.version, run_header_.has_values ? "" : ", without values",
      shard_count_, games_, run_header_.first_game, decisions_, per_game(decisions_), total_bytes_,
      per_game(total_bytes_), 100.0 * per_game(first_mover_wins_),
      per_game(first_mover_net_points_));
  if (ties_ > 0) text += fmt::format("ties             {:.2f} %\n", 100.0 * per_game(ties_));
  text += fmt::format("gammons          {:.2f} %\n", 100.0 * per_game(gammons_));
  if (has_chains()) {
    text += fmt::format("chains           {:.3f} per game\n", per_game(chains_));
    text += fmt::format("forfeits         {:.3f} per game\n", per_game(forfeit_count_));
  }
  return text;
}

std::string RecordSummary::format_json(std::span<const RecordSummary> runs) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const RecordSummary& run : runs) {
    all.push_back({{"game", run.run_header_.game.name()},
                   {"checkers", run.run_header_.checkers},
                   {"net", format_hex(run.run_header_.net_checksum)},
                   {"seed", std::to_string(run.run_header_.seed)},
                   {"version", run.run_header_.version},
                   {"values", run.run_header_.has_values},
                   {"shards", run.shard_count_},
                   {"first_game", run.run_header_.first_game},
                   {"games", run.games_},
                   {"decisions", run.decisions_},
                   {"bytes", run.total_bytes_},
                   {"first_player_wins", run.first_mover_wins_},
                   {"first_player_points", run.first_mover_net_points_},
                   {"ties", run.ties_},
                   {"gammons", run.gammons_},
                   {"chains", run.chains_},
                   {"forfeits", run.forfeit_count_}});
  }
  return all.dump(2) + "\n";
}

}  // namespace gioul
