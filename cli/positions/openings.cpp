// gioul openings: the best play of each opening roll and of replies to them, rolled out.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "cli/shell/command.h"
#include "cli/shell/outputs.h"
#include "cli/shell/part_option.h"
#include "cli/shell/progress.h"
#include "cli/text/decision_text.h"
#include "cli/text/net_note.h"
#include "cli/text/openings_text.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/parts/openings_work.h"
#include "eval/parts/rollout_work.h"
#include "eval/play/player.h"
#include "eval/players/players.h"
#include "eval/search/search.h"
#include "eval/study/openings_report.h"
#include "eval/tables/endgame_evaluator.h"
#include "eval/tables/endgame_files.h"
#include "eval/tables/load_evaluator.h"
#include "eval/value/evaluator.h"

namespace gioul {

namespace {

RollStudyOptions study_options(const CommandLine& line, const std::string& trials) {
  RollStudyOptions options;
  options.search = default_search(static_cast<int>(line.number("plies", 0, kMaxPlies)));
  options.plays = static_cast<std::size_t>(line.number("plays", 1, kMaxAfterstates));
  options.rollout.trials = line.even_number(trials, 4, 100'000'000);
  options.rollout.target_error = line.decimal("error", 0.0, 2.0);
  options.rollout.certainty = line.decimal("certainty", 0.0, 100.0);
  options.rollout.seed = line.seed();
  options.rollout.threads = line.threads();
  return options;
}

// The openings whose replies are asked for, by their places in kRolls.
std::vector<std::size_t> replied_to(const CommandLine& line) {
  std::vector<std::size_t> rolls;
  if (!line.given("replies")) return rolls;
  const std::string text = line.text("replies");
  if (text == "all") {
    for (std::size_t i = 0; i < kRolls.size(); ++i) {
      if (!kRolls[i].is_doublet()) rolls.push_back(i);
    }
    return rolls;
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    Dice dice{};
    try {
      dice = parse_dice(text.substr(begin, end - begin));
    } catch (const InputError& error) {
      throw InputError("--replies '" + text + "': " + error.what() +
                       " (expected all, or rolls such as 6-5,4-2)");
    }
    const auto at = static_cast<std::size_t>(std::ranges::find(kRolls, dice) - kRolls.begin());
    if (std::ranges::find(rolls, at) != rolls.end()) {
      throw InputError("--replies '" + text + "': " + format_dice(dice) + " stands there twice");
    }
    rolls.push_back(at);
    begin = end + 1;
  }
  return rolls;
}

// How far all rolls together are, counted in trials.
class StudyProgress {
 public:
  StudyProgress(std::size_t openings, std::size_t replied_to, std::int64_t trials,
                std::int64_t reply_trials)
      : openings_(openings),
        trials_(static_cast<double>(trials)),
        reply_trials_(static_cast<double>(reply_trials)),
        all_(trials_before(openings + replied_to * kRolls.size())) {}

  void show(const OpeningsProgress& at) {
    if (!line_.is_due()) return;
    const RolloutProgress& rollout = at.rollout;
    const double part = static_cast<double>(rollout.done) / static_cast<double>(rollout.most);
    const double before = trials_before(at.rolls);
    const double current = trials_before(at.rolls + 1) - before;
    const double share = (before + current * std::min(part, 1.0)) / all_;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    line_.show(fmt::format("{}: {} of at most {} trials  all: {} %, about {} left", at.what,
                           rollout.done, rollout.most, static_cast<int>(100 * share),
                           duration_text(passed.count() * (1.0 - share) / share)));
  }

 private:
  double trials_before(std::size_t rolls) const {
    const std::size_t openings = std::min(rolls, openings_);
    return static_cast<double>(openings) * trials_ +
           static_cast<double>(rolls - openings) * reply_trials_;
  }

