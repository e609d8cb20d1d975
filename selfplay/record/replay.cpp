#include "selfplay/record/replay.h"

#include "engine/games/play_out.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/play/play_game.h"

namespace gioul {

namespace {

DecisionType decision_type(const Position& position) {
  if (!position.is_pending()) return DecisionType::kRoll;
  return position.is_forfeited != 0 ? DecisionType::kForfeit : DecisionType::kOwed;
}

std::string describe_type(DecisionType type, int pending) {
  if (type == DecisionType::kRoll) return "a roll";
  return (type == DecisionType::kOwed ? "owed=" : "forfeit=") + std::to_string(pending);
}

Ending ending_of(Outcome outcome) {
  if (outcome == Outcome::kTie) return Ending::kTie;
  return outcome == Outcome::kWin2 ? Ending::kWin2 : Ending::kWin1;
}

// Returns the position after a play that ended the game, for display.
Position after_ending(Game game, Position position, const Play& play) {
  for (const CheckerMove& move : std::span(play.moves).first(play.size)) {
    position.own = position.own.with_move(place_bit(move.from), place_bit(move.to));
    if (!move.hits) continue;
    const int hit = opponent_point(game.variant().movement, move.to);
    position.opp = position.opp.with_move(place_bit(hit), place_bit(kBar));
  }
  const PlaceSet shared = to_opponent_numbering(game.variant().movement,
                                                position.own.occupied() & ~position.own_pinned) &
                          position.opp.occupied();
  position.opp_pinned = shared;
  position.own_pinned &= to_opponent_numbering(game.variant().movement, position.opp.occupied());
  position.owed_moves = 0;
  position.is_forfeited = 0;
  return position;
}

}  // namespace

GameRecord make_game_record(Game game, std::uint64_t number, std::span<const GameStep> steps,
                            Outcome last_result) {
  GameRecord record;
  record.game_number = number;
  record.decisions.resize(steps.size());
  bool second_to_move = false;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const GameStep& step = steps[i];
    const auto& [position, dice] = step.decision;
    const bool is_last = i + 1 == steps.size();
    RecordedDecision& decision = record.decisions[i];
    decision.type = decision_type(position);
    if (dice) {
      decision.dice = *dice;
    } else {
      decision.pending_moves = position.owed_moves;
    }
    decision.second_to_move = second_to_move;
    if (i > 0) decision.value = quantize_probabilities(step.outcome_probabilities);
    decision.play = is_last ? game.find_play_to_ending(position, dice, ending_of(last_result))
                            : game.find_play_to(position, dice, steps[i + 1].decision.position,
                                                step.mover_acts_next);
    if (!is_last && !step.mover_acts_next) second_to_move = !second_to_move;
  }
  record.outcome = second_to_move ? flipped(last_result) : last_result;
  return record;
}

GameReplayer::GameReplayer(Game game, int checkers)
    : game_(game), start_position_(game.start(checkers)) {}

void GameReplayer::check_decision_type(const GameState& state,
                                       const RecordedDecision& decision) const {
  const Position& position = state.position();
  const std::string due = describe_type(decision_type(position), position.owed_moves);
  if (const std::string given = describe_type(decision.type, decision.pending_moves);
      given != due) {
    fail("has " + given + ", but the rules give " + due);
  }
  if (decision.second_to_move != (state.player_to_move() == 1)) {
    fail(std::string("is the ") + (state.player_to_move() == 1 ? "second" : "first") +
         " player's turn by the rules");
  }
}

std::size_t GameReplayer::find_play_index(const GameState& state,
                                          const RecordedDecision& decision) {
  const Position& position = state.position();
  const auto index =
      game_.find_afterstate_index(position, state.dice(), *afterstates_, decision.play);
  if (index) return *index;
  std::string where = format_position(game_, position);
  if (decision.type == DecisionType::kRoll) where += " with " + format_dice(decision.dice);
  const Play legal = game_.legal_plays(position, state.dice(), *afterstates_).front().play;
  fail("the play '" + format_play(decision.play) + "' is illegal in " + where + "; legal is '" +
       format_play(legal) + "'");
}

void GameReplayer::check_failure(const GameState& state, const GameRecord& record,
                                 FailedPlayer failed) const {
  if (failed == FailedPlayer::kNone) fail("is the last one but does not end the game");
  const bool second_failed = failed == FailedPlayer::kSecond;
  const Position& position = state.position();
  const Outcome lost =
      failure_outcome(second_failed == (state.player_to_move() == 1) ? position.own : position.opp);
  const Outcome result = second_failed ? flipped(lost) : lost;
  if (result == record.outcome) return;
  fail("is the last one of a game lost by failure or resignation: " +
       std::to_string(points(result)) + " points for the first player, not " +
       std::to_string(points(record.outcome)));
}

std::span<const GameStep> GameReplayer::operator()(const GameRecord& record, FailedPlayer failed,
                                                   bool is_running) {
  steps_.clear();
  GameState state(start_position_);
  decision_number_ = 0;
  const RecordedDecision* decision = nullptr;
  const auto choose = [&] {
    const std::size_t index = find_play_index(state, *decision);
    steps_.push_back({.decision = state.decision(),
                      .outcome_probabilities = dequantize_probabilities(decision->value),
                      .mover_acts_next = afterstates_->mover_acts_next()});
    return index;
  };
  const auto observe = [&] {
    if (decision_number_ == record.decisions.size()) return false;
    decision = &record.decisions[decision_number_++];
    check_decision_type(state, *decision);
    return true;
  };
  play_out(game_, state, *afterstates_, [&] { return decision->dice; }, choose, observe);
  is_last_position_seen_by_second_ = state.player_to_move() == 1;
  if (state.ending() != Ending::kNone) {
    last_position_ = after_ending(game_, state.position(), decision->play);
    if (is_running) fail("ends the game, but its result is 'running'");
    if (state.outcome() != record.outcome) {
      fail("ends the game with " + std::to_string(points(state.outcome())) +
           " points for the first player, not with " + std::to_string(points(record.outcome)));
    }
    if (decision_number_ < record.decisions.size()) {
      ++decision_number_;
      fail("comes after the end of the game");
    }
    if (failed != FailedPlayer::kNone) fail("ends the game, so no player failed or resigned");
    return steps_;
  }
  if (!is_running) check_failure(state, record, failed);
  last_position_ = state.position();
  return steps_;
}

}  // namespace gioul
