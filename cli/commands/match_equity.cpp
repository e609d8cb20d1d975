// gioul match-equity: prints the probability of winning a match from every score.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/match_options.h"
#include "cli/common/warnings.h"
#include "engine/games/game.h"
#include "eval/match/match_spec.h"
#include "eval/match/outcome_frequencies.h"

namespace gioul {

namespace {

constexpr int kColumnsPerBlock = 15;  // per block of the table, to fit in 100 characters

std::vector<OutcomeFrequencies> known_shares(const CommandLine& line,
                                             const std::vector<Game>& games) {
  const int given =
      int{line.is_given("shares")} + int{line.is_given("net")} + int{line.is_given("player")};
  if (given != 1) {
    throw InputError("expected one of --net FILE, --player PLAYER and --shares LIST");
  }
  if (line.is_given("shares")) {
    for (const char* option : {"games", "checkers", "seed", "threads"}) {
      if (line.is_given(option)) {
        throw InputError(fmt::format("--{} cannot be used with --shares", option));
      }
    }
    return parse_outcome_frequencies(line.string_value("shares"), games);
  }
  const std::vector<std::string> players =
      line.is_given("net")
          ? std::vector<std::string>(games.size(), "net:" + line.string_value("net"))
          : parse_players_by_game(line.string_value("player"), games);
  warn_checker_count_mismatch(players, games, line.checkers());
  return measure_outcome_frequencies(
      games, players,
      {.game = {},
       .checkers = line.checkers(),
       .seed = line.seed(),
       .game_count = line.is_given("games") ? line.integer_value("games", 1, 1'000'000'000)
                                            : SelfMatchOptions{}.game_count,
       .threads = line.threads()});
}

std::string shares_table(const std::vector<OutcomeFrequencies>& all) {
  std::string text = "%, for the starter      win  win 2  win 1    tie lose 1 lose 2\n";
  for (const OutcomeFrequencies& known : all) {
    const StarterProbabilities& s = known.frequencies;
    text += fmt::format("{:20} {:6.2f} {:6.2f} {:6.2f} {:6.2f} {:6.2f} {:6.2f}\n",
                        known.game.name(), 100 * win_probability(s), 100 * s[4], 100 * s[3],
                        100 * s[2], 100 * s[1], 100 * s[0]);
    if (!known.counts) continue;
    const StarterProbabilities e = known.counts->standard_errors();
    text += fmt::format("{:20} {:6} {:6.2f} {:6.2f} {:6.2f} {:6.2f} {:6.2f}  in {} games of {}\n",
                        "  +-", "", 100 * e[4], 100 * e[3], 100 * e[2], 100 * e[1], 100 * e[0],
                        known.counts->game_count(), to_printable_line(known.measured_player_name));
  }
  return text + "\n--shares '" + format_outcome_frequencies(all) + "'\n";
}

std::string equity_table(const MatchEquityTable& equity, std::size_t game, Game played) {
  std::string text = fmt::format(
      "\nChance in % that the starter of a game of {} wins the match: rows are the points that "
      "the\n"
      "starter still needs, columns those of the other player.\n",
      played.name());
  for (int first = 1; first <= equity.target_points(); first += kColumnsPerBlock) {
    const int last = std::min(first + kColumnsPerBlock - 1, equity.target_points());
    text += "\n     ";
    for (int other = first; other <= last; ++other) text += fmt::format(" {:5}", other);
    text += "\n";
    for (int own = 1; own <= equity.target_points(); ++own) {
      text += fmt::format("{:5}", own);
      for (int other = first; other <= last; ++other) {
        text += fmt::format(" {:5.1f}", 100 * equity.win_probability({own, other, true, game}));
      }
      text += "\n";
    }
  }
  return text;
}

}  // namespace

int match_equity_command(int argc, char** argv) {
  CommandLine line(
      "match-equity",
      "--net FILE | --player PLAYER | --shares LIST [OPTION...]\n\n"
      "  Computes the chance of winning a match from every score, based on the outcome\n"
      "  probabilities of single games: measured in games of a net or player against itself,\n"
      "  or given with --shares (docs/matches.md).",
      {"gioul match-equity --net net.safetensors --target 7 --games 100000",
       "gioul match-equity --target 3 --shares 0.45,0.1,0.37,0.08 --json"});
  line.add("target", "N", "match length in points", "5");
  add_match_game_options(line);
  line.add("net", "FILE", "measure games of this net at 0 plies; same as --player net:FILE");
  line.add("player", "PLAYER",
           "measure games of this player; for a cycle 'portes=PLAYER;plakoto=...'");
  line.add("shares", "LIST",
           "outcome probabilities: single wins and gammons of the starter, then those of the other "
           "player, e.g. 0.45,0.1,0.37,0.08; the rest are ties; for a cycle one list per game, "
           "separated by ;");
  line.add("games", "N", "number of games to measure, per game of a cycle (default: 10000)");
  line.add_seed();
  line.add_threads();
  line.add_flag("json", "print JSON");
  if (!line.parse(argc, argv)) return 0;

  const std::vector<Game> games = selected_match_variants(line);
  const auto target = static_cast<int>(line.integer_value("target", 1, kMaxTargetPoints));
  const std::vector<OutcomeFrequencies> all = known_shares(line, games);
  const MatchEquityTable equity = compute_match_equity_table(target, all);
  if (line.has_flag("json")) {
    std::cout << match_equity_json(equity, all);
    return 0;
  }
  std::cout << shares_table(all);
  for (std::size_t game = 0; game < all.size(); ++game) {
    std::cout << equity_table(equity, game, all[game].game);
  }
  return 0;
}

}  // namespace gioul