  ProgressLine line_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::size_t openings_;
  double trials_;
  double reply_trials_;
  double all_;
};

// Of the part of it that was asked for there are the part's rolls alone.
struct Studied {
  OpeningsReport report;
  std::int64_t kept = 0;  // rolls in the file, if there is one
};

Studied run_with_progress(const CommandLine& line, Game game) {
  const Part part = part_option(line);
  std::vector<std::size_t> replies = replied_to(line);
  OpeningsStudy::Options options{.game = game,
                                 .start = {},
                                 .name = {},
                                 .openings = study_options(line, "trials"),
                                 .replies = study_options(line, "reply-trials")};
  const std::string net = net_option(line, game);
  options.start = start_position(game, line.checkers());
  options.name = line.given("player") ? line.text("player")
                 : line.given("net")  ? "net:" + net
                                      : "net";
  EvaluatorFactory judge = load_fast_evaluator(net, game);
  EvaluatorFactory fast = judge;
  note_other_checkers(net, line.checkers());
  if (on_off(line, "tables")) {
    const auto tables = usual_endgame_tables(game);
    judge = with_endgame_tables(std::move(judge), tables);
    fast = with_endgame_tables(std::move(fast), tables);
  }
  PlayerFactory player;
  if (line.given("player")) player = make_player_factory(line.text("player"), game);
  std::optional<KeptRolls> kept;
  if (line.given("db")) {
    kept.emplace(line.text("db"), options, replies,
                 rolled_by(game, net, on_off(line, "tables"),
                           line.given("player") ? line.text("player") : ""));
    options.memo = &*kept;
  }
  std::erase_if(replies,
                [&](std::size_t opening) { return !part.has(static_cast<std::int64_t>(opening)); });
  StudyProgress progress(static_cast<std::size_t>(part.share(std::ssize(kRolls))), replies.size(),
                         options.openings.rollout.trials, options.replies.rollout.trials);
  OpeningsStudy study(std::move(options), std::move(judge), std::move(fast), std::move(player),
                      [&](const OpeningsProgress& at) { progress.show(at); });
  study.study_openings(part);
  for (const std::size_t opening : replies) {
    if (!study.has_replies(opening)) {
      throw InputError("--replies " + format_dice(kRolls[opening]) +
                       ": no roll follows its best play");
    }
    study.study_replies(opening);
  }
  if (kept) kept->finish();
  return {.report = study.report(), .kept = kept ? kept->count() : 0};
}

constexpr std::string_view kTables = "openings.md";

void write_folder(const std::filesystem::path& folder, const OpeningsReport& report) {
  for (const RolledOutRoll& roll : report.openings) {
    write_file_atomically(folder / opening_picture_name(roll), opening_picture(report, roll));
  }
  write_file_atomically(folder / kTables,
                        openings_text(report) + "\n" + opening_pictures_text(report, ""));
}

}  // namespace

int openings_command(int argc, char** argv) {
  CommandLine line(
      "openings",
      "[--net FILE] [OPTION...]\n\n"
      "  Rolls out the best plays of all 21 opening rolls, whole chains included, and of\n"
      "  replies to them, and prints tables as Markdown (docs/gioul.md).",
      {"gioul openings --out openings",
       "gioul openings --net net.safetensors --trials 12960 --replies 6-5,4-2"});
  line.add_variant();
  line.add_checkers();
  add_net(line);
  line.add("player", "NAME",
           "who plays the rollouts (as in `gioul tournament`), if not the net at 0-ply");
  line.add("plies", "N", "candidates are those that a search of N plies likes best", "1");
  line.add("plays", "N", "how many of them are rolled out at most", "5");
  line.add("trials", "N", "games for each play at most, an even number", "51840");
  line.add("error", "E", "stop when the standard error of the equity is at most E points", "0");
  line.add("certainty", "S",
           "drop a play when it is worse than the best by S standard errors of the difference; "
           "0: never",
           "3.3");
  line.add("replies", "LIST",
           "also study the replies to the best plays of these rolls, such as 6-5,4-2; all: of all "
           "but doublets");
  line.add("reply-trials", "N", "the same as --trials, for replies", "12960");
  add_tables(line, "end a game where an endgame table knows the rest exactly");
  line.add_seed("the same seed gives the same dice");
  line.add_threads();
  add_work_options(line);
  line.add("out", "DIR", "also write openings.md and a diagram of each opening into this folder");
  line.add_flag("json", "print JSON with all plays that were rolled out");
  if (!line.parse(argc, argv)) return 0;
  if (line.given("reply-trials") && !line.given("replies")) {
    throw InputError("--reply-trials is for --replies LIST, which is missing");
  }
  const std::filesystem::path folder = line.given("out") ? line.text("out") : "";
  Outputs outputs;
  if (line.given("out")) outputs.add_folder("--out", folder, kTables);
  const std::string file = line.given("db") ? line.text("db") : "";
  outputs.protect(net_option(line, line.game()));
  add_database(outputs, file);
  if (line.given("part")) {
    check_part(file, "study", line.flag("json") || line.given("out"), "--json and --out");
  }

  const auto [report, kept] = run_with_progress(line, line.game());
  if (line.given("part")) {
    std::cout << part_line(part_option(line), kept, "rolls", file);
    return 0;
  }
  outputs.write(folder / kTables, [&, &shown = report](Existing) { write_folder(folder, shown); });
  std::cout << (line.flag("json") ? openings_json(report) : openings_text(report));
  outputs.finish();
  return 0;
}

}  // namespace gioul
