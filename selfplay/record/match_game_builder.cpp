#include "selfplay/record/match_game_builder.h"

#include <cstdlib>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "engine/games/loose_play.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/play/play_game.h"
#include "selfplay/record/game_reader.h"

namespace gioul {

namespace {

constexpr const char* kAfterEnd = "comes after the end of the game";

}  // namespace

MatchGameBuilder::MatchGameBuilder(std::uint64_t number) : state_(find_game("portes").start()) {
  game_.variant = find_game("portes");
  game_.record.game_number = number;
  start_sides_ = {state_.position().own, state_.position().opp};
}

void MatchGameBuilder::set_player_name(std::size_t column, const std::string& name) {
  player_names_[column] = to_printable_line(name);
}

void MatchGameBuilder::set_variation(std::string_view name) {
  const std::string known = to_lower(name);
  if (known.empty() || known == "backgammon" || known == "portes") return;
  const char* const side = known == "nackgammon"   ? "24:2,23:2,13:4,8:3,6:4"
                           : known == "longgammon" ? "24:15"
                                                   : nullptr;
  if (side == nullptr) {
    throw InputError("is a game of " + quote(name) +
                     "; expected Backgammon, NackGammon or LongGammon");
  }
  const Position start = parse_position(game_.variant, std::string(side) + "|" + side);
  set_up_position({start.own, start.opp});
}

void MatchGameBuilder::set_up_position(const std::array<Side, 2>& checkers) {
  if (game_.record.decisions.empty()) {
    start_sides_ = checkers;
    return;
  }
  const bool second = state_.player_to_move() == 1;
  const Position& position = state_.position();
  const std::size_t column = second ? 1 - first_column_ : first_column_;
  if (checkers[column] == position.own && checkers[1 - column] == position.opp) return;
  throw InputError("sets up a position that the turns before do not lead to");
}

void MatchGameBuilder::begin_game(std::size_t column) {
  first_column_ = column;
  const Position default_start = game_.variant.start();
  Position start = default_start;
  start.own = start_sides_[column];
  start.opp = start_sides_[1 - column];
  if (start == default_start) return;
  const std::string text = format_position(game_.variant, start);
  try {
    game_.start_position = parse_position(game_.variant, text);
  } catch (const InputError& error) {
    throw InputError("starts from the position " + text + ", which is impossible: " + error.what());
  }
  state_ = GameState(start);
}

void MatchGameBuilder::check_turn(std::size_t column) {
  if (certain_loser_column_ || has_resigned_ || state_.ending() != Ending::kNone)
    throw InputError(kAfterEnd);
  if (roll_without_play_) {
    throw GameParseError(roll_without_play_->line,
                         "the play of " + format_dice(roll_without_play_->dice) + " is missing");
  }
  if (game_.record.decisions.empty()) begin_game(column);
  if ((column != first_column_) != (state_.player_to_move() == 1)) {
    throw InputError("is the turn of the other player");
  }
}

void MatchGameBuilder::generate_afterstates(std::size_t column, Dice dice) {
  check_turn(column);
  state_.roll([&] { return dice; });
  if (!afterstates_) afterstates_ = std::make_unique<AfterstateList>();
  game_.variant.generate_afterstates(state_.position(), dice, *afterstates_);
}

void MatchGameBuilder::apply_afterstate(std::size_t afterstate, std::size_t line) {
  const Dice dice = *state_.dice();
  const Ending ending = afterstates_->ending(afterstate);
  const Play play = ending != Ending::kNone
                        ? game_.variant.find_play_to_ending(state_.position(), dice, ending)
                        : game_.variant.find_play_to(state_.position(), dice,
                                                     afterstates_->positions()[afterstate], false);
  game_.record.decisions.push_back(
      {.dice = dice, .second_to_move = state_.player_to_move() == 1, .play = play});
  game_.decision_line_numbers.push_back(line);
  state_.apply(*afterstates_, afterstate);
}

void MatchGameBuilder::add_turn(std::size_t column, Dice dice, std::span<const CheckerMove> moves,
                                std::size_t line) {
  if (moves.size() > kDoubletMoves) throw InputError("has more than four checker moves");
  generate_afterstates(column, dice);
  Play written;
  for (const CheckerMove& move : moves) written.moves[written.size++] = move;
  const std::vector<std::size_t> found = find_loose_play_afterstate_indices(
      game_.variant, state_.position(), *afterstates_, written, JoinedMoveReading::kHitsStated);
  if (found.size() != 1) {
    const Position& position = state_.position();
    const Play legal = game_.variant.legal_plays(position, dice, *afterstates_).front().play;
    throw InputError("the play '" + format_play(written) +
                     (found.empty() ? "' is illegal in " : "' is ambiguous in ") +
                     format_position(game_.variant, position) + " with " + format_dice(dice) +
                     "; legal is '" + format_play(legal) + "'");
  }
  apply_afterstate(found.front(), line);
}

void MatchGameBuilder::add_roll_without_play(std::size_t column, Dice dice, std::size_t line) {
  generate_afterstates(column, dice);
  if (afterstates_->size() == 1) return apply_afterstate(0, line);
  roll_without_play_ = RollWithoutPlay{dice, line};
}

void MatchGameBuilder::resign_after_roll(std::size_t column, Dice dice, std::size_t line) {
  check_turn(column);
  certain_loser_column_ = column;
  add_note("a player resigned after rolling " + format_dice(dice) + ", which is dropped", line);
}

void MatchGameBuilder::resign(std::optional<std::size_t> column) {
  has_resigned_ = true;
  resigned_column_ = column;
}

void MatchGameBuilder::add_note(const std::string& text, std::size_t line) {
  if (game_.dropped_content.empty()) game_.dropped_content_line_number = line;
  game_.dropped_content += (game_.dropped_content.empty() ? "" : "; ") + text;
}

void MatchGameBuilder::note_cube(std::size_t line) {
  if (!std::exchange(has_cube_, true))
    add_note("has a doubling cube, which is ignored (Portes has none)", line);
}

void MatchGameBuilder::refuse_double(std::size_t column, std::size_t line) {
  note_cube(line);
  if (certain_loser_column_ || state_.ending() != Ending::kNone) throw InputError(kAfterEnd);
  certain_loser_column_ = column;
}

void MatchGameBuilder::set_result(std::size_t column, std::optional<int> points, std::size_t line) {
  if (stated_winner_column_) throw InputError("is a second result of the game");
  stated_winner_column_ = column;
  stated_points_ = points;
  result_line_number_ = line;
}

std::optional<std::size_t> MatchGameBuilder::find_loser() {
  if (certain_loser_column_) {
    if (stated_winner_column_ == certain_loser_column_) {
      add_note("the result is stated in the column of the player who resigned",
               result_line_number_);
    }
    return certain_loser_column_;
  }
  if (stated_winner_column_) return 1 - *stated_winner_column_;
  if (!has_resigned_) return std::nullopt;
  const std::size_t to_move = state_.player_to_move() == 1 ? 1 - first_column_ : first_column_;
  return resigned_column_.value_or(to_move);
}

void MatchGameBuilder::settle_result() {
  if (state_.ending() != Ending::kNone) {
    game_.record.outcome = state_.outcome();
    const bool second_won = points(game_.record.outcome) < 0;
    if (stated_winner_column_ && (*stated_winner_column_ != first_column_) != second_won) {
      throw GameParseError(result_line_number_, "is a win of the player that lost");
    }
  } else if (const std::optional<std::size_t> loser = find_loser()) {
    const bool second_lost = *loser != first_column_;
    game_.failed_player = second_lost ? FailedPlayer::kSecond : FailedPlayer::kFirst;
    const bool loser_acts = second_lost == (state_.player_to_move() == 1);
    const Position& position = state_.position();
    const Outcome lost = failure_outcome(loser_acts ? position.own : position.opp);
    game_.record.outcome = second_lost ? flipped(lost) : lost;
  } else {
    game_.is_running = true;
  }
  if (game_.is_running || !stated_points_ || has_cube_) return;
  const int due = std::abs(points(game_.record.outcome));
  if (*stated_points_ == due) return;
  add_note("counts " + std::to_string(*stated_points_) + " in the file, " + std::to_string(due) +
               " in Portes",
           result_line_number_);
}

AnnotatedGame MatchGameBuilder::finish_game(std::size_t line) {
  game_.result_line_number = stated_winner_column_ ? result_line_number_ : line;
  if (game_.record.decisions.empty()) begin_game(first_column_);
  if (roll_without_play_) {
    add_note(
        "the last roll, " + format_dice(roll_without_play_->dice) + ", has no play and is dropped",
        roll_without_play_->line);
  }
  settle_result();
  game_.equities.resize(game_.record.decisions.size());
  for (const bool second : {false, true}) {
    std::string& name = player_names_[second ? 1 - first_column_ : first_column_];
    if (name != player_order_name(second)) game_.players[second ? 1 : 0] = std::move(name);
  }
  return std::move(game_);
}

}  // namespace gioul
