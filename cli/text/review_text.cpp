#include "cli/text/review_text.h"

#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/shell/markdown_table.h"
#include "engine/text/notation.h"
#include "eval/study/verdict.h"

namespace gioul {

namespace {

constexpr std::size_t kLongestName = 24;

std::string short_name(const std::string& name) {
  const std::string line = one_line(name);
  return line.size() <= kLongestName ? line : line.substr(0, kLongestName - 3) + "...";
}

std::string counted(std::int64_t count, std::string_view one, std::string_view many) {
  return grouped(static_cast<double>(count)) + " " + std::string(count == 1 ? one : many);
}

std::string title(const Review& review) {
  std::string text;
  for (const Game game : all_games()) {
    const std::int64_t games = review.games[game.index()];
    if (games == 0) continue;
    text += (text.empty() ? "" : ", ") + counted(games, "game", "games") + " of " +
            std::string(game.name());
  }
  return text +
         fmt::format(
             ", judged {} ahead.\n"
             "Error rates are millipoints (mp) lost a decision that left a choice, lost and luck "
             "points.\nA mistake costs {:.0f} mp or more.\n",
             counted(review.plies, "ply", "plies"), 1000 * kMistake);
}

std::string rate_text(const Lost& lost) {
  return lost.decisions == 0 ? "" : decimals(lost.error_rate(), 1);
}

std::string totals(const Review& review) {
  MarkdownTable table(
      {"<player", "games", "decisions", "error rate", "<plays like", "lost", "luck"});
  for (const PlayerReview& player : review.players) {
    const Lost all = player.all();
    table.add({short_name(player.name), std::to_string(player.games), std::to_string(all.decisions),
               rate_text(all), std::string(level_of(all)), decimals(all.points, 3),
               signed_decimals(player.luck, 3)});
  }
  return table.text();
}

std::string by_kind(const Review& review) {
  std::vector<std::string> headings = {"<error rate"};
  std::vector<std::size_t> kinds;
  for (std::size_t kind = 0; kind < kReviewedKinds.size(); ++kind) {
    std::int64_t decisions = 0;
    for (const PlayerReview& player : review.players) decisions += player.by_kind[kind].decisions;
    if (decisions == 0) continue;
    kinds.push_back(kind);
    headings.emplace_back(kReviewedKinds[kind]);
  }
  headings.emplace_back("mistakes");
  MarkdownTable table(headings);
  for (const PlayerReview& player : review.players) {
    std::vector<std::string> cells = {short_name(player.name)};
    for (const std::size_t kind : kinds) cells.push_back(rate_text(player.by_kind[kind]));
    cells.push_back(std::to_string(player.mistakes));
    table.add(cells);
  }
  return table.text();
}

std::string demand_text(const Position& position, Dice dice) {
  if (!position.is_pending()) return format_dice(dice);
  return (position.forfeited != 0 ? "forfeit " : "owed ") + std::to_string(position.owed);
}

std::string costly(const CostlyPlay& play) {
  constexpr std::string_view kIndent = "          ";
  return fmt::format("{:5.0f} {:2}  game {}, decision {}: {}, {}\n{}{}\n{}{}{}; best {}\n",
                     1000 * play.cost, mark_of_cost(play.cost), play.game, play.decision,
                     short_name(play.player), demand_text(play.in.position, play.in.dice), kIndent,
                     format_position(play.variant, play.in.position), kIndent,
                     format_play(play.made), play.is_mixed ? " (about)" : "",
                     format_play(play.best));
}

}  // namespace

std::string review_text(const Review& review) {
  std::string text = title(review) + "\n" + totals(review) + "\n" + by_kind(review);
  if (review.costliest.empty()) return text;
  text += "\nThe costliest plays, in mp:\n\n";
  for (const CostlyPlay& play : review.costliest) text += costly(play);
  return text;
}

}  // namespace gioul
