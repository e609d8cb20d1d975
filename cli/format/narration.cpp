#include "cli/format/narration.h"

#include "engine/decision_rules.h"
#include "engine/text/format_chain.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

/// Returns "You roll" or "The opponent rolls".
std::string says(SentenceSubject actor, const std::string& verb, const char* third_person = "s") {
  return actor == SentenceSubject::kHuman ? "You " + verb : "The opponent " + verb + third_person;
}

std::string other_name(SentenceSubject actor) {
  return actor == SentenceSubject::kHuman ? "the opponent" : "you";
}

std::string doublet_text(Game game, int number) {
  const std::string plain = ": " + format_moves_of_number(kDoubletMoves, number);
  if (game.variant().doublets != DoubletRule::kChain) return plain + ".";
  return plain + ", no chain in a player's first three rolls.";
}

}  // namespace

std::string chain_text(int number) {
  std::string text;
  for (; number <= 6; ++number) text += std::to_string(number) + (number < 6 ? "'s, " : "'s");
  return text;
}

int owed_at(Game game, const Position& position, std::optional<Dice> dice) {
  if (position.is_pending()) return position.owed_moves;
  return dice->is_doublet() && doublet_starts_chain(game, position) ? chain_length(dice->high) : 0;
}

std::string describe_decision_start(Game game, const Position& position, std::optional<Dice> dice,
                                    SentenceSubject actor) {
  if (position.is_pending()) {
    const int owed = position.owed_moves;
    const std::string moves =
        format_moves_of_number(moves_left_of_number(owed), next_chain_number(owed));
    if (position.is_forfeited == 0) return says(actor, "go", "es") + " on with " + moves + ".";
    return says(actor, "play") + " what " + other_name(actor) + " forfeited, now " + moves + ".";
  }
  const std::string rolls = says(actor, "roll") + " " + format_dice(*dice);
  if (!dice->is_doublet()) return rolls + ".";
  const int owed = owed_at(game, position, dice);
  if (owed == 0) return rolls + doublet_text(game, dice->high);
  return rolls + ": a chain of " + format_move_count(owed) + ": " + chain_text(dice->high) + ".";
}

std::string describe_unplayed_moves(Game game, const Position& position, std::optional<Dice> dice,
                                    std::size_t used, SentenceSubject actor, Tense tense) {
  const auto played = static_cast<int>(used);
  const AvailableDice available = available_dice(position, dice);
  if (played >= available.max_moves) return {};
  const std::string could_not =
      says(actor, tense == Tense::kPast ? "could not" : "cannot", "") + " play ";
  const int owed = owed_at(game, position, dice);
  if (owed == 0) {
    if (played == 0) return says(actor, "cannot", "") + " move.";
    if (available.is_single_number()) {
      return could_not + "all " + std::to_string(available.high) + "'s.";
    }
    return could_not + "both dice.";
  }
  const int left = owed - played;
  const std::string what = could_not + (played == 0 ? "any " : "all ") +
                           std::to_string(next_chain_number(owed)) + "'s: ";
  if (position.is_forfeited != 0)
    return what + "the rest is dead (" + format_owed_moves(left) + ").";
  const std::string moves = format_move_count(left) + (left == 1 ? " is " : " are ");
  if (game.variant().unfinished_chain == UnfinishedChainRule::kLost) {
    return what + moves + "lost (" + format_owed_moves(left) + ").";
  }
  return what + moves + "forfeited to " + other_name(actor) + ": " + format_owed_moves(left) + ".";
}

std::string describe_ending(Ending ending, bool borne_off, SentenceSubject actor) {
  const std::string how = borne_off ? "" : " by a pinned mother";
  switch (ending) {
    case Ending::kWin1:
      return says(actor, "win") + how + ": 1 point.";
    case Ending::kWin2:
      return says(actor, "win") + (borne_off ? " a gammon" : how) + ": 2 points.";
    default:
      return "Both mothers are pinned: a tie.";
  }
}

std::string format_play_seen_by_opponent(Game game, const Play& play) {
  Play result = play;
  const auto turn = [&](int& place) {
    if (place != kOff && place != kBar) place = opponent_point(game.variant().movement, place);
  };
  for (CheckerMove& move : result.moves) {
    turn(move.from);
    turn(move.to);
  }
  return format_play(result);
}

}  // namespace gioul
