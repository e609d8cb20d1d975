// gioul stats: prints statistics of a player's games against itself.
#include <array>
#include <initializer_list>
#include <iostream>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/format_number.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/interrupt_handler.h"
#include "cli/common/markdown_table.h"
#include "cli/common/output_files.h"
#include "cli/common/part_options.h"
#include "cli/common/progress.h"
#include "cli/common/warnings.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/analysis/game_statistics.h"
#include "eval/analysis/resumable_statistics.h"
#include "eval/players/players.h"

namespace gioul {

namespace {

std::string percent_of(const Estimate& share) { return format_mean_percent(share, 2); }
std::string percent_error(const Estimate& share) {
  return format_decimals(100 * share.standard_error, 2);
}

// Cells for samples that may have no observations, so no mean, or just one, so no error.
std::string mean_cell(const IntegerSample& sample, const std::string& text) {
  return sample.count() > 0 ? text : "-";
}
std::string error_cell(const IntegerSample& sample, const std::string& text) {
  return sample.count() > 1 ? text : "-";
}
std::string percent_of(const IntegerSample& share) {
  return mean_cell(share, percent_of(share.estimate()));
}
std::string percent_error(const IntegerSample& share) {
  return error_cell(share, percent_error(share.estimate()));
}
std::string points_of(const IntegerSample& points) {
  return mean_cell(points, format_mean_points(points.estimate()));
}
std::string points_error(const IntegerSample& points) {
  return error_cell(points, format_standard_error(points.estimate()));
}

class StatisticsWriter {
 public:
  explicit StatisticsWriter(const StatisticsReport& report)
      : report_(report),
        all_(report.statistics),
        ties_(variant().mother != MotherRule::kNone),
        chains_(variant().doublets == DoubletRule::kChain) {}

  std::string write() {
    text_ = std::string(variant().name) + ", " + grouped_count(all_.outcome_counts.game_count()) +
            " games of " + to_printable_line(report_.player_name) + " against itself, seed " +
            std::to_string(report_.game_options.seed) +
            ".\nA win counts 1 point, a gammon 2; +- is one standard error.\n";
    write_first_player();
    if (chains_) write_ends();
    write_lengths();
    write_luck();
    write_leads();
    if (chains_) write_chains();
    return std::move(text_);
  }

 private:
  const Variant& variant() const { return report_.game_options.game.variant(); }

  static std::string grouped_count(std::int64_t count) {
    return format_grouped(static_cast<double>(count));
  }

  void heading(const std::string& title, const std::string& note) {
    text_ += "\n### " + title + "\n\n" + note + "\n\n";
  }

  void write_first_player() {
    heading("Moving first", "All games, for the player who moved first and for the other.");
    MarkdownTable table({"<", "first player", "+-", "second player", "+-"});
    const auto row = [&](const std::string& what, std::initializer_list<Outcome> one,
                         std::initializer_list<Outcome> other) {
      const Estimate first = share(one);
      const Estimate second = share(other);
      table.add_row({what, percent_of(first), percent_error(first), percent_of(second),
                     percent_error(second)});
    };
    const Estimate points = all_.first_player_results.points.estimate();
    const std::string error = format_standard_error(points);
    table.add_row({"points per game", format_mean_points(points), error,
                   format_signed_decimals(-points.mean, 4), error});
    using enum Outcome;
    row("games won, %", {kWin1, kWin2}, {kLose1, kLose2});
    row("single games won, %", {kWin1}, {kLose1});
    row("gammons won, %", {kWin2}, {kLose2});
    if (ties_) row("ties, %", {kTie}, {kTie});
    text_ += table.format();
  }

  // Returns the share of games with one of these outcomes for the first player.
  Estimate share(std::initializer_list<Outcome> outcomes) const {
    std::int64_t count = 0;
    for (const Outcome outcome : outcomes)
      count += all_.outcome_counts.games_by_outcome[static_cast<std::size_t>(outcome)];
    IntegerSample games;
    games.add(1, count);
    games.add(0, all_.outcome_counts.game_count() - count);
    return games.estimate();
  }

