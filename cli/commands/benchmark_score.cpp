// gioul benchmark score: a row of figures for each player; and beam: what a beam misses.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.h"
#include "cli/commands/benchmark.h"
#include "cli/shell/command.h"
#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/players.h"
#include "eval/search/chain_ends.h"
#include "eval/study/beam_cost.h"
#include "eval/study/decision_score.h"
#include "eval/tables/load_evaluator.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

constexpr std::array kBeams = {1, 4, 16, 64, 256};

struct Row {
  std::string name;
  PlayerScore score;
};

// --- score ---

void print_estimate(const Estimate& estimate) {
  std::printf(" %7.1f +-%5.1f", estimate.mean, estimate.standard_error);
}

void print_scores(const DecisionSet& set, const std::vector<Row>& rows) {
  std::printf("%s, %d checkers, %zu decisions, seed %llu, net %s, %lld trials\n\n",
              std::string(set.header.game.name()).c_str(), set.header.checkers,
              set.decisions.size(), static_cast<unsigned long long>(set.header.seed),
              set.header.net.c_str(), static_cast<long long>(set.header.trials));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::printf("%2zu  %s\n", i + 1, rows[i].name.c_str());
  }
  std::printf("\nmillipoints lost a decision\n    %15s", "all");
  const PlayerScore& first = rows.front().score;
  for (std::size_t kind = 0; kind < kDecisionKinds; ++kind) {
    const std::string head = std::string(kDecisionKindNames[kind]) + " (" +
                             std::to_string(first.kinds[kind].decisions) + ")";
    std::printf(" %18s", head.c_str());
  }
  std::printf("\n");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::printf("%2zu  ", i + 1);
    print_estimate(rows[i].score.all.loss);
    for (const KindScore& kind : rows[i].score.kinds) {
      std::printf("   ");
      print_estimate(kind.loss);
    }
    std::printf("\n");
  }
  std::printf("\n    more than player 1   best %%   estimated %%   decisions/s   median ms\n");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const PlayerScore& score = rows[i].score;
    std::printf("%2zu  ", i + 1);
    if (i == 0) {
      std::printf("%18s", "");
    } else {
      print_estimate(loss_difference(score.losses, first.losses));
      std::printf("  ");
    }
    std::printf(" %8.1f %13.1f %13.0f %11.3f\n", 100.0 * score.all.best,
                100.0 * score.all.estimated,
                static_cast<double>(score.losses.size()) / std::max(score.seconds, 1e-9),
                1000.0 * score.median_seconds);
  }
}

ordered_json to_json(const KindScore& score) {
  return {{"decisions", score.decisions},
          {"loss", score.loss.mean},
          {"standard_error", score.loss.standard_error},
          {"best", score.best},
          {"estimated", score.estimated}};
}

ordered_json header_json(const DecisionSet& set) {
  return {{"game", set.header.game.name()},  {"checkers", set.header.checkers},
          {"seed", set.header.seed},         {"trials", set.header.trials},
          {"truncate", set.header.truncate}, {"net", set.header.net},
          {"program", set.header.program},   {"decisions", set.decisions.size()}};
}

ordered_json to_json(const DecisionSet& set, const std::vector<Row>& rows) {
  ordered_json json = {{"set", header_json(set)}, {"players", ordered_json::array()}};
  for (const Row& row : rows) {
    const Estimate more = loss_difference(row.score.losses, rows.front().score.losses);
    ordered_json player = {{"player", row.name}, {"all", to_json(row.score.all)}};
    for (std::size_t kind = 0; kind < kDecisionKinds; ++kind) {
      player[std::string(kDecisionKindNames[kind])] = to_json(row.score.kinds[kind]);
    }
    player["more_than_first"] = {{"loss", more.mean}, {"standard_error", more.standard_error}};
    player["seconds"] = row.score.seconds;
    player["median_seconds"] = row.score.median_seconds;
    json["players"].push_back(std::move(player));
  }
  return json;
}

void print_json(const ordered_json& json) {
  std::cout << json.dump(2, ' ', false, ordered_json::error_handler_t::replace) << '\n';
}

// --- beam ---

