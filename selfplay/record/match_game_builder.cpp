#include "selfplay/record/match_game_builder.h"

#include <cstdlib>
#include <utility>
#include <vector>

#include "base/error.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/engines/fibs_board.h"
#include "eval/play/play_game.h"
#include "selfplay/record/game_reader.h"

namespace gioul {

MatchGameBuilder::MatchGameBuilder() : state_(find_game("portes").start()) {
  game_.game = find_game("portes");
}

void MatchGameBuilder::fail_play(std::span<const CheckerMove> moves, const char* how) const {
  Play play;
  for (const CheckerMove& move : moves) play.moves[play.size++] = move;
  const Decision& decision = state_.decision();
  const Play legal = game_.game.legal_plays(decision.position, decision.dice, *list_).front().play;
  throw InputError("the play '" + format_play(play) + "' " + how + " in " +
                   format_position(game_.game, decision.position) + " with " +
                   format_dice(decision.dice) + "; legal is '" + format_play(legal) + "'");
}

void MatchGameBuilder::add_turn(std::size_t column, Dice dice, std::span<const CheckerMove> moves,
                                std::size_t line) {
  if (moves.size() > kDoubletMoves) throw InputError("has more than four checker moves");
  if (state_.ending() != Ending::kNone) throw InputError("comes after the end of the game");
  if (game_.record.decisions.empty()) first_column_ = column;
  const bool second = column != first_column_;
  if (second != (state_.player_to_move() == 1)) throw InputError("is the turn of the other player");
  state_.roll([&] { return dice; });
  if (!list_) list_ = std::make_unique<AfterstateList>();
  game_.game.generate(state_.position(), dice, *list_);
  const std::vector<std::size_t> lines =
      find_afterstates_of_moves(state_.position(), *list_, moves);
  if (lines.size() != 1) fail_play(moves, lines.empty() ? "is illegal" : "is ambiguous");
  const std::size_t found = lines.front();
  const Ending ending = list_->ending(found);
  const Play play =
      ending != Ending::kNone
          ? game_.game.find_play_to_ending(state_.position(), dice, ending)
          : game_.game.find_play_to(state_.position(), dice, list_->positions()[found], false);
  game_.record.decisions.push_back({.dice = dice, .second_to_move = second, .play = play});
  game_.decision_lines.push_back(line);
  state_.apply(*list_, found);
}

void MatchGameBuilder::note(const std::string& text, std::size_t line) {
  if (game_.dropped_content.empty()) game_.dropped_content_line = line;
  game_.dropped_content += (game_.dropped_content.empty() ? "" : "; ") + text;
}

void MatchGameBuilder::add_cube_action(std::size_t line) {
  if (!std::exchange(has_cube_, true))
    note("has a doubling cube, which is ignored (Portes has none)", line);
}

void MatchGameBuilder::set_result(std::size_t column, int points, std::size_t line) {
  if (points_) throw InputError("is a second result of the game");
  winner_ = column;
  points_ = points;
  points_line_ = line;
}

void MatchGameBuilder::check_result() {
  const bool is_over = state_.ending() != Ending::kNone;
  if (!is_over && !points_) {
    game_.is_running = true;
    return;
  }
  const bool second_won = points_ && winner_ != first_column_;
  if (is_over) {
    game_.record.outcome = state_.outcome();
  } else {  // resigned
    game_.failed_player = second_won ? FailedPlayer::kFirst : FailedPlayer::kSecond;
    const bool loser_acts = second_won == (state_.player_to_move() == 0);
    const Position& position = state_.position();
    const Outcome lost = forfeit_outcome(loser_acts ? position.own : position.opp);
    game_.record.outcome = second_won ? lost : flipped(lost);
  }
  if (!points_) return;
  const int won = points(game_.record.outcome);
  if (is_over && (won < 0) != second_won) {
    throw GameParseError(points_line_, "is a win of the player that lost");
  }
  const int due = std::abs(won);
  if (*points_ == due || has_cube_) return;
  note("counts " + std::to_string(*points_) + " in the file, " + std::to_string(due) + " in Portes",
       points_line_);
}

AnnotatedGame MatchGameBuilder::finish_game(std::size_t line) {
  game_.result_line = points_ ? points_line_ : line;
  check_result();
  game_.equities.resize(game_.record.decisions.size());
  for (const bool second : {false, true}) {
    std::string& name = names_[second ? 1 - first_column_ : first_column_];
    if (name != player_order_name(second)) game_.players[second ? 1 : 0] = std::move(name);
  }
  return std::move(game_);
}

}  // namespace gioul