  void write_ends() {
    heading("How games end", "By what the winner's last checker was borne off.");
    MarkdownTable table({"<", "% of all games", "+-", "gammons among them, %", "+-"});
    constexpr std::array kNames = {"an ordinary roll", "the winner's own chain",
                                   "checker moves that the loser forfeited"};
    IntegerSample gammons;
    for (std::size_t turn = 0; turn < kTurnKindCount; ++turn) {
      const IntegerSample& ends = all_.games_by_last_turn_kind[turn];
      const IntegerSample& among = all_.gammon_rates_by_last_turn_kind[turn];
      table.add_row({kNames[turn], percent_of(ends), percent_error(ends), percent_of(among),
                     percent_error(among)});
      gammons.add(among);
    }
    table.add_row({"all", "100.00", "", percent_of(gammons), percent_error(gammons)});
    text_ += table.format();
  }

  void write_lengths() {
    heading("Length",
            "The spread is the standard deviation of single games; so many % of the games are not\n"
            "longer.");
    MarkdownTable table({"<per game", "mean", "+-", "spread", "1 %", "5 %", "25 %", "50 %", "75 %",
                         "95 %", "99 %"});
    const auto row = [&](const std::string& what, const Histogram& counts) {
      const Estimate mean = counts.estimate();
      std::vector<std::string> cells = {what, format_decimals(mean.mean, 2),
                                        format_decimals(mean.standard_error, 2),
                                        format_decimals(counts.standard_deviation(), 1)};
      for (const int share : {1, 5, 25, 50, 75, 95, 99}) {
        cells.push_back(std::to_string(counts.percentile(share)));
      }
      table.add_row(std::move(cells));
    };
    row("rolls of both players", all_.rolls_per_game);
    row("decisions of both", all_.decisions_per_game);
    text_ += table.format();
  }

  void write_luck() {
    heading(
        "What rolls are worth",
        "Luck: points gained by the player who rolls it, compared with an average roll, anywhere "
        "in a\ngame. Opening: points of the first player in games that begin with it.");
    MarkdownTable table({"<roll", "luck", "+-", "opening", "+-"});
    const auto row = [&](const std::string& name, const Estimate& luck,
                         const IntegerSample& opening) {
      table.add_row({name, format_mean_points(luck), format_standard_error(luck),
                     points_of(opening), points_error(opening)});
    };
    IntegerSample doublets;
    for (std::size_t i = kDistinctRolls.size(); i-- > 0;) {
      row(format_dice(kDistinctRolls[i]), all_.luck_by_roll[i].estimate(),
          all_.points_by_opening_roll[i]);
      if (kDistinctRolls[i].is_doublet()) doublets.add(all_.points_by_opening_roll[i]);
    }
    row("any doublet", all_.doublet_luck.estimate(), doublets);
    text_ += table.format();
  }

  void write_leads() {
    heading("More doublets than the opponent",
            "Results of the player who rolled more doublets in a game, or of the first player "
            "where both rolled\nas many.");
    MarkdownTable table({"<more by", "% of games", "points per game", "+-", "won, %", "+-",
                         "gammons won, %", "lost, %"});
    for (std::size_t lead = 0; lead < GameStatistics::kDoubletLeadClassCount; ++lead) {
      const ResultSample& games = all_.results_by_doublet_lead[lead];
      const bool last = lead + 1 == GameStatistics::kDoubletLeadClassCount;
      table.add_row({std::to_string(lead) + (last ? " or more" : ""),
                     format_decimals(100.0 * static_cast<double>(games.game_count()) /
                                         static_cast<double>(all_.outcome_counts.game_count()),
                                     2),
                     points_of(games.points), points_error(games.points), percent_of(games.wins),
                     percent_error(games.wins), percent_of(games.gammons_won),
                     percent_of(games.gammons_lost)});
    }
    text_ += table.format();
  }

