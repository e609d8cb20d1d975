#include "cli/format/format_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/format_number.h"
#include "cli/format/narration.h"
#include "engine/decision_rules.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/format_chain.h"
#include "engine/text/notation.h"
#include "eval/render/board_text.h"

namespace gioul {

namespace {

constexpr std::size_t kWidestLine = 100;

double percent(double share) { return 100.0 * share; }

std::string format_depth(int plies, bool is_exact) {
  return is_exact ? "exact" : std::to_string(plies);
}

// Returns "3-ply search".
std::string format_search_depth(int plies) {
  if (plies == 0) return "0-ply (static evaluation)";
  return std::to_string(plies) + "-ply search";
}

class ReportWriter {
 public:
  ReportWriter(const AnalysisReport& report, const AnalysisDetail& detail)
      : report_(report),
        detail_(detail),
        ties_(report.game.variant().mother != MotherRule::kNone) {}

  std::string write() {
    text_ =
        std::string(report_.game.name()) + "  " + format_position(report_.game, report_.position);
    if (report_.dice) text_ += "  " + format_dice(*report_.dice);
    text_ += "\n\n" + board_text(report_.game, report_.position, "you, to play", "the opponent");
    text_ += "\n";
    if (report_.plays.empty()) {
      write_position();
    } else {
      write_decision();
    }
    write_rollout();
    text_ += "\n";
    write_legend();
    return std::move(text_);
  }

 private:
  // --- A position before the roll ---

  void write_position() {
    text_ += "You are to roll.\n\n";
    text_ += fmt::format("{:34} {:>8} {:>7} {:>11} {:>12}", "", "equity", "win %", "gammons won",
                         "gammons lost");
    text_ += ties_ ? "   ties\n" : "\n";
    if (report_.requested_plies > 0 && !report_.is_exact)
      write_value(format_search_depth(0), report_.static_value);
    write_value(report_.is_exact ? "exact" : format_search_depth(report_.requested_plies),
                report_.value);
    if (detail_.list_rolls) write_rolls();
  }

  void write_value(const std::string& what, const Value& value) {
    text_ += fmt::format("{:34} {:+8.4f} {:7.1f} {:11.1f} {:12.1f}", what, equity(value),
                         percent(win_probability(value)), percent(value[4]), percent(value[0]));
    if (ties_) text_ += fmt::format(" {:6.1f}", percent(value[2]));
    text_ += "\n";
  }

  void write_rolls() {
    const bool exact = std::ranges::all_of(
        report_.analyzed_rolls, [](const AnalyzedRoll& roll) { return roll.best_play.is_exact; });
    text_ += "\nRolls, best first, with the best play of each (" +
             (exact ? "exact" : format_search_depth(std::max(report_.requested_plies - 1, 0))) +
             "):\n";
    text_ += fmt::format("  roll  {:>8} {:>7} {:>7} {:>7}  play\n", "equity", "win %", "g. won",
                         "g. lost");
    for (const AnalyzedRoll& roll : report_.analyzed_rolls) {
      const Value& value = roll.best_play.value;
      text_ += fmt::format("  {}   {:+8.4f} {:7.1f} {:7.1f} {:7.1f}  ", format_dice(roll.dice),
                           roll.best_play.equity, percent(win_probability(value)),
                           percent(value[4]), percent(value[0]));
      text_ += format_play(roll.best_play.play) + follow_up(roll) + "\n";
    }
    const Value mean = mean_value_over_rolls(report_.analyzed_rolls);
    text_ += fmt::format(
        "  mean  {:+8.4f} {:7.1f} {:7.1f} {:7.1f}  (a doublet counts once, other rolls twice)\n",
        equity(mean), percent(win_probability(mean)), percent(mean[4]), percent(mean[0]));
  }

  // Describes the chain after the play of a doublet.
  std::string follow_up(const AnalyzedRoll& roll) const {
    if (!roll.dice.is_doublet() || !doublet_starts_chain(report_.game, report_.position)) return {};
    if (roll.best_play.ending != Ending::kNone) return ", and the game is won";
    const int left = chain_length(roll.dice.high) - static_cast<int>(roll.best_play.play.size);
    if (left == 0) return {};
    if (roll.best_play.play.size == kDoubletMoves)
      return ", then " + chain_text(roll.dice.high + 1);
    if (report_.game.variant().unfinished_chain == UnfinishedChainRule::kLost)
      return ", the rest is lost";
    return ", forfeits " + std::to_string(left);
  }

