// gioul testset: measures the equity that players lose on a test set (score), and builds test
// sets (make).
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/data_file.h"
#include "base/did_you_mean.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/output_files.h"
#include "cli/common/part_options.h"
#include "cli/common/position_options.h"
#include "cli/common/progress.h"
#include "cli/common/warnings.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/engines/gnubg_player.h"
#include "eval/play/player.h"
#include "eval/players/evaluator_loader.h"
#include "eval/players/player_name.h"
#include "eval/players/players.h"
#include "eval/store/result_store.h"
#include "eval/store/work_spec.h"
#include "eval/testset/decision_score.h"
#include "eval/testset/decision_set.h"
#include "eval/testset/decision_set_builder.h"
#include "eval/testset/stored_decisions.h"

namespace gioul {

namespace {

void add_decision_set(CommandLine& line) {
  line.add("set", "FILE", "test set (default: the bundled test set of the game)");
  line.add_variant();
}

// Returns the set of --set, by default the variant's bundled one.
DecisionSet decision_set_option(const CommandLine& line) {
  const Game game = line.game();
  if (!line.is_given("set")) {
    return load_decision_set(
        require_data_file(bundled_test_set_file_name(game), "name one with --set FILE"));
  }
  DecisionSet set = load_decision_set(line.string_value("set"));
  if (line.is_given("variant") && set.header.game != game) {
    throw InputError(line.string_value("set") + ": is a test set for " +
                     std::string(set.header.game.name()) + ", not for " + std::string(game.name()));
  }
  return set;
}

std::vector<PlayerFactory> players_of(const CommandLine& line, Game game) {
  std::vector<PlayerFactory> players;
  for (const std::string& name : line.positional_arguments()) {
    players.push_back(make_player_factory(name, game));
  }
  return players;
}

// --- score ---

std::string format_estimate(const Estimate& estimate) {
  return fmt::format(" {:7.1f} +-{:5.1f}", estimate.mean, estimate.standard_error);
}

std::string format_losses(const std::vector<ScoredPlayer>& players) {
  std::string text = fmt::format("\nmillipoints lost per decision\n    {:>15}", "all");
  const PlayerScore& first = players.front().score;
  for (std::size_t kind = 0; kind < kDecisionKindCount; ++kind) {
    const std::size_t count = first.by_kind[kind].decision_count;
    if (count == 0) continue;
    text += fmt::format(" {:>18}", fmt::format("{} ({})", kDecisionKindNames[kind], count));
  }
  text += "\n";
  for (std::size_t i = 0; i < players.size(); ++i) {
    text += fmt::format("{:2}  {}", i + 1, format_estimate(players[i].score.all_kinds.mean_loss));
    for (const KindScore& kind : players[i].score.by_kind) {
      if (kind.decision_count > 0) text += "   " + format_estimate(kind.mean_loss);
    }
    text += "\n";
  }
  return text;
}

std::string format_comparison(const std::vector<ScoredPlayer>& players) {
  std::string text =
      "\n      loss vs player 1   best %  not rolled out %  decisions/s   median ms\n";
  const PlayerScore& first = players.front().score;
  for (std::size_t i = 0; i < players.size(); ++i) {
    const PlayerScore& score = players[i].score;
    const std::string more = i == 0 ? std::string(18, ' ')
                                    : format_estimate(mean_loss_difference(
                                          score.loss_by_decision, first.loss_by_decision)) +
                                          "  ";
    text += fmt::format(
        "{:2}  {} {:8.1f} {:17.1f} {:12.0f} {:11.3f}\n", i + 1, more,
        100.0 * score.all_kinds.best_play_fraction, 100.0 * score.all_kinds.estimated_loss_fraction,
        static_cast<double>(score.loss_by_decision.size()) / std::max(score.total_seconds, 1e-9),
        1000.0 * score.median_seconds);
  }
  return text;
}

std::string format_scores(const DecisionSet& set, const std::vector<ScoredPlayer>& players) {
  const DecisionSetHeader& header = set.header;
  std::string text = fmt::format(
      "{}, {} checkers, {} decisions, seed {}, net {}, {}\n\n", header.game.name(), header.checkers,
      set.decisions.size(), header.seed, header.net_checksum,
      header.external_evaluator.empty() ? fmt::format("{} trials", header.trials_per_play)
                                        : "evaluated by " + header.external_evaluator);
  for (std::size_t i = 0; i < players.size(); ++i) {
    text += fmt::format("{:2}  {}\n", i + 1, players[i].name);
  }
  return text + format_losses(players) + format_comparison(players);
}

int score(int argc, char** argv) {
  CommandLine line(
      "testset score",
      "PLAYER... [--set FILE] [OPTION...]\n\n"
      "  Prints what each player loses per decision, in millipoints. Players are named\n"
      "  as in `gioul tournament`.",
      {"gioul testset score net:net.safetensors blocker random",
       "gioul testset score net net,plies=1 gnubg --variant portes --json"});
  line.allow_positional();
  add_decision_set(line);
  line.add_threads();
  line.add_flag("json", "print JSON instead of the tables");
  if (!line.parse(argc, argv)) return 0;
  if (line.positional_arguments().empty()) throw InputError("missing argument: PLAYER");
  const int threads = line.threads();
  const DecisionSet set = decision_set_option(line);
  Game game = set.header.game;
  const std::vector<PlayerFactory> players = players_of(line, game);
  warn_checker_count_mismatch(line.positional_arguments(), game, set.header.checkers);
  std::vector<ScoredPlayer> scored;
  ProgressCounter progress("decisions",
                           static_cast<std::int64_t>(players.size() * set.decisions.size()));
  for (std::size_t i = 0; i < players.size(); ++i) {
    scored.push_back({line.positional_arguments()[i],
                      score_player(set, players[i], threads, [&] { progress.count_item(); })});
  }
  progress.clear();
  std::cout << (line.has_flag("json") ? scores_json(set, scored) : format_scores(set, scored));
  return 0;
}

// --- make ---

namespace fs = std::filesystem;

constexpr std::int64_t kMaxDecisions = 1'000'000;
DecisionSetSpec spec_from_options(const CommandLine& line, Game game, const std::string& net) {
  DecisionSetSpec spec;
  spec.header.game = game;
  spec.header.checkers = line.checkers();
  (void)start_position(game, spec.header.checkers);  // throws if it cannot be played
  spec.header.seed = line.seed();
  if (line.is_given("judge")) {
    spec.header.external_evaluator = line.string_value("judge");
    for (const char* const name : {"trials", "truncate"}) {
      if (line.is_given(name)) {
        throw InputError(std::string("--") + name + " cannot be used with --judge");
      }
    }
  } else {
    spec.header.trials_per_play = OptionFieldReader(line).get_even_integer("trials", 4, 1'000'000);
    spec.header.truncation_rolls = static_cast<int>(line.integer_value("truncate", 0, 10'000));
  }
  spec.header.net_checksum = file_checksum(net);
  spec.header.program_version = GIOUL_VERSION;
  for (const std::string& name : line.positional_arguments()) {
    const PlayerSpec player = parse_player(name);
    if (player.is_external) {
      throw InputError(name +
                       ": its choices are not reproducible; expected a player of this program");
    }
    const fs::path file = player.evaluator_file(game);
    spec.header.contributing_players.push_back({name, file.empty() ? "" : file_checksum(file)});
  }
  spec.decision_count = line.integer_value("decisions", 1, kMaxDecisions);
  spec.part = selected_work_part(line);
  spec.threads = line.threads();
  return spec;
}

// Returns the external evaluator that replaces rollouts; none without --judge.
ExternalEvaluatorFactory external_evaluator(const CommandLine& line, Game game) {
  if (!line.is_given("judge")) return {};
  const std::string judge = line.string_value("judge");
  const ParsedPlayerName name(judge);
  if (!name.has_kind("gnubg")) {
    throw InputError("--judge " + judge + ": expected gnubg:plies=N");
  }
  return gnubg_evaluator_factory(parse_gnubg_options(name, std::nullopt), game);
}

void add_new(OutputFiles& outputs, const fs::path& file) {
  outputs.add("--out", file);
  if (!fs::exists(file)) return;
  throw InputError("--out " + file.string() + " already exists");
}

int make_set(int argc, char** argv) {
  CommandLine line(
      "testset make",
      "[PLAYER...] --net FILE --out FILE [OPTION...]\n\n"
      "  Samples decisions from games and rolls out the plays that could be best. The\n"
      "  choices of each PLAYER are rolled out too.",
      {"gioul testset make --net net.safetensors --out my.decisions",
       "gioul testset make net:other.safetensors,beam=1 --net net.safetensors "
       "--db part-2.db --part 2/8"});
  line.allow_positional();
  line.add_variant();
  line.add_checkers();
  line.add("net", "FILE",
           "reference net (or table of `gioul solve`): generates the games, selects candidates and "
           "rolls them out");
  line.add("out", "FILE", "output file; must not exist");
  add_db_and_part_options(line);
  line.add("decisions", "N", "number of decisions", "2400");
  line.add("trials", "N", "maximum trials per play, even", "3888");
  line.add(
      "truncate", "N",
      "truncate after N rolls of both players together and use the net's evaluation; 0: play to "
      "the end",
      "12");
  line.add("judge", "gnubg:plies=N",
           "use GNU Backgammon at N plies as the reference instead of rollouts (portes)");
  line.add_seed();
  line.add_threads();
  if (!line.parse(argc, argv)) return 0;

  Game game = line.game();
  const std::string net = line.string_value("net", "reference net");
  const std::string database = line.optional_value("db");
  const bool is_part = line.is_given("part");
  if (is_part) check_part_option(database, "set", line.is_given("out"), "--out");
  const fs::path file = is_part ? "" : line.string_value("out", "output file");
  OutputFiles outputs;
  if (!is_part) add_new(outputs, file);
  const DecisionSetSpec spec = spec_from_options(line, game, net);
  const ReferenceEvaluators evaluators{
      .candidate_evaluator = load_evaluator(net, game, Precision::kQuantized),
      .rollout_evaluator = load_evaluator(net, game, Precision::kQuantized),
      .player_factories = players_of(line, game),
      .external_evaluator = external_evaluator(line, game)};
  warn_checker_count_mismatch(net, spec.header.checkers);
  warn_checker_count_mismatch(line.positional_arguments(), game, spec.header.checkers);
  add_database_output(outputs, database);
  DecisionSet set{spec.header, {}};
  std::optional<ResultStore> stored;
  if (!database.empty()) {
    stored.emplace(database, make_decisions_work_spec(spec));
    set.decisions = load_decisions(*stored, spec);
  }
  const std::int64_t begin = spec.part.range_begin(spec.decision_count);
  const std::int64_t end = spec.part.range_end(spec.decision_count);
  const std::int64_t found = std::ranges::count_if(set.decisions, [&](const auto& decision) {
    return decision.number >= begin && decision.number < end;
  });
  WorkProgress at{.units_done = found, .units_resumed = found, .units_total = end - begin};
  ProgressCounter progress("decisions");
  build_reference_decisions(spec, evaluators, set.decisions, [&](ReferenceDecision decision) {
    if (stored) stored->add(decision.number, format_reference_decision(game, decision));
    set.decisions.push_back(std::move(decision));
    ++at.units_done;
    progress.show(at);
  });
  if (stored) stored->finish_writing();
  progress.clear();
  const auto count = static_cast<std::int64_t>(set.decisions.size());
  if (is_part) {
    std::cout << format_part_summary(spec.part, count, "decisions", database);
    return 0;
  }
  std::ranges::sort(set.decisions, {}, &ReferenceDecision::number);
  outputs.write(file, format_decision_set(set));
  outputs.throw_if_write_failed();
  std::cout << to_printable_line(file.string()) << ": " << count << " decisions\n";
  return 0;
}

}  // namespace

int testset_command(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  if (word == "score") return score(argc - 1, argv + 1);
  if (word == "make") return make_set(argc - 1, argv + 1);
  CommandLine line("testset", "score | make ...   (each has its own --help)",
                   {"gioul testset score net:net.safetensors blocker random",
                    "gioul testset make --net net.safetensors --out my.decisions"});
  line.allow_positional();
  if (!line.parse(argc, argv)) return 0;
  if (word.empty()) throw InputError("missing subcommand: score or make");
  const std::string suggestion = did_you_mean(word, {"score", "make"});
  throw InputError("unknown subcommand '" + std::string(word) + "'" +
                   (suggestion.empty() ? "; expected score or make" : suggestion));
}

}  // namespace gioul
