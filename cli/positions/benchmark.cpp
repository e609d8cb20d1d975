// gioul benchmark: how much players lose on a set of decisions (score), what a beam misses there
// (beam), and how such sets are made (cli/positions/benchmark_make.cpp).
#include "cli/positions/benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

#include "base/data_file.h"
#include "base/error.h"
#include "cli/shell/command.h"
#include "cli/shell/counted_progress.h"
#include "cli/text/net_note.h"
#include "engine/games/game.h"
#include "eval/benchmark/beam_cost.h"
#include "eval/benchmark/decision_score.h"
#include "eval/benchmark/decision_set.h"
#include "eval/benchmark/score_report.h"
#include "eval/play/player.h"
#include "eval/players/players.h"
#include "eval/search/chain_ends.h"
#include "eval/tables/load_evaluator.h"

namespace gioul {

namespace {

constexpr std::array kBeams = {1, 4, 16, 64, 256};

void add_decision_set(CommandLine& line) {
  line.add("set", "FILE", "the decisions (default: those of the game that come with gioul)");
  line.add_variant();
}

// The set that --set names, or the one of the game that comes with the program.
DecisionSet decision_set_option(const CommandLine& line) {
  const Game game = line.game();
  if (!line.given("set")) {
    return load_decision_set(
        data_file(std::string(game.name()) + ".decisions", "name a set: --set FILE"));
  }
  DecisionSet set = load_decision_set(line.text("set"));
  if (line.given("variant") && set.header.game != game) {
    throw InputError(line.text("set") + ": is of " + std::string(set.header.game.name()) +
                     " instead of " + std::string(game.name()));
  }
  return set;
}

// --- score ---

std::string estimate_text(const Estimate& estimate) {
  return fmt::format(" {:7.1f} +-{:5.1f}", estimate.mean, estimate.standard_error);
}

std::string losses_text(const std::vector<ScoredPlayer>& players) {
  std::string text = fmt::format("\nmillipoints lost a decision\n    {:>15}", "all");
  const PlayerScore& first = players.front().score;
  for (std::size_t kind = 0; kind < kDecisionKinds; ++kind) {
    text += fmt::format(
        " {:>18}", fmt::format("{} ({})", kDecisionKindNames[kind], first.kinds[kind].decisions));
  }
  text += "\n";
  for (std::size_t i = 0; i < players.size(); ++i) {
    text += fmt::format("{:2}  {}", i + 1, estimate_text(players[i].score.all.loss));
    for (const KindScore& kind : players[i].score.kinds) text += "   " + estimate_text(kind.loss);
    text += "\n";
  }
  return text;
}

std::string comparison_text(const std::vector<ScoredPlayer>& players) {
  std::string text = "\n    more than player 1   best %   estimated %   decisions/s   median ms\n";
  const PlayerScore& first = players.front().score;
  for (std::size_t i = 0; i < players.size(); ++i) {
    const PlayerScore& score = players[i].score;
    const std::string more =
        i == 0 ? std::string(18, ' ')
               : estimate_text(loss_difference(score.losses, first.losses)) + "  ";
    text += fmt::format("{:2}  {} {:8.1f} {:13.1f} {:13.0f} {:11.3f}\n", i + 1, more,
                        100.0 * score.all.best, 100.0 * score.all.estimated,
                        static_cast<double>(score.losses.size()) / std::max(score.seconds, 1e-9),
                        1000.0 * score.median_seconds);
  }
  return text;
}

std::string scores_text(const DecisionSet& set, const std::vector<ScoredPlayer>& players) {
  const DecisionSetHeader& header = set.header;
  std::string text = fmt::format("{}, {} checkers, {} decisions, seed {}, net {}, {} trials\n\n",
                                 header.game.name(), header.checkers, set.decisions.size(),
                                 header.seed, header.net, header.trials);
  for (std::size_t i = 0; i < players.size(); ++i) {
    text += fmt::format("{:2}  {}\n", i + 1, players[i].name);
  }
  return text + losses_text(players) + comparison_text(players);
}

int score(int argc, char** argv) {
  CommandLine line("benchmark",
                   "score PLAYER... [--set FILE] [OPTION...]\n\n"
                   "  A PLAYER is named as in `gioul tournament`.",
                   {"gioul benchmark score net:net.safetensors blocker random",
                    "gioul benchmark score net net,plies=1 gnubg --variant portes --json"});
  line.allow_positional();
  add_decision_set(line);
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
  note_other_checkers(line.positional(), game, set.header.checkers);
  std::vector<ScoredPlayer> scored;
  CountedProgress progress("decisions",
                           static_cast<std::int64_t>(players.size() * set.decisions.size()));
  for (std::size_t i = 0; i < players.size(); ++i) {
    scored.push_back(
        {line.positional()[i], score_player(set, players[i], threads, [&] { progress.count(); })});
  }
  progress.finish();
  std::cout << (line.flag("json") ? scores_json(set, scored) : scores_text(set, scored));
  return 0;
}

// --- beam ---

std::string beams_text(const BeamCosts& costs) {
  std::string text = fmt::format(
      "{} chains with {:.0f} ends on average; {} with too many ends left out\n\n"
      "       by the net's value of the ends          one ply deeper\n"
      "beam   differs %  millipoints       worst      differs %  millipoints       worst"
      "   median ms\n",
      costs.chains, costs.mean_ends, costs.left_out);
  for (const BeamCost& beam : costs.beams) {
    text += fmt::format("{:4}", beam.beam);
    for (const MissedEnds& missed : {beam.now, beam.deeper}) {
      text += fmt::format("  {:9.1f}  {:6.2f} +-{:5.2f} {:10.1f}   ", 100.0 * missed.differs,
                          missed.cost.mean, missed.cost.standard_error, missed.worst);
    }
    text += fmt::format(" {:8.3f}\n", 1000.0 * beam.median_seconds);
  }
  return text;
}

int beam(int argc, char** argv) {
  CommandLine line("benchmark", "beam --net FILE [--set FILE] [OPTION...]",
                   {"gioul benchmark beam --net net.safetensors",
                    "gioul benchmark beam --net net.safetensors --exact 1000000 --json"});
  line.add("net", "FILE", "values the ends of the chains");
  add_decision_set(line);
  line.add("exact", "N", "leave out chains with more positions after one of their numbers",
           std::to_string(ChainLimits{}.exact));
  line.add_threads();
  line.add_flag("json", "print JSON instead of the table");
  if (!line.parse(argc, argv)) return 0;
  const auto exact = static_cast<std::size_t>(line.number("exact", 1, 100'000'000));
  const int threads = line.threads();
  const std::string net = line.text("net", "the net's file");
  const DecisionSet set = decision_set_option(line);
  const auto evaluator = load_fast_evaluator(net, set.header.game);
  note_other_checkers(net, set.header.checkers);
  CountedProgress progress("chains", count_chains(set));
  const BeamCosts costs =
      beam_costs(set, evaluator, kBeams, exact, threads, [&] { progress.count(); });
  progress.finish();
  std::cout << (line.flag("json") ? beams_json(set, costs) : beams_text(costs));
  return 0;
}

using Word = std::pair<std::string_view, int (*)(int, char**)>;

constexpr std::array kWords = {Word{"score", &score}, Word{"make", &benchmark_make},
                               Word{"join", &benchmark_join}, Word{"beam", &beam}};

}  // namespace

int benchmark_command(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  const auto* const found = std::ranges::find(kWords, word, &Word::first);
  if (found != kWords.end()) return found->second(argc - 1, argv + 1);
  CommandLine line("benchmark", "score | make | join | beam ...   (each has its own --help)",
                   {"gioul benchmark score net:net.safetensors blocker random",
                    "gioul benchmark make --net net.safetensors --out my.decisions"});
  line.allow_positional();
  if (!line.parse(argc, argv)) return 0;
  throw InputError(
      (word.empty() ? "nothing is asked" : "unknown word '" + std::string(word) + "'") +
      std::string(" (expected: gioul benchmark score, make, join or beam)"));
}

}  // namespace gioul
