// gioul rollout: a position's value, and a decision's best plays, from playing them out.
#include "eval/play/rollout.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/error.h"
#include "cli/shell/command.h"
#include "cli/shell/progress.h"
#include "cli/text/decision_text.h"
#include "cli/text/ranking.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/play/player.h"
#include "eval/players/players.h"
#include "eval/tables/endgame_evaluator.h"
#include "eval/tables/load_evaluator.h"
#include "eval/value/evaluator.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kPlays = 5;
constexpr float kMargin = 0.25f;  // points: plays that a net likes less by that are no candidates

constexpr std::array kLuckNames = {
    std::pair{"best", Luck::kBest}, std::pair{"all", Luck::kAllRolls},
    std::pair{"doublets", Luck::kDoublets}, std::pair{"none", Luck::kLeftIn}};

Luck luck_option(const CommandLine& line) {
  const std::string text = line.text("luck");
  for (const auto& [name, luck] : kLuckNames) {
    if (text == name) return luck;
  }
  throw InputError("--luck '" + text + "': expected best, all, doublets or none");
}

const char* luck_name(Luck luck) {
  return std::ranges::find(kLuckNames, luck, [](const auto& entry) { return entry.second; })->first;
}

// What is asked: a position, or the plays of a decision there.
struct Question {
  Game game;
  Position position{};
  std::optional<Dice> dice;          // with a meaning: not of a pending decision
  std::vector<RankedPlay> plays;     // empty: the position itself
  std::vector<RolloutStart> starts;  // one for each play, or the one position
  Value net_value{};                 // of the position
};

std::size_t shown_plays(const CommandLine& line, const std::vector<RankedPlay>& ranked) {
  if (line.given("plays")) {
    return std::min(ranked.size(),
                    static_cast<std::size_t>(line.number("plays", 1, kMaxAfterstates)));
  }
  std::size_t count = 0;
  while (count < std::min(kPlays, ranked.size()) &&
         ranked[count].equity > ranked.front().equity - kMargin) {
    ++count;
  }
  return count;
}

Question question_of(const CommandLine& line) {
  Question question;
  question.game = line.game();
  Game game = question.game;
  question.position = position_option(line, game);
  const bool ranks = line.given("dice") || line.given("plays");
  std::optional<std::string> text;
  if (line.given("dice")) text = line.text("dice");
  const auto evaluator = load_evaluator(net_option(line, game), game)();
  if (!ranks) {
    question.net_value = evaluator->evaluate(question.position);
    question.starts = {rollout_start(question.position)};
    return question;
  }
  const Dice dice = dice_for(question.position, text);
  if (!question.position.is_pending()) question.dice = dice;
  question.plays = rank_plays(game, *evaluator, question.position, dice);
  question.plays.resize(shown_plays(line, question.plays));
  const auto list = std::make_unique<AfterstateList>();
  game.generate(question.position, dice, *list);
  for (const RankedPlay& play : question.plays) {
    question.starts.push_back(rollout_start(*list, play.line));
  }
  return question;
}

