// gioul testset: measures the equity that players lose on a test set (score), and builds test
// sets (make).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/data_file.h"
#include "base/error.h"
#include "cli/shell/command.h"
#include "cli/shell/outputs.h"
#include "cli/shell/part_option.h"
#include "cli/shell/progress.h"
#include "cli/text/net_note.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/benchmark/decision_maker.h"
#include "eval/benchmark/decision_score.h"
#include "eval/benchmark/decision_set.h"
#include "eval/benchmark/decision_work.h"
#include "eval/gnubg/gnubg_player.h"
#include "eval/play/player.h"
#include "eval/players/player_name.h"
#include "eval/players/players.h"
#include "eval/tables/evaluator_source.h"
#include "eval/work/work_plan.h"

namespace gioul {

namespace {

void add_decision_set(CommandLine& line) {
  line.add("set", "FILE", "the decisions (default: those of the game that come with gioul)");
  line.add_variant();
}

// Returns the set of --set, by default the variant's bundled one.
DecisionSet decision_set_option(const CommandLine& line) {
  const Game game = line.game();
  if (!line.given("set")) {
    return load_decision_set(data_file(shipped_set(game), "name a set: --set FILE"));
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
  std::string text = fmt::format(
      "{}, {} checkers, {} decisions, seed {}, net {}, {}\n\n", header.game.name(), header.checkers,
      set.decisions.size(), header.seed, header.net,
      header.judge.empty() ? fmt::format("{} trials", header.trials) : "judged by " + header.judge);
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

// --- make ---

namespace fs = std::filesystem;

constexpr std::int64_t kMostDecisions = 1'000'000;
DecisionPlan plan_of(const CommandLine& line, Game game, const std::string& net) {
  DecisionPlan plan;
  plan.header.game = game;
  plan.header.checkers = line.checkers();
  (void)start_position(game, plan.header.checkers);  // throws if it cannot be played
  plan.header.seed = line.seed();
  if (line.given("judge")) {
    plan.header.judge = line.text("judge");
    for (const char* const name : {"trials", "truncate"}) {
      if (line.given(name)) {
        throw InputError(std::string("--") + name + ": nothing is rolled out with --judge");
      }
    }
  } else {
    plan.header.trials = OptionFields(line).even("trials", 4, 1'000'000);
    plan.header.truncate = static_cast<int>(line.number("truncate", 0, 10'000));
  }
  plan.header.net = file_fingerprint(net);
  plan.header.program = GIOUL_VERSION;
  for (const std::string& name : line.positional()) {
    const PlayerSpec player = parse_player(name);
    if (player.is_external) {
      throw InputError(name +
                       ": its choices can't be repeated (expected a player of this program)");
    }
    const fs::path file = player.evaluator_file(game);
    plan.header.players.push_back({name, file.empty() ? "" : file_fingerprint(file)});
  }
  plan.count = line.number("decisions", 1, kMostDecisions);
  plan.part = part_option(line);
  plan.threads = line.threads();
  return plan;
}

// Returns the external evaluator that replaces rollouts; none without --judge.
OutsideJudgeFactory outside_judge(const CommandLine& line, Game game) {
  if (!line.given("judge")) return {};
  const std::string judge = line.text("judge");
  const PlayerName name(judge);
  if (!name.is_or_begins("gnubg")) {
    throw InputError("--judge " + judge + ": expected gnubg:plies=N");
  }
  return gnubg_judge_factory(gnubg_options(name, std::nullopt), game);
}

std::vector<PlayerFactory> players_of(const CommandLine& line, Game game) {
  std::vector<PlayerFactory> players;
  for (const std::string& name : line.positional()) {
    players.push_back(make_player_factory(name, game));
  }
  return players;
}

void add_new(Outputs& outputs, const fs::path& file) {
  outputs.add("--out", file);
  if (!fs::exists(file)) return;
  throw InputError("--out " + file.string() + ": is there already (expected a new name)");
}

int make_set(int argc, char** argv) {
  CommandLine line("benchmark", "make [PLAYER...] --net FILE --out FILE [OPTION...]",
                   {"gioul benchmark make --net net.safetensors --out my.decisions",
                    "gioul benchmark make net:other.safetensors,beam=1 --net net.safetensors "
                    "--db part-2.db --part 2/8"});
  line.allow_positional();
  line.add_variant();
  line.add_checkers();
  line.add("net", "FILE",
           "plays the games, chooses what is rolled out, besides what each PLAYER would choose, "
           "and rolls it out; or a table of `gioul solve`");
  line.add("out", "FILE", "the set, a new file");
  add_work_options(line);
  line.add("decisions", "N", "how many", "2400");
  line.add("trials", "N", "games for each play at most, an even number", "3888");
  line.add("truncate", "N",
           "take the net's value after N rolls of both players; 0: play to the end", "12");
  line.add("judge", "gnubg:plies=N",
           "GNU Backgammon judges the plays instead of rollouts, N rolls ahead (portes)");
  line.add_seed("the same seed gives the same set");
  line.add_threads();
  if (!line.parse(argc, argv)) return 0;

  Game game = line.game();
  const std::string net = line.text("net", "the net's file");
  const std::string database = line.given("db") ? line.text("db") : "";
  const bool is_part = line.given("part");
  if (is_part) check_part(database, "set", line.given("out"), "--out");
  const fs::path file = is_part ? "" : line.text("out", "the file to write");
  Outputs outputs;
  if (!is_part) add_new(outputs, file);
  const DecisionPlan plan = plan_of(line, game, net);
  const DecisionEvaluators evaluators{.judge = load_fast_evaluator(net, game),
                                      .fast = load_fast_evaluator(net, game),
                                      .players = players_of(line, game),
                                      .outside = outside_judge(line, game)};
  note_other_checkers(net, plan.header.checkers);
  note_other_checkers(line.positional(), game, plan.header.checkers);
  add_database(outputs, database);
  DecisionSet set{plan.header, {}};
  std::optional<KeptDecisions> kept;
  if (!database.empty()) {
    kept.emplace(database, plan);
    set.decisions = kept->read();
  }
  const std::int64_t begin = plan.part.begin(plan.count);
  const std::int64_t end = plan.part.end(plan.count);
  const std::int64_t found = std::ranges::count_if(set.decisions, [&](const auto& decision) {
    return decision.number >= begin && decision.number < end;
  });
  WorkProgress at{.done = found, .found = found, .most = end - begin};
  CountedProgress progress("decisions");
  make_decisions(plan, evaluators, set.decisions, [&](ReferenceDecision decision) {
    if (kept) kept->add(decision);
    set.decisions.push_back(std::move(decision));
    ++at.done;
    progress.show(at);
  });
  if (kept) kept->finish();
  progress.finish();
  const auto count = static_cast<std::int64_t>(set.decisions.size());
  if (is_part) {
    std::cout << part_line(plan.part, count, "decisions", database);
    return 0;
  }
  std::ranges::sort(set.decisions, {}, &ReferenceDecision::number);
  outputs.write(file, format_decision_set(set));
  outputs.finish();
  std::cout << file.string() << ": " << count << " decisions\n";
  return 0;
}

using Word = std::pair<std::string_view, int (*)(int, char**)>;

constexpr std::array kWords = {Word{"score", &score}, Word{"make", &make_set}};

}  // namespace

int benchmark_command(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  const auto* const found = std::ranges::find(kWords, word, &Word::first);
  if (found != kWords.end()) return found->second(argc - 1, argv + 1);
  CommandLine line("benchmark", "score | make ...   (each has its own --help)",
                   {"gioul benchmark score net:net.safetensors blocker random",
                    "gioul benchmark make --net net.safetensors --out my.decisions"});
  line.allow_positional();
  if (!line.parse(argc, argv)) return 0;
  throw InputError(
      (word.empty() ? "nothing is asked" : "unknown word '" + std::string(word) + "'") +
      std::string(" (expected: gioul benchmark score or make)"));
}

}  // namespace gioul
