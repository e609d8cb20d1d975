#include "selfplay/replay.h"

#include "engine/error.h"
#include "engine/find_play.h"
#include "engine/notation.h"
#include "engine/variants.h"

namespace gioul {

namespace {

Demand demand_of(const Position& position) {
  if (!position.is_pending()) return Demand::kRoll;
  return position.forfeited != 0 ? Demand::kForfeit : Demand::kOwed;
}

std::string demand_text(Demand demand, int pending) {
  if (demand == Demand::kRoll) return "a roll";
  return (demand == Demand::kOwed ? "owed=" : "forfeit=") + std::to_string(pending);
}

Ending ending_of(Outcome outcome) {
  if (outcome == Outcome::kTie) return Ending::kTie;
  return outcome == Outcome::kWin2 ? Ending::kWin2 : Ending::kWin1;
}

// The line of the play in the decision's afterstates; list.lines() if it is not lawful.
template <Rules R>
std::size_t step(const Position& position, Dice dice, const Play& play, AfterstateList& list) {
  generate_afterstates<R>(position, dice, list);
  return line_of_play<R>(position, dice, list, play).value_or(list.lines());
}

}  // namespace

GameRecord record_game(std::string_view variant, std::uint64_t number,
                       std::span<const Visit> visits, Outcome last_result) {
  GameRecord game;
  game.number = number;
  game.decisions.resize(visits.size());
  visit_variant(variant, [&]<Rules R>(std::type_identity<R>) {
    bool second_acts = false;
    for (std::size_t i = 0; i < visits.size(); ++i) {
      const Visit& visit = visits[i];
      RecordedDecision& decision = game.decisions[i];
      decision.demand = demand_of(visit.position);
      if (decision.demand == Demand::kRoll) {
        decision.dice = visit.dice;
      } else {
        decision.pending = visit.position.owed;
      }
      decision.second_acts = second_acts;
      if (i > 0) decision.value = recorded(visit.value);
      decision.play =
          i + 1 < visits.size()
              ? find_play<R>(visit.position, visit.dice, visits[i + 1].position, visit.acts_again)
              : find_ending_play<R>(visit.position, visit.dice, ending_of(last_result));
      if (i + 1 < visits.size() && !visit.acts_again) second_acts = !second_acts;
    }
    game.outcome = second_acts ? flipped(last_result) : last_result;
  });
  return game;
}

Replay::Replay(std::string_view variant, int checkers) {
  visit_variant(variant, [&]<Rules R>(std::type_identity<R>) {
    axes_ = &R::kAxes;
    start_ = start_position(R::kAxes, checkers);
    step_ = &step<R>;
  });
}

std::span<const Visit> Replay::operator()(const GameRecord& game) {
  visits_.clear();
  Position position = start_;
  bool second_acts = false;
  bool over = false;
  std::size_t number = 0;
  const auto fail = [&](const std::string& what) {
    throw InputError("decision " + std::to_string(number) + ": " + what);
  };
  for (const RecordedDecision& decision : game.decisions) {
    ++number;
    if (over) fail("comes after the end of the game");
    const std::string due = demand_text(demand_of(position), position.owed);
    if (const std::string given = demand_text(decision.demand, decision.pending); given != due) {
      fail(given + " where the rules have " + due);
    }
    if (decision.second_acts != second_acts) {
      fail(std::string("is the ") + (second_acts ? "second" : "first") +
           " player's by the rules, not the other's");
    }
    const std::size_t line = step_(position, decision.dice, decision.play, *list_);
    if (line == list_->lines()) {
      std::string where = format_position(*axes_, position);
      if (decision.demand == Demand::kRoll) where += " with " + format_dice(decision.dice);
      fail("the play '" + format_play(decision.play) + "' is not lawful in " + where);
    }
    const bool acts_again = list_->mover_acts_next();
    visits_.push_back({position, distribution_of(decision.value), decision.dice, acts_again});
    const Ending ending = list_->ending(line);
    if (ending == Ending::kNone) {
      position = list_->positions()[line];
      if (!acts_again) second_acts = !second_acts;
      continue;
    }
    over = true;
    const Outcome result = second_acts ? flipped(outcome_of(ending)) : outcome_of(ending);
    if (result != game.outcome) {
      fail("ends the game with " + std::to_string(points(result)) +
           " points for the first player, not with " + std::to_string(points(game.outcome)));
    }
  }
  if (!over) fail("is the last but does not end the game");
  return visits_;
}

}  // namespace gioul