void print_beams(const BeamCosts& costs) {
  std::printf("%lld chains with %.0f ends on average; %lld with too many ends left out\n\n",
              static_cast<long long>(costs.chains), costs.mean_ends,
              static_cast<long long>(costs.left_out));
  std::printf("       by the net's value of the ends          one ply deeper\n");
  std::printf(
      "beam   differs %%  millipoints       worst      differs %%  millipoints       worst"
      "   median ms\n");
  for (const BeamCost& beam : costs.beams) {
    std::printf("%4d", beam.beam);
    for (const MissedEnds& missed : {beam.now, beam.deeper}) {
      std::printf("  %9.1f  %6.2f +-%5.2f %10.1f   ", 100.0 * missed.differs, missed.cost.mean,
                  missed.cost.standard_error, missed.worst);
    }
    std::printf(" %8.3f\n", 1000.0 * beam.median_seconds);
  }
}

ordered_json to_json(const MissedEnds& missed) {
  return {{"differs", missed.differs},
          {"loss", missed.cost.mean},
          {"standard_error", missed.cost.standard_error},
          {"worst", missed.worst}};
}

ordered_json to_json(const DecisionSet& set, const BeamCosts& costs) {
  ordered_json json = {{"set", header_json(set)},
                       {"chains", costs.chains},
                       {"left_out", costs.left_out},
                       {"mean_ends", costs.mean_ends},
                       {"beams", ordered_json::array()}};
  for (const BeamCost& beam : costs.beams) {
    json["beams"].push_back({{"beam", beam.beam},
                             {"now", to_json(beam.now)},
                             {"deeper", to_json(beam.deeper)},
                             {"median_seconds", beam.median_seconds}});
  }
  return json;
}

}  // namespace

int benchmark_score(int argc, char** argv) {
  CommandLine line("benchmark",
                   "score PLAYER... [--set FILE] [OPTION...]\n\n"
                   "  A PLAYER is named as in `gioul tournament`.",
                   {"gioul benchmark score net:net.safetensors blocker random",
                    "gioul benchmark score net:old.safetensors,plies=1 "
                    "net:new.safetensors,plies=1 --json"});
  line.allow_positional();
  line.add("set", "FILE", "the decisions (default: those that come with gioul)");
  line.add_threads();
  line.add_flag("json", "print JSON instead of the tables");
  if (!line.parse(argc, argv)) return 0;
  if (line.positional().empty()) throw InputError("expected: gioul benchmark score PLAYER...");
  const int threads = line.threads();
  const DecisionSet set = decision_set_option(line);
  Game game = set.header.game;
  std::vector<PlayerFactory> players;
  for (const std::string& name : line.positional()) {
    players.push_back(make_player_factory(name, game));
  }
  std::vector<Row> rows;
  CountedProgress progress("decisions",
                           static_cast<std::int64_t>(players.size() * set.decisions.size()));
  for (std::size_t i = 0; i < players.size(); ++i) {
    rows.push_back(
        {line.positional()[i], score_player(set, players[i], threads, [&] { progress.count(); })});
  }
  progress.finish();
  if (line.flag("json")) {
    print_json(to_json(set, rows));
  } else {
    print_scores(set, rows);
  }
  return 0;
}

int benchmark_beam(int argc, char** argv) {
  CommandLine line("benchmark", "beam --net FILE [--set FILE] [OPTION...]",
                   {"gioul benchmark beam --net net.safetensors",
                    "gioul benchmark beam --net net.safetensors --exact 1000000 --json"});
  line.add("net", "FILE", "values the ends of the chains");
  line.add("set", "FILE", "the decisions (default: those that come with gioul)");
  line.add("exact", "N", "leave out chains with more positions after one of their numbers",
           std::to_string(ChainLimits{}.exact));
  line.add_threads();
  line.add_flag("json", "print JSON instead of the table");
  if (!line.parse(argc, argv)) return 0;
  const auto exact = static_cast<std::size_t>(line.number("exact", 1, 100'000'000));
  const int threads = line.threads();
  const std::string net = line.text("net", "the net's file");
  const DecisionSet set = decision_set_option(line);
  const auto evaluator = load_evaluator(net, set.header.game);
  CountedProgress progress("chains", count_chains(set));
  const BeamCosts costs =
      beam_costs(set, evaluator, kBeams, exact, threads, [&] { progress.count(); });
  progress.finish();
  if (line.flag("json")) {
    print_json(to_json(set, costs));
  } else {
    print_beams(costs);
  }
  return 0;
}

}  // namespace gioul
