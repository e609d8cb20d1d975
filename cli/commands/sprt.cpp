// gioul sprt: which of two statements about two players is true, in as few games as that takes.
#include "eval/contest/sprt.h"

#include <chrono>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "cli/shell/command.h"
#include "cli/shell/progress.h"
#include "engine/games/game.h"
#include "eval/contest/sprt_match.h"
#include "eval/contest/tournament_plan.h"
#include "eval/play/player.h"
#include "eval/players/players.h"

namespace gioul {

namespace {

// The two statements as they were asked, and as the test takes them.
struct Question {
  std::string unit;  // "Elo over points", "Elo over wins" or "points per game"
  double value0 = 0.0;
  double value1 = 0.0;
  RatingScale scale = RatingScale::kByPoints;
  SprtOptions test;
};

Question question_of(const CommandLine& line) {
  const bool in_points = line.given("points0") || line.given("points1");
  const auto value = [&](const char* option, double otherwise, double most) {
    return line.given(option) ? line.decimal(option, -most, most) : otherwise;
  };
  Question question;
  if (in_points) {
    for (const char* option : {"elo0", "elo1", "elo"}) {
      if (line.given(option)) {
        throw InputError("--" + std::string(option) +
                         ": the statements are in points per game already");
      }
    }
    question.unit = "points per game";
    question.value0 = value("points0", 0.0, 2.0);
    question.value1 = value("points1", 0.02, 2.0);
    question.test.points0 = question.value0;
    question.test.points1 = question.value1;
  } else {
    question.scale = parse_scale(line.text("elo"));
    question.unit = "Elo over " + std::string(scale_name(question.scale));
    question.value0 = value("elo0", 0.0, 1000.0);
    question.value1 = value("elo1", 10.0, 1000.0);
    question.test = sprt_of_elo(question.value0, question.value1, question.scale);
  }
  if (!(question.value0 < question.value1)) {
    throw InputError("the second statement must be more than the first: there are " +
                     std::to_string(question.value0) + " and " + std::to_string(question.value1));
  }
  question.test.alpha = line.decimal("alpha", 1e-9, 0.5);
  question.test.beta = line.decimal("beta", 1e-9, 0.5);
  return question;
}

// Redraws now and then.
class Progress {
 public:
  explicit Progress(const Question& question) : question_(question) {}

  void show(const SprtResult& result) {
    if (!line_.is_due()) return;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    const Estimate points = result.games.points_per_game();
    char text[160];
    std::snprintf(text, sizeof(text),
                  "%lld pairs  LLR %+.2f (%+.2f .. %+.2f)  %+.4f +- %.4f points/game  %.0f games/s",
                  static_cast<long long>(result.games.pair_points.count()), result.log_ratio,
                  sprt_lower_bound(question_.test), sprt_upper_bound(question_.test), points.mean,
                  points.standard_error,
                  static_cast<double>(result.games.games()) / passed.count());
    line_.show(text);
  }
  void finish() { line_.finish(); }

