#include "selfplay/record/replay.h"

#include "engine/find_play.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/play/game.h"

namespace gioul {

namespace {

Demand demand_of(const Position& position) {
  if (!position.is_pending()) return Demand::kRoll;
  return position.forfeited != 0 ? Demand::kForfeit : Demand::kOwed;
}

std::string demand_in_words(Demand demand, int pending) {
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

Play lawful_play(const Axes& axes, const Position& position, Dice dice,
                 const AfterstateList& list) {
  return any_game(axes.name).plays(position, dice, list).front().play;
}

// The board after a play that ended the game, for people to look at.
Position after_ending(const Axes& axes, Position position, const Play& play) {
  for (const CheckerMove& move : std::span(play.moves).first(play.size)) {
    position.own = position.own.with_move(place_bit(move.from), place_bit(move.to));
    if (!move.hits) continue;
    const int hit = mirror(axes.movement, move.to);
    position.opp = position.opp.with_move(place_bit(hit), place_bit(kBar));
  }
  const PlaceSet shared = mirrored(axes.movement, position.own.occupied() & ~position.own_pinned) &
                          position.opp.occupied();
  position.opp_pinned = shared;
  position.own_pinned &= mirrored(axes.movement, position.opp.occupied());
  position.owed = 0;
  position.forfeited = 0;
  return position;
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

std::span<const Visit> Replay::operator()(const GameRecord& game, FailedSeat failed) {
  visits_.clear();
  Position position = start_;
  bool second_acts = false;
  bool over = false;
  std::size_t number = 0;
  const auto fail = [&](const std::string& what) { throw ReplayError(number, what); };
  for (const RecordedDecision& decision : game.decisions) {
    ++number;
    if (over) fail("comes after the end of the game");
    const std::string due = demand_in_words(demand_of(position), position.owed);
    if (const std::string given = demand_in_words(decision.demand, decision.pending);
        given != due) {
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
      fail("the play '" + format_play(decision.play) + "' is not lawful in " + where + ", as '" +
           format_play(lawful_play(*axes_, position, decision.dice, *list_)) + "' is");
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
    last_position_ = after_ending(*axes_, position, decision.play);
    const Outcome result = second_acts ? flipped(outcome_of(ending)) : outcome_of(ending);
    if (result != game.outcome) {
      fail("ends the game with " + std::to_string(points(result)) +
           " points for the first player, not with " + std::to_string(points(game.outcome)));
    }
  }
  if (over && failed != FailedSeat::kNobody) fail("ends the game, which nobody failed in then");
  second_acts_last_ = second_acts;
  if (over) return visits_;
  if (failed == FailedSeat::kNobody) fail("is the last but does not end the game");
  last_position_ = position;
  const bool second_failed = failed == FailedSeat::kSecond;
  const Outcome lost = failed_outcome(second_failed == second_acts ? position.own : position.opp);
  const Outcome result = second_failed ? flipped(lost) : lost;
  if (result != game.outcome) {
    fail("is the last of a game that somebody failed in: " + std::to_string(points(result)) +
         " points for the first player, not " + std::to_string(points(game.outcome)));
  }
  return visits_;
}

}  // namespace gioul
