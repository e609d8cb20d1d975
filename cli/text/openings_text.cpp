#include "cli/text/openings_text.h"

#include "base/numbers.h"
#include "base/text.h"
#include "cli/shell/markdown_table.h"
#include "engine/text/notation.h"
#include "eval/page/board_svg.h"

namespace gioul {

namespace {

std::string shares_text(const RolloutResult& result) {
  return percent_text(result.outcomes[4], 1) + " / " + percent_text(result.outcomes[0], 1);
}

std::string ordinary_table(const OpeningsReport& report, const std::vector<RolledOutRoll>& rolls) {
  MarkdownTable table({"<roll", "<best play", "equity", "+-", "won, %", "gammons, %",
                       "<second best", "to best", "+-"});
  bool any = false;
  for (std::size_t i = rolls.size(); i-- > 0;) {
    const RolledOutRoll& roll = rolls[i];
    if (is_chain(report.game, roll)) continue;
    any = true;
    const RolloutResult& best = roll.best().result;
    std::vector<std::string> cells = {
        format_dice(roll.dice),    play_text(report.game, roll, roll.best()),
        points_text(best.equity),  error_text(best.equity),
        percent_text(best.win, 1), shares_text(best)};
    if (roll.plays.size() > 1) {
      const RolledOutPlay& second = roll.plays[1];
      cells.insert(cells.end(),
                   {play_text(report.game, roll, second), points_text(second.result.difference),
                    error_text(second.result.difference)});
    } else {
      cells.insert(cells.end(), {"-", "", ""});
    }
    table.add(std::move(cells));
  }
  return any ? table.text() : "";
}

std::string chain_table(const OpeningsReport& report, const std::vector<RolledOutRoll>& rolls) {
  MarkdownTable table(
      {"<roll", "equity", "+-", "won, %", "gammons, %", "to best", "+-", "<the whole chain"});
  bool any = false;
  for (std::size_t i = rolls.size(); i-- > 0;) {
    const RolledOutRoll& roll = rolls[i];
    if (!is_chain(report.game, roll)) continue;
    any = true;
    for (std::size_t rank = 0; rank < std::min<std::size_t>(roll.plays.size(), 2); ++rank) {
      const RolledOutPlay& play = roll.plays[rank];
      const RolloutResult& result = play.result;
      const std::string chain = play_text(report.game, roll, play);
      if (rank == 0) {
        table.add({format_dice(roll.dice), points_text(result.equity), error_text(result.equity),
                   percent_text(result.win, 1), shares_text(result), "", "", chain});
      } else {
        table.add({"", "", "", "", "", points_text(result.difference),
                   error_text(result.difference), chain});
      }
    }
  }
  return any ? table.text() : "";
}

std::string both_tables(const OpeningsReport& report, const std::vector<RolledOutRoll>& rolls) {
  const std::string ordinary = ordinary_table(report, rolls);
  const std::string chains = chain_table(report, rolls);
  return ordinary + (ordinary.empty() || chains.empty() ? "" : "\n") + chains;
}

}  // namespace

std::string openings_text(const OpeningsReport& report) {
  const auto trials_text = [](std::int64_t trials) { return grouped(static_cast<double>(trials)); };
  std::string text = std::string(report.game.name()) + ", rolled out by " + one_line(report.net) +
                     ", " + trials_text(report.trials) + " trials for each play at most,\nseed " +
                     std::to_string(report.seed) +
                     ". Equity: points a game for the player who rolls; +-: standard error; "
                     "gammons: won / lost.\n\n### Opening rolls\n\n" +
                     both_tables(report, report.openings);
  const auto mean_text = [](const std::vector<RolledOutRoll>& rolls) {
    const Estimate mean = mean_equity(rolls);
    return points_text(mean) + " +- " + error_text(mean);
  };
  std::vector<RolledOutRoll> doublets = report.openings;
  std::erase_if(doublets, [](const RolledOutRoll& roll) { return !roll.dice.is_doublet(); });
  std::vector<RolledOutRoll> others = report.openings;
  std::erase_if(others, [](const RolledOutRoll& roll) { return roll.dice.is_doublet(); });
  text += "\nMoving first is worth " + mean_text(report.openings) +
          " points: " + mean_text(doublets) + " with a doublet,\n" + mean_text(others) +
          " with any other roll.\n";
  for (const OpeningReplies& replies : report.replies) {
    const RolledOutRoll& opening = report.openings[replies.opening];
    text +=
        "\n### Replies to " + format_dice(opening.dice) + ": " +
        play_text(report.game, opening, opening.best()) + "\n\n" +
        trials_text(report.reply_trials) +
        " trials for each play at most; for the player who replies.\nThe mean over the rolls is " +
        mean_text(replies.rolls) + ".\n\n" + both_tables(report, replies.rolls);
  }
  return text;
}

std::string opening_picture_name(const RolledOutRoll& roll) {
  return "opening-" + format_dice(roll.dice) + ".svg";
}

std::string opening_picture(const OpeningsReport& report, const RolledOutRoll& roll) {
  const RolledOutPlay& best = roll.best();
  BoardPicture picture{.title = format_dice(roll.dice)};
  if (is_chain(report.game, roll) && best.start.ending == Ending::kNone) {
    picture.title += ", the board after its chain";
    picture.opponent_acts = best.start.seen_by_other;
    const Position& after = best.start.position;
    return board_svg(report.game, best.start.seen_by_other ? after.flipped() : after, picture);
  }
  const Play& play = best.plays.front();
  picture.title += ": " + format_play(play);
  picture.dice = roll.dice;
  picture.arrows = std::span(play.moves).first(play.size);
  return board_svg(report.game, roll.position, picture);
}

std::string opening_pictures_text(const OpeningsReport& report, const std::string& folder) {
  constexpr std::size_t kColumns = 3;
  std::string text = "| | | |\n| --- | --- | --- |\n";
  for (std::size_t i = 0; i < report.openings.size(); ++i) {
    const RolledOutRoll& roll = report.openings[report.openings.size() - 1 - i];
    text += "| ![" + format_dice(roll.dice) + "](" + folder + opening_picture_name(roll) + ") ";
    if (i % kColumns + 1 == kColumns) text += "|\n";
  }
  return text;
}

}  // namespace gioul