  // --- A decision ---

  void write_decision() {
    text_ += describe_decision_start(report_.game, report_.position, report_.dice,
                                     SentenceSubject::kHuman) +
             "\n";
    write_what_follows();
    if (report_.chain_analysis) {
      write_chains(*report_.chain_analysis);
    } else {
      write_plays();
    }
  }

  // All plays use the same dice, so the same follows after each of them that does not end the game.
  void write_what_follows() {
    const auto play = std::ranges::find(report_.plays, Ending::kNone, &ScoredPlay::ending);
    if (play == report_.plays.end()) return;
    const Position& position = report_.position;
    const std::string missing =
        describe_unplayed_moves(report_.game, position, report_.dice, play->play.size,
                                SentenceSubject::kHuman, Tense::kPresent);
    if (!missing.empty()) {
      text_ += missing + "\n";
    } else if (const int left = owed_before() - static_cast<int>(play->play.size); left > 0) {
      text_ += "Then follow " + format_owed_moves(left) + ": " + format_move_count(left) + ".\n";
    }
    if (position.is_forfeited != 0 && (!missing.empty() || owed_before() <= kDoubletMoves)) {
      text_ += "Then you roll.\n";
    }
  }

  int owed_before() const { return owed_at(report_.game, report_.position, report_.dice); }

  void write_head(const char* what) {
    text_ += fmt::format("\n     {:>8} {:>8} {:>7} {:>7} {:>7}", "equity", "to best", "win %",
                         "g. won", "g. lost");
    if (ties_) text_ += fmt::format(" {:>7}", "ties");
    text_ += fmt::format(" {:>6}{}\n", "plies", what);
  }

  template <typename Line>
  void write_line(std::size_t rank, const Line& line, double best) {
    text_ += fmt::format("{:3}  {:+8.4f} ", rank, line.equity);
    text_ += rank == 1 ? std::string(8, ' ') : fmt::format("{:+8.4f}", line.equity - best);
    text_ += fmt::format(" {:7.1f} {:7.1f} {:7.1f}", percent(win_probability(line.value)),
                         percent(line.value[4]), percent(line.value[0]));
    if (ties_) text_ += fmt::format(" {:7.1f}", percent(line.value[2]));
    text_ += fmt::format(" {:>6}", format_depth(line.searched_plies, line.is_exact));
  }

  void write_plays() {
    write_head("  play");
    const std::size_t shown = std::min(detail_.max_plays, report_.plays.size());
    for (std::size_t i = 0; i < shown; ++i) {
      write_line(i + 1, report_.plays[i], report_.plays.front().equity);
      text_ += "  " + format_play(report_.plays[i].play) + "\n";
    }
    if (shown < report_.plays.size()) {
      text_ += fmt::format("     {} more (--plays {} shows all)\n", report_.plays.size() - shown,
                           report_.plays.size());
    }
    if (owed_before() > 0 && shown > 1 && report_.plays[1].equity == report_.plays.front().equity) {
      text_ +=
          "\nPlays with the same equity can lead to the same position at the end of the chain.\n";
    }
    const auto fell_behind = [&](const ScoredPlay& play) {
      return !play.is_exact && play.searched_plies < report_.requested_plies;
    };
    if (std::ranges::any_of(std::span(report_.plays).first(shown), fell_behind)) {
      text_ +=
          "\nPlays with fewer plies fell behind and were not searched deeper; their equities are "
          "less accurate.\n";
    }
  }

  // --- Whole chains ---

  void write_chains(const ChainAnalysis& chain) {
    const std::string found = format_grouped(static_cast<double>(chain.found_end_count));
    text_ += "\nWhole chains: ";
    if (chain.is_complete) {
      text_ += chain.found_end_count == 1 ? "there is only one final position."
                                          : "all " + found + " final positions were evaluated.";
    } else {
      text_ += "too many final positions to evaluate all; a beam of the best " +
               format_grouped(static_cast<double>(chain.beam_width)) +
               " positions\nafter each number found " + found + " of them.";
    }
    text_ += "\n";
    write_head("");
    const std::size_t shown = std::min(detail_.max_plays, chain.chain_plays.size());
    for (std::size_t i = 0; i < shown; ++i) {
      write_line(i + 1, chain.chain_plays[i], chain.chain_plays.front().equity);
      text_ += "\n";
      write_way(chain.chain_plays[i]);
    }
    write_comparison(chain);
  }