RolloutOptions options_of(const CommandLine& line) {
  RolloutOptions options;
  options.game = line.game();
  options.trials = line.even_number("trials", 4, 100'000'000);
  options.truncate = static_cast<int>(line.number("truncate", 0, 10'000));
  options.luck = luck_option(line);
  options.target_error = line.decimal("error", 0.0, 2.0);
  options.certainty = line.decimal("certainty", 0.0, 100.0);
  options.seed = line.seed();
  options.threads = line.threads();
  return options;
}

std::vector<RolloutResult> run_with_progress(const Question& question,
                                             const RolloutOptions& options,
                                             const EvaluatorFactory& evaluator,
                                             const PlayerFactory& player) {
  ProgressLine line;
  const auto begin = std::chrono::steady_clock::now();
  const auto show = [&](const RolloutProgress& progress) {
    if (!line.is_due()) return;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    const double rate = static_cast<double>(progress.done) / passed.count();
    char text[128];
    std::snprintf(text, sizeof(text), "%lld of %lld trials  %.0f/s  equity %+.4f +- %.4f  %s left",
                  static_cast<long long>(progress.done), static_cast<long long>(progress.most),
                  rate, progress.best.mean, progress.best.standard_error,
                  duration_text(static_cast<double>(progress.most - progress.done) / rate).c_str());
    line.show(text);
  };
  return rollout(options, question.starts, evaluator, player, show);
}

// --- for people ---

// A share in percent. With luck taken out what never happens can be a little less than nothing.
double percent(const Estimate& share) {
  const double value = 100.0 * share.mean;
  return value < 0.0 && value > -0.05 ? 0.0 : value;
}

void print_head(const Question& question, const RolloutOptions& options, Luck luck) {
  Game game = question.game;
  std::printf("%s  %s", std::string(game.name()).c_str(),
              format_position(game, question.position).c_str());
  if (question.dice) std::printf("  %s", format_dice(*question.dice).c_str());
  std::printf("\nup to %lld trials", static_cast<long long>(options.trials));
  if (options.truncate == 0) {
    std::printf(" to the end");
  } else {
    std::printf(" of %d rolls", options.truncate);
  }
  const char* const kTaken = luck == Luck::kAllRolls   ? "luck of all rolls taken out"
                             : luck == Luck::kDoublets ? "luck of doublets taken out"
                                                       : "luck left in";
  std::printf(", %s, seed %llu\n\n", kTaken, static_cast<unsigned long long>(options.seed));
}

void print_value(const Question& question, const RolloutResult& result) {
  std::printf("%-12s %10s %9s %10s\n", "", "rollout", "+- error", "net says");
  const auto share = [](const char* what, const Estimate& estimate, double net) {
    std::printf("%-12s %8.2f %% %9.2f %8.2f %%\n", what, percent(estimate),
                100.0 * estimate.standard_error, 100.0 * net);
  };
  const Value& net = question.net_value;
  share("win", result.win, net[3] + net[4]);
  share("win gammon", result.outcomes[4], net[4]);
  share("lose gammon", result.outcomes[0], net[0]);
  if (question.game.axes().mother != Mother::kNone) share("tie", result.outcomes[2], net[2]);
  std::printf("%-12s %+10.4f %9.4f %+10.4f   points, for the player to act\n", "equity",
              result.equity.mean, result.equity.standard_error, equity(net));
  std::printf("%lld trials\n", static_cast<long long>(result.trials));
}

void print_plays(const Question& question, const std::vector<RolloutResult>& results,
                 const std::vector<std::size_t>& order) {
  const bool ties = question.game.axes().mother != Mother::kNone;
  std::printf("%27s %8s %6s %15s %11s\n", "", "", "", "against best", "gammons %");
  std::printf("    %-23s %8s %6s %8s %6s %5s %5s %5s", "play", "equity", "+-", "equity", "+-",
              "win %", "won", "lost");
  if (ties) std::printf(" %5s", "tie %");
  std::printf(" %8s %7s\n", "net says", "trials");
  for (std::size_t i = 0; i < order.size(); ++i) {
    const RolloutResult& result = results[order[i]];
    const RankedPlay& play = question.plays[order[i]];
    std::printf("%3zu %-23s %+8.4f %6.4f", i + 1, play.play.c_str(), result.equity.mean,
                result.equity.standard_error);
    if (i == 0) {
      std::printf(" %8s %6s", "", "");
    } else {
      std::printf(" %+8.4f %6.4f", result.difference.mean, result.difference.standard_error);
    }
    std::printf(" %5.1f %5.1f %5.1f", percent(result.win), percent(result.outcomes[4]),
                percent(result.outcomes[0]));
    if (ties) std::printf(" %5.1f", percent(result.outcomes[2]));
    std::printf(" %+8.4f %7lld\n", static_cast<double>(play.equity),
                static_cast<long long>(result.trials));
  }
}

// --- for programs ---

ordered_json to_json(const RolloutResult& result) {
  ordered_json outcomes = ordered_json::array();
  ordered_json errors = ordered_json::array();
  for (const Estimate& outcome : result.outcomes) {
    outcomes.push_back(outcome.mean);
    errors.push_back(outcome.standard_error);
  }
  return {{"equity", result.equity.mean},
          {"standard_error", result.equity.standard_error},
          {"outcomes", outcomes},
          {"outcome_errors", errors},
          {"trials", result.trials}};
}

ordered_json json_of(const Question& question, const RolloutOptions& options, Luck luck,
                     const std::vector<RolloutResult>& results,
                     const std::vector<std::size_t>& order) {
  Game game = question.game;
  ordered_json json = {{"variant", game.name()},
                       {"position", format_position(game, question.position)}};
  if (question.dice) json["dice"] = format_dice(*question.dice);
  json["luck"] = luck_name(luck);
  json["truncate"] = options.truncate;
  json["seed"] = options.seed;
  if (question.plays.empty()) {
    json.update(to_json(results.front()));
    json["net"] = {{"equity", equity(question.net_value)}, {"outcomes", question.net_value}};
    return json;
  }
  json["plays"] = ordered_json::array();
  for (const std::size_t i : order) {
    const RankedPlay& ranked = question.plays[i];
    ordered_json play = {{"play", ranked.play}, {"afterstate", ranked.afterstate}};
    play.update(to_json(results[i]));
    play["difference"] = results[i].difference.mean;
    play["difference_error"] = results[i].difference.standard_error;
    play["net_equity"] = ranked.equity;
    json["plays"].push_back(play);
  }
  return json;
}

}  // namespace

int rollout_command(int argc, char** argv) {
  CommandLine line("rollout", "[--net FILE] [--position P] [--dice a-b] [OPTION...]",
                   {"gioul rollout --net net.safetensors --position '24:11,21:4|24:15|owed=12'",
                    "gioul rollout --net net.safetensors --dice 3-1 --plays 3 --error 0.002"});
  line.add_variant();
  line.add_checkers();
  line.add("net", "FILE",
           "a net of `gioul train`: chooses the plays of both sides, and tells luck; or a table of "
           "`gioul solve` (default: the one that comes with gioul)");
  line.add("position", "P", "the position (docs/notation.md); default: the start of the game");
  line.add("dice", "a-b", "roll out the best plays of this roll instead of the position");
  line.add("plays", "N",
           "how many of them, as the net ranks them (default: 5, as far as they are within 0.25 "
           "points); for a position with owed or forfeit, its plays instead of itself");
  line.add("trials", "N", "games for each play at most, an even number", "12960");
  line.add("truncate", "N",
           "take the net's value after N rolls of both players; 0: play to the end", "0");
  line.add("luck", "HOW",
           "take luck out of the results: of all rolls, of doublets, or none; best: what has "
           "the smallest error in the same time (docs/analysis.md)",
           "best");
  line.add("error", "E", "stop when the standard error of the equity is at most E points", "0");
  line.add("certainty", "S",
           "drop a play when it is worse than the best by S standard errors of the difference; "
           "0: never",
           "3.3");
  line.add("player", "NAME", "who chooses the plays (as in `gioul tournament`), if not the net");
  line.add("tables", "on|off", "end a game where an endgame table knows the rest exactly", "on");
  line.add_seed("the same seed gives the same dice");
  line.add_threads();
  line.add_flag("json", "print JSON; see docs/analysis.md");
  if (!line.parse(argc, argv)) return 0;

  const RolloutOptions options = options_of(line);
  const Question question = question_of(line);
  Game game = question.game;
  EvaluatorFactory evaluator = load_fast_evaluator(net_option(line, game), game);
  if (on_off(line, "tables")) evaluator = with_usual_tables(std::move(evaluator), game);
  PlayerFactory player;
  if (line.given("player")) player = make_player_factory(line.text("player"), game);
  const std::vector<RolloutResult> results =
      run_with_progress(question, options, evaluator, player);

  std::vector<std::size_t> order(results.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t i) { return results[i].difference.mean; });
  const std::size_t best = best_start(results);
  std::ranges::rotate(order.begin(), std::ranges::find(order, best),
                      std::next(std::ranges::find(order, best)));
  const auto rolled = std::ranges::find_if(results, [](const auto& r) { return r.trials > 0; });
  const Luck luck = rolled == results.end() ? Luck::kLeftIn : rolled->luck;
  if (line.flag("json")) {
    std::cout << json_of(question, options, luck, results, order).dump() << '\n';
    return 0;
  }
  print_head(question, options, luck);
  if (question.plays.empty()) {
    print_value(question, results.front());
  } else {
    print_plays(question, results, order);
  }
  return 0;
}

}  // namespace gioul