  void write_chains() {
    heading("Chains",
            "For each doublet: how many checker moves it gives, how many its player makes, how "
            "often all\n"
            "(or until it wins), how many pass to the opponent, and how many of those are made.");
    MarkdownTable table({"<doublet", "per game", "moves", "made", "+-", "all made, %", "+-",
                         "passed on", "+-", "then made"});
    for (int number = 6; number >= 1; --number) {
      const ChainStatistics& chain = all_.chains_by_number[static_cast<std::size_t>(number - 1)];
      const Estimate made = chain.moves_played_per_chain.estimate();
      const Estimate complete = chain.complete_chain_share.estimate();
      const Estimate passed = chain.moves_forfeited_per_chain.estimate();
      table.add_row({format_dice(make_dice(number, number)),
                     format_decimals(chain.chains_per_game.estimate().mean, 3),
                     std::to_string(chain_length(number)), format_decimals(made.mean, 2),
                     format_decimals(made.standard_error, 2), percent_of(complete),
                     percent_error(complete), format_decimals(passed.mean, 2),
                     format_decimals(passed.standard_error, 2),
                     format_decimals(chain.forfeited_moves_played_per_chain.estimate().mean, 2)});
    }
    text_ += table.format();
    if (variant().unfinished_chain == UnfinishedChainRule::kForfeited) write_forfeits();
  }

  void write_forfeits() {
    heading("Forfeits", "Both players together.");
    MarkdownTable table({"<", "mean", "+-"});
    const auto row = [&](const std::string& what, const Estimate& value, double scale, int places) {
      table.add_row({what, format_decimals(scale * value.mean, places),
                     format_decimals(scale * value.standard_error, places)});
    };
    row("games with a forfeit, %", all_.games_with_forfeit.estimate(), 100, 2);
    row("forfeits per game", all_.forfeited_chains_per_game.estimate(), 1, 3);
    row("checker moves forfeited per game", all_.forfeited_moves_per_game.estimate(), 1, 3);
    row("of these made by the opponent, %", all_.forfeited_moves_played_share.estimate(), 100, 2);
    text_ += table.format();
  }

  const StatisticsReport& report_;
  const GameStatistics& all_;
  bool ties_;
  bool chains_;
  std::string text_;
};

SelfMatchOptions games_of(const CommandLine& line) {
  if (line.positional_arguments().size() != 1) {
    throw InputError("expected one argument: PLAYER (docs/players.md)");
  }
  return {.game = line.game(),
          .checkers = line.checkers(),
          .seed = line.seed(),
          .game_count = line.integer_value("games", 2, 1'000'000'000),
          .threads = line.threads()};
}

}  // namespace

int stats_command(int argc, char** argv) {
  CommandLine line(
      "stats",
      "PLAYER [OPTION...]\n\n"
      "  Plays games of PLAYER against itself, and prints as Markdown tables who wins and how,\n"
      "  game lengths, and what each roll is worth (docs/gioul.md).",
      {"gioul stats net:net.safetensors,beam=16 --games 100000",
       "gioul stats blocker --variant gul-bara --json"});
  line.allow_positional();
  line.add_variant();
  line.add_checkers();
  line.add("games", "N", "number of games", "10000");
  line.add_seed();
  line.add_threads();
  add_db_and_part_options(line);
  line.add_flag("json", "print JSON");
  if (!line.parse(argc, argv)) return 0;

  const SelfMatchOptions games = games_of(line);
  const std::string& player = line.positional_arguments().front();
  warn_checker_count_mismatch({player}, games.game, games.checkers);
  const std::string file = line.optional_value("db");
  if (line.is_given("part")) check_part_option(file, "run", line.has_flag("json"), "--json");
  OutputFiles outputs;
  if (!file.empty()) outputs.add_input(parse_player(player).evaluator_file(games.game));
  add_database_output(outputs, file);
  const ScopedInterruptHandler interrupt_handler;
  ProgressCounter progress("games");
  const StatisticsReport report = compute_statistics(
      player, games, [&](const WorkProgress& at) { progress.show(at); }, file,
      selected_work_part(line));
  progress.clear();
  const int code = ScopedInterruptHandler::print_note_and_get_exit_code();
  if (line.is_given("part")) {
    std::cout << format_part_summary(selected_work_part(line),
                                     report.statistics.outcome_counts.game_count(), "games", file);
  } else {
    std::cout << (line.has_flag("json") ? statistics_json(report)
                                        : StatisticsWriter(report).write());
  }
  return code;
}

}  // namespace gioul