  // Writes "3's: 24/21(4)  4's: 21/17(4)" and breaks full lines between two numbers.
  void write_way(const ScoredChainPlay& chain) {
    const std::string indent(5, ' ');
    int number =
        report_.position.is_pending() ? next_chain_number(owed_before()) : report_.dice->high;
    std::string line = indent;
    for (const Play& play : chain.plays) {
      const std::string part = std::to_string(number++) + "'s: " + format_play(play);
      if (line.size() > indent.size()) {
        const bool is_full = line.size() + 3 + part.size() > kWidestLine;
        if (is_full) text_ += std::exchange(line, indent) + "\n";
        if (!is_full) line += "   ";
      }
      line += part;
    }
    text_ += line + "\n";
  }

  void write_comparison(const ChainAnalysis& chain) {
    const ScoredChainPlay& best = chain.chain_plays.front();
    const ScoredChainPlay& other = chain.stepwise_play;
    text_ += "\nDecided number by number, as in a game, the chain leads to";
    if (other.afterstate_texts.back() == best.afterstate_texts.back()) {
      text_ += " the same position as the best one above.\n";
      return;
    }
    text_ += fmt::format("\n{:+.4f}, {:+.4f} compared with the best:\n", other.equity,
                         other.equity - best.equity);
    write_way(other);
    text_ += other.afterstate_texts.front() == best.afterstate_texts.front()
                 ? "Its first number is played like that of the best one.\n"
                 : "It differs from the best one from the first number on.\n";
  }

  // --- Rollouts ---

  void write_rollout() {
    if (report_.rollouts.empty()) return;
    text_ += report_.plays.empty() ? "\nThe position" : "\nThe best plays";
    text_ += " rolled out to the end of the game (+-: standard error):\n";
    text_ += fmt::format("     {:>8} {:>6} {:>8} {:>6} {:>7} {:>7} {:>7}", "equity", "+-",
                         "to best", "+-", "win %", "g. won", "g. lost");
    if (ties_) text_ += fmt::format(" {:>7}", "ties");
    text_ += fmt::format(" {:>7}{}\n", "trials", report_.plays.empty() ? "" : "  play");
    for (std::size_t i = 0; i < report_.rollouts.size(); ++i) {
      const RolloutResult& result = report_.rollouts[i].result;
      text_ += fmt::format("{:3}  {:+8.4f} {:6.4f} ", i + 1, result.equity.mean,
                           result.equity.standard_error);
      text_ += i == 0 ? std::string(15, ' ')
                      : fmt::format("{:+8.4f} {:6.4f}", result.difference_to_best.mean,
                                    result.difference_to_best.standard_error);
      text_ += fmt::format(" {:7.1f} {:7.1f} {:7.1f}", to_percent(result.win_probability),
                           to_percent(result.outcome_probabilities[4]),
                           to_percent(result.outcome_probabilities[0]));
      if (ties_) text_ += fmt::format(" {:7.1f}", to_percent(result.outcome_probabilities[2]));
      text_ += fmt::format(" {:7}", result.trial_count);
      if (!report_.plays.empty()) {
        text_ += "  " + format_play(report_.plays[report_.rollouts[i].start_index].play);
      }
      text_ += result.is_dropped ? " (dropped: surely worse)\n" : "\n";
    }
  }

  void write_legend() {
    text_ +=
        "Equity: expected points for you (O); a game won or lost counts 1, a gammon (the loser has "
        "borne\noff none) 2. Percentages: all wins, gammons won, gammons lost.";
    if (!report_.plays.empty()) {
      text_ += " Plies: search depth;\nexact: from an endgame table, or the game is over.";
    }
    text_ += "\n";
  }

  const AnalysisReport& report_;
  const AnalysisDetail& detail_;
  bool ties_;
  std::string text_;
};

}  // namespace

double to_percent(const Estimate& share) {
  const double value = percent(share.mean);
  return value < 0.0 && value > -0.05 ? 0.0 : value;
}

std::string format_analysis(const AnalysisReport& report, const AnalysisDetail& detail) {
  return ReportWriter(report, detail).write();
}

std::string format_outcomes(const Value& value) {
  constexpr std::array kNames = {"lose 2", "lose 1", "tie", "win 1", "win 2"};
  std::string text;
  for (std::size_t o = 0; o < kNames.size(); ++o) {
    text += fmt::format("  {:11}  {:.6f}\n", kNames[o], value[o]);
  }
  return text;
}

}  // namespace gioul
