// gioul benchmark: how much players lose on a set of decisions (score), and how such sets are made,
// in parts if need be (make, join).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/data_file.h"
#include "base/error.h"
#include "base/files.h"
#include "base/part.h"
#include "cli/shell/command.h"
#include "cli/shell/ctrl_c.h"
#include "cli/shell/outputs.h"
#include "cli/shell/part_option.h"
#include "cli/shell/progress.h"
#include "cli/text/net_note.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/benchmark/decision_maker.h"
#include "eval/benchmark/decision_score.h"
#include "eval/benchmark/decision_set.h"
#include "eval/gnubg/gnubg_player.h"
#include "eval/play/player.h"
#include "eval/players/gnubg_engine.h"
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

// The set that --set names, or the one of the game that comes with the program.
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

// --- make and join ---

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// What is done is written as often, so that a program that is killed loses no more.
constexpr std::chrono::seconds kBetweenWrites(5);

constexpr std::int64_t kMostDecisions = 1'000'000;
DecisionPlan plan_of(const CommandLine& line, Game game, const std::string& net) {
  DecisionPlan plan;
  plan.header.game = game;
  plan.header.checkers = line.checkers();
  (void)start_position(game, plan.header.checkers);  // throws if there is none
  plan.header.seed = line.seed();
  if (line.given("judge")) {
    plan.header.judge = line.text("judge");
    for (const char* const name : {"trials", "truncate"}) {
      if (line.given(name)) {
        throw InputError(std::string("--") + name + ": nothing is rolled out with --judge");
      }
    }
  } else {
    plan.header.trials = line.even_number("trials", 4, 1'000'000);
    plan.header.truncate = static_cast<int>(line.number("truncate", 0, 10'000));
  }
  plan.header.net = file_fingerprint(net);
  plan.header.program = GIOUL_VERSION;
  for (const std::string& name : line.positional()) {
    const auto player = parse_player(name);
    if (player->is_foreign()) {
      throw InputError(name +
                       ": its choices can't be repeated (expected a player of this program)");
    }
    const fs::path file = player->evaluator_file(game);
    plan.header.players.push_back({name, file.empty() ? "" : file_fingerprint(file)});
  }
  plan.first = line.number("first", 0, kMostDecisions);
  plan.count = line.number("decisions", 1, kMostDecisions);
  plan.threads = line.threads();
  return plan;
}

// Who judges instead of rollouts: none if --judge is not given.
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

// What is done, and where it is kept until it is all.
class Work {
 public:
  Work(const DecisionPlan& plan, std::optional<DecisionPart> part, fs::path file)
      : file_(std::move(file)), part_(file_.string() + ".part"), set_{plan.header, {}, part} {
    if (!fs::exists(part_)) return;
    const DecisionSet before = load_decision_set(part_);
    join(set_, before, part_.string());
    std::erase_if(set_.decisions, [&](const ReferenceDecision& decision) {
      return decision.number < plan.first || decision.number >= plan.first + plan.count;
    });
  }

  std::vector<std::int64_t> numbers() const {
    std::vector<std::int64_t> numbers;
    for (const ReferenceDecision& decision : set_.decisions) numbers.push_back(decision.number);
    return numbers;
  }

  void add(ReferenceDecision decision) {
    const auto at =
        std::ranges::upper_bound(set_.decisions, decision.number, {}, &ReferenceDecision::number);
    set_.decisions.insert(at, std::move(decision));
    if (Clock::now() - written_ < kBetweenWrites) return;
    write_file_atomically(part_, format_decision_set(set_));
    written_ = Clock::now();
  }

  void finish() {
    try {
      write_file_atomically(file_, format_decision_set(set_), Existing::kRefused);
    } catch (...) {
      write_file_atomically(part_, format_decision_set(set_));
      throw;
    }
    std::error_code error;
    fs::remove(part_, error);
  }

 private:
  fs::path file_;
  fs::path part_;
  DecisionSet set_;
  Clock::time_point written_ = Clock::now();
};

void add_new(Outputs& outputs, const fs::path& file) {
  outputs.add("--out", file);
  if (!fs::exists(file)) return;
  throw InputError("--out " + file.string() + ": is there already (expected a new name)");
}

int make_set(int argc, char** argv) {
  CommandLine line("benchmark", "make [PLAYER...] --net FILE --out FILE [OPTION...]",
                   {"gioul benchmark make --net net.safetensors --out my.decisions",
                    "gioul benchmark make net:other.safetensors,beam=1 --net net.safetensors "
                    "--out part2.decisions --first 400 --decisions 400"});
  line.allow_positional();
  line.add_variant();
  line.add_checkers();
  line.add("net", "FILE",
           "plays the games, chooses what is rolled out, besides what each PLAYER would choose, "
           "and rolls it out; or a table of `gioul solve`");
  line.add("out", "FILE",
           "the set; until it is whole FILE.part holds what is done, and the same command goes on "
           "from there");
  line.add("decisions", "N", "how many", "2400");
  line.add("first", "N", "the number of the first one: sets can be made in parts and joined", "0");
  line.add("part", "I/N", kPartHelp);
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
  const fs::path file = line.text("out", "the file to write");
  Outputs outputs;
  add_new(outputs, file);
  DecisionPlan plan = plan_of(line, game, net);
  std::optional<DecisionPart> part;
  if (line.given("part")) {
    part = {.part = part_option(line), .first = plan.first, .count = plan.count};
    plan.first = part->begin();
    plan.count = part->end() - part->begin();
  }
  const DecisionEvaluators evaluators{.judge = load_fast_evaluator(net, game),
                                      .fast = load_fast_evaluator(net, game),
                                      .players = players_of(line, game),
                                      .outside = outside_judge(line, game)};
  note_other_checkers(net, plan.header.checkers);
  note_other_checkers(line.positional(), game, plan.header.checkers);
  Work work(plan, part, file);
  say_how_to_go_on();
  const std::vector<std::int64_t> known = work.numbers();
  CountedProgress progress("decisions", plan.count - static_cast<std::int64_t>(known.size()));
  make_decisions(plan, evaluators, known, [&](ReferenceDecision decision) {
    work.add(std::move(decision));
    progress.count();
  });
  work.finish();
  progress.finish();
  std::cout << (part ? part_line(part->part, plan.count, "decisions", file.string())
                     : file.string() + ": " + std::to_string(plan.count) + " decisions\n");
  return 0;
}

int join_sets(int argc, char** argv) {
  CommandLine line("benchmark", "join FILE... --out FILE",
                   {"gioul benchmark join part1.decisions part2.decisions --out my.decisions",
                    "gioul benchmark join part*.decisions --out my.decisions"});
  line.allow_positional();
  line.add("out", "FILE", "the set of all decisions");
  if (!line.parse(argc, argv)) return 0;
  const auto& parts = line.positional();
  if (parts.empty()) throw InputError("expected: gioul benchmark join FILE... --out FILE");
  const fs::path file = line.text("out", "the file to write");
  Outputs outputs;
  add_new(outputs, file);
  DecisionSet set = load_decision_set(parts.front());
  set.part.reset();
  for (std::size_t i = 1; i < parts.size(); ++i) join(set, load_decision_set(parts[i]), parts[i]);
  outputs.write(file, format_decision_set(set));
  outputs.finish();
  std::cout << file.string() << ": " << set.decisions.size() << " decisions\n";
  return 0;
}

using Word = std::pair<std::string_view, int (*)(int, char**)>;

constexpr std::array kWords = {Word{"score", &score}, Word{"make", &make_set},
                               Word{"join", &join_sets}};

}  // namespace

int benchmark_command(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  const auto* const found = std::ranges::find(kWords, word, &Word::first);
  if (found != kWords.end()) return found->second(argc - 1, argv + 1);
  CommandLine line("benchmark", "score | make | join ...   (each has its own --help)",
                   {"gioul benchmark score net:net.safetensors blocker random",
                    "gioul benchmark make --net net.safetensors --out my.decisions"});
  line.allow_positional();
  if (!line.parse(argc, argv)) return 0;
  throw InputError(
      (word.empty() ? "nothing is asked" : "unknown word '" + std::string(word) + "'") +
      std::string(" (expected: gioul benchmark score, make or join)"));
}

}  // namespace gioul
