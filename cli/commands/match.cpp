// gioul match: two players over matches to a target, of one game or of several in turn.
#include "eval/match/match.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands/match_setup.h"
#include "cli/shell/command.h"
#include "cli/shell/progress.h"
#include "engine/games/game.h"
#include "eval/match/match_names.h"
#include "eval/players/players.h"

namespace gioul {

namespace {

enum class PlaysFor : std::uint8_t { kPoints, kMatch };

constexpr const char* value_name(PlaysFor value) {
  return value == PlaysFor::kMatch ? "match" : "points";
}

// One of the two as the command line has him.
struct Contestant {
  std::string name;
  std::vector<std::string> players;  // for each game
  PlaysFor value = PlaysFor::kPoints;
};

struct Meeting {
  MatchOptions options;
  std::array<Contestant, 2> contestants;
  std::vector<KnownShares> shares;  // empty if nobody plays for the match
};

bool weighs_outcomes(const std::string& player) { return parse_player(player)->weighs_outcomes(); }

PlaysFor plays_for(const CommandLine& line, const std::string& option,
                   const Contestant& contestant) {
  const bool weighs = std::ranges::any_of(contestant.players, &weighs_outcomes);
  if (!line.given(option)) {
    if (option != "value") return plays_for(line, "value", contestant);
    return weighs ? PlaysFor::kMatch : PlaysFor::kPoints;
  }
  const std::string text = line.text(option);
  if (text != "points" && text != "match") {
    throw InputError("--" + option + " '" + text + "': expected points or match");
  }
  if (text == "points") return PlaysFor::kPoints;
  // What is asked of both is meant for those who can.
  if (!weighs && option != "value") {
    throw InputError("--" + option + " match: '" + contestant.name +
                     "' does not weigh outcomes, only nets and tables do");
  }
  return weighs ? PlaysFor::kMatch : PlaysFor::kPoints;
}

// Whom the shares of a game are measured by: the first net, which is fast at 0-ply, or else the
// first who is in this program.
std::string measured_player(const std::array<Contestant, 2>& contestants, std::size_t game) {
  std::string found;
  for (const Contestant& contestant : contestants) {
    const auto spec = parse_player(contestant.players[game]);
    if (std::string net = spec->plain_net(); !net.empty()) return net;
    if (found.empty() && !spec->is_foreign()) found = contestant.players[game];
  }
  return found.empty() ? "random" : found;
}

Meeting meeting_of(const CommandLine& line) {
  const std::vector<std::string>& names = line.positional();
  if (names.size() != 2) throw InputError("expected two players, a PLAYER and his OPPONENT");
  Meeting meeting;
  MatchOptions& options = meeting.options;
  options.target = static_cast<int>(line.number("target", 1, kMaxTarget));
  options.games = match_games(line);
  options.checkers = line.checkers();
  options.seed = line.seed();
  options.threads = line.threads();
  options.pairs = line.even_number("matches", 2, 1'000'000'000) / 2;
  for (std::size_t who = 0; who < 2; ++who) {
    Contestant& contestant = meeting.contestants[who];
    contestant.name = names[who];
    contestant.players = players_by_game(names[who], options.games);
    contestant.value = plays_for(line, who == 0 ? "value" : "opponent-value", contestant);
  }
  return meeting;
}

void find_shares(const CommandLine& line, Meeting& meeting) {
  const bool needed = std::ranges::any_of(
      meeting.contestants, [](const Contestant& c) { return c.value == PlaysFor::kMatch; });
  if (line.given("met-games") && (!needed || line.given("shares"))) {
    throw InputError("--met-games: no shares are to be measured");
  }
  if (line.given("shares")) {
    if (!needed) throw InputError("--shares: no player plays for his chances in the match");
    meeting.shares = parse_shares(line.text("shares"), meeting.options.games);
  } else if (needed) {
    std::vector<std::string> players;
    for (std::size_t game = 0; game < meeting.options.games.size(); ++game) {
      players.push_back(measured_player(meeting.contestants, game));
    }
    meeting.shares = measure_shares(meeting.options.games, players,
                                    {.game = {},
                                     .checkers = meeting.options.checkers,
                                     .seed = meeting.options.seed,
                                     .games = line.number("met-games", 1, 1'000'000'000),
                                     .threads = meeting.options.threads});
  }
}

MatchPlayer loaded(const Contestant& contestant, const Meeting& meeting,
                   const std::shared_ptr<const MatchEquity>& equity) {
  MatchPlayer player;
  for (std::size_t game = 0; game < meeting.options.games.size(); ++game) {
    player.players.push_back(
        make_player_factory(contestant.players[game], meeting.options.games[game]));
  }
  if (contestant.value == PlaysFor::kMatch) player.equity = equity;
  return player;
}

MatchResult run_with_progress(const Meeting& meeting, const MatchPlayer& player,
                              const MatchPlayer& opponent) {
  ProgressLine line;
  const auto begin = std::chrono::steady_clock::now();
  const std::int64_t all = 2 * meeting.options.pairs;
  MatchResult result =
      play_matches(meeting.options, player, opponent, [&](const MatchResult& so_far) {
        if (!line.is_due()) return;
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        const double rate = static_cast<double>(so_far.matches()) / passed.count();
        const Estimate share = so_far.match_share();
        char text[160];
        std::snprintf(text, sizeof(text),
                      "%lld of %lld matches  %.2f +- %.2f %% won  %.*f matches/s  %s left",
                      static_cast<long long>(so_far.matches()), static_cast<long long>(all),
                      100 * share.mean, 100 * share.standard_error, rate < 10 ? 2 : 0, rate,
                      duration_text(static_cast<double>(all - so_far.matches()) / rate).c_str());
        line.show(text);
      });
  line.finish();
  return result;
}

std::vector<std::string> names_of(const std::vector<Game>& games) {
  std::vector<std::string> names;
  for (const Game game : games) names.emplace_back(game.name());
  return names;
}

void print_result(const Meeting& meeting, const MatchResult& result) {
  std::string games;
  for (const std::string& name : names_of(meeting.options.games))
    games += (games.empty() ? "" : ", ") + name;
  std::printf("%s to %d, %lld matches in mirrored pairs, seed %llu\n\n", games.c_str(),
              meeting.options.target, static_cast<long long>(result.matches()),
              static_cast<unsigned long long>(meeting.options.seed));
  for (const Contestant& contestant : meeting.contestants) {
    std::printf("%-12s plays for %s: %s\n",
                &contestant == &meeting.contestants[0] ? "player" : "opponent",
                contestant.value == PlaysFor::kMatch ? "the match" : "points",
                one_line(contestant.name).c_str());
  }
  if (!meeting.shares.empty())
    std::printf("%-12s %s\n", "shares", shares_text(meeting.shares).c_str());
  const Estimate share = result.match_share();
  const Estimate points = result.points_per_game();
  const auto per_game = [&](std::int64_t count) {
    return 100.0 * static_cast<double>(count) / static_cast<double>(result.games);
  };
  std::printf("\nmatches won  %.2f +- %.2f %%, 95 %% %.2f .. %.2f\n", 100 * share.mean,
              100 * share.standard_error, 100 * (share.mean - share.margin95()),
              100 * (share.mean + share.margin95()));
  std::printf("points/game  %+.4f +- %.4f\n", points.mean, points.standard_error);
  std::printf("games        %lld, %.2f a match; %.1f %% gammons, %.1f %% ties\n",
              static_cast<long long>(result.games),
              static_cast<double>(result.games) / static_cast<double>(result.matches()),
              per_game(result.gammons), per_game(result.ties));
  for (std::size_t who = 0; who < 2; ++who) {
    for (const auto& [reason, lost] : result.failures[who]) {
      std::printf("failures     %s lost %lld games: %s\n",
                  one_line(meeting.contestants[who].name).c_str(), static_cast<long long>(lost),
                  one_line(reason).c_str());
    }
  }
}

void print_json(const Meeting& meeting, const MatchResult& result) {
  using nlohmann::ordered_json;
  const Estimate share = result.match_share();
  const Estimate points = result.points_per_game();
  const auto& [player, opponent] = meeting.contestants;
  ordered_json json = {{"games_in_turn", names_of(meeting.options.games)},
                       {"checkers", meeting.options.checkers},
                       {"target", meeting.options.target},
                       {"seed", meeting.options.seed},
                       {"players", {player.name, opponent.name}},
                       {"values", {value_name(player.value), value_name(opponent.value)}},
                       {"matches", result.matches()},
                       {"match_share", share.mean},
                       {"standard_error", share.standard_error},
                       {"points_per_game", points.mean},
                       {"points_standard_error", points.standard_error},
                       {"games", result.games},
                       {"gammons", result.gammons},
                       {"ties", result.ties},
                       {"failures", result.failures}};
  if (!meeting.shares.empty()) json["shares"] = shares_text(meeting.shares);
  std::cout << json.dump(2, ' ', false, ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace

int match_command(int argc, char** argv) {
  CommandLine line(
      "match",
      "PLAYER OPPONENT [OPTION...]\n\n"
      "  Plays matches to a target: the winner of a game starts the next. Players are named\n"
      "  as in `gioul tournament`; for a cycle a name is for all its games, or it is\n"
      "  'portes=net:A;plakoto=net:B;fevga=random'. docs/matches.md.",
      {"gioul match net:new.safetensors net:old.safetensors --target 7 --matches 2000",
       "gioul match 'gul-bara=net:g.safetensors;plakoto=net:p.safetensors' blocker "
       "--cycle tapa-gul-bara"});
  line.allow_positional();
  line.add("target", "N", "points that win the match", "5");
  add_match_games(line);
  line.add("matches", "N", "an even number: same dice twice, exchanged seats", "1000");
  line.add("value", "WHAT",
           "what nets and tables play for: match (the chance to win it) or points "
           "(default: match)");
  line.add("opponent-value", "WHAT", "the same for the opponent alone (default: as --value)");
  line.add("shares", "LIST", "how games end, as `gioul met` prints it (default: measured)");
  line.add("met-games", "N", "to measure each game's shares by, where they are not given", "10000");
  line.add_seed("the same seed gives the same matches");
  line.add_threads();
  line.add_flag("json", "print JSON");
  if (!line.parse(argc, argv)) return 0;

  Meeting meeting = meeting_of(line);
  find_shares(line, meeting);
  std::shared_ptr<const MatchEquity> equity;
  if (!meeting.shares.empty()) {
    equity =
        std::make_shared<const MatchEquity>(match_equity(meeting.options.target, meeting.shares));
  }
  const MatchPlayer player = loaded(meeting.contestants[0], meeting, equity);
  const MatchPlayer opponent = loaded(meeting.contestants[1], meeting, equity);
  const MatchResult result = run_with_progress(meeting, player, opponent);
  if (line.flag("json")) {
    print_json(meeting, result);
  } else {
    print_result(meeting, result);
  }
  return 0;
}

}  // namespace gioul