 private:
  const Question& question_;
  ProgressLine line_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

const char* verdict_name(SprtVerdict verdict) {
  switch (verdict) {
    case SprtVerdict::kPoints0:
      return "H0";
    case SprtVerdict::kPoints1:
      return "H1";
    default:
      return "undecided";
  }
}

void print_result(const Question& question, const std::vector<std::string>& players,
                  const SprtResult& result) {
  const Estimate points = result.games.points_per_game();
  const auto pairs = static_cast<long long>(result.games.pair_points.count());
  std::printf("%s against %s, %s: H0 %+g, H1 %+g\n", one_line(players[0]).c_str(),
              one_line(players[1]).c_str(), question.unit.c_str(), question.value0,
              question.value1);
  if (result.verdict == SprtVerdict::kUndecided) {
    std::printf("undecided after %lld pairs (%lld games): --max-pairs ended the test\n", pairs,
                2 * pairs);
  } else {
    const bool first = result.verdict == SprtVerdict::kPoints1;
    std::printf("%s accepted after %lld pairs (%lld games): %+g rather than %+g %s\n",
                verdict_name(result.verdict), pairs, 2 * pairs,
                first ? question.value1 : question.value0,
                first ? question.value0 : question.value1, question.unit.c_str());
  }
  std::printf("LLR          %+.3f, bounds %+.3f and %+.3f (alpha %g, beta %g)\n", result.log_ratio,
              sprt_lower_bound(question.test), sprt_upper_bound(question.test), question.test.alpha,
              question.test.beta);
  std::printf(
      "points/game  %+.4f +- %.4f, 95 %% %+.4f .. %+.4f (as if the length had been fixed)\n",
      points.mean, points.standard_error, points.mean - points.margin95(),
      points.mean + points.margin95());
  for (std::size_t who = 0; who < 2; ++who) {
    for (const auto& [reason, games] : result.games.counts[who].failures) {
      std::printf("failures     %s lost %lld: %s\n", one_line(players[who]).c_str(),
                  static_cast<long long>(games), one_line(reason).c_str());
    }
  }
}

void print_json(const Question& question, const std::vector<std::string>& players,
                const SprtResult& result) {
  using nlohmann::ordered_json;
  const Estimate points = result.games.points_per_game();
  const ordered_json json = {
      {"players", players},
      {"unit", question.unit},
      {"h0", question.value0},
      {"h1", question.value1},
      {"alpha", question.test.alpha},
      {"beta", question.test.beta},
      {"verdict", verdict_name(result.verdict)},
      {"log_ratio", result.log_ratio},
      {"bounds", {sprt_lower_bound(question.test), sprt_upper_bound(question.test)}},
      {"pairs", result.games.pair_points.count()},
      {"games", result.games.games()},
      {"points_per_game", points.mean},
      {"standard_error", points.standard_error},
      {"outcomes", result.games.outcomes},
      {"failures", {result.games.counts[0].failed_games(), result.games.counts[1].failed_games()}}};
  std::cout << json.dump(2, ' ', false, ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace

int sprt_command(int argc, char** argv) {
  CommandLine line(
      "sprt",
      "PLAYER OPPONENT [OPTION...]\n\n"
      "  Plays mirrored pairs until it is certain enough which of two statements about\n"
      "  PLAYER is true, H0 or H1. Players are named as in `gioul tournament`.",
      {"gioul sprt net:new.safetensors net:old.safetensors --elo0 0 --elo1 5",
       "gioul sprt net:a.safetensors blocker --points0 0.4 --points1 0.5 --json"});
  line.allow_positional();
  line.add_variant();
  line.add_checkers();
  line.add("elo0", "ELO", "H0: PLAYER is so much better (default: 0)");
  line.add("elo1", "ELO", "H1: he is even so much better (default: 10)");
  line.add("points0", "P", "the same in points per game instead of Elo (default: 0)");
  line.add("points1", "P", "the same in points per game (default: 0.02)");
  line.add("elo", "SCALE", "what Elo is over: points (a gammon counts twice) or wins", "points");
  line.add("alpha", "P", "the chance to accept H1 where H0 is true", "0.05");
  line.add("beta", "P", "the chance to accept H0 where H1 is true", "0.05");
  line.add("max-pairs", "N", "give up then, undecided", "10000000");
  line.add_seed("the same seed gives the same games");
  line.add_threads();
  line.add_flag("json", "print JSON");
  if (!line.parse(argc, argv)) return 0;

  const std::vector<std::string>& players = line.positional();
  if (players.size() != 2) throw InputError("expected two players, a PLAYER and his OPPONENT");
  const Question question = question_of(line);
  Game game = line.game();
  const PlayerFactory player = make_player_factory(players[0], game);
  const PlayerFactory opponent = make_player_factory(players[1], game);
  PairOptions options = {.game = game,
                         .checkers = line.checkers(),
                         .seed = line.seed(),
                         .pairs = line.number("max-pairs", 1, 1'000'000'000),
                         .threads = line.threads()};
  // The games that a tournament between the two has.
  options.seed = plan_tournament({.game = options.game,
                                  .checkers = options.checkers,
                                  .players = players,
                                  .seed = options.seed})
                     .pairings.front()
                     .seed;
  Progress progress(question);
  const SprtResult result = play_sprt(options, question.test, question.scale, player, opponent,
                                      [&](const SprtResult& so_far) { progress.show(so_far); });
  progress.finish();
  if (line.flag("json")) {
    print_json(question, players, result);
  } else {
    print_result(question, players, result);
  }
  return 0;
}

}  // namespace gioul
