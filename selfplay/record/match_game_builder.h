// Builds a game of Portes from the turns of a match file. Each play is found by its effect, since
// programs merge several moves of a checker into one and write the moves in any order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/game_state.h"
#include "engine/plays.h"
#include "selfplay/record/game_text.h"

namespace gioul {

/// Builds a game from a match file, turn by turn. A column identifies a player: 0 (left or White)
/// or 1 (right or Black). `line` is always the line number in the file. The functions throw
/// InputError for anything that the rules forbid.
class MatchGameBuilder {
 public:
  /// Starts game `number` at the start position of Portes.
  explicit MatchGameBuilder(std::uint64_t number);

  /// Returns the number of the game.
  std::uint64_t game_number() const { return game_.record.game_number; }
  /// Sets the name of the player in a column.
  void set_player_name(std::size_t column, const std::string& name);
  /// Sets up the checkers of both players, by column, each in the player's own numbering. Before
  /// the first turn, sets the start position. Later, throws InputError if the present position is
  /// not this one.
  void set_up_position(const std::array<Side, 2>& checkers);
  /// Sets up the start position of a variation of backgammon, such as "NackGammon". Throws
  /// InputError if the variation is unknown or cannot be played as Portes.
  void set_variation(std::string_view name);

  /// Makes the player of `column` move first in a game without turns. Has no effect on others:
  /// their first turn tells.
  void expect_first_turn(std::size_t column) {
    if (game_.record.decisions.empty()) first_column_ = column;
  }

  /// Adds a roll and its checker moves, in the numbering of the player to move.
  void add_turn(std::size_t column, Dice dice, std::span<const CheckerMove> moves,
                std::size_t line);
  /// Adds a roll whose play is not in the file. It is played if only one play is legal. Otherwise
  /// the game must end here, and the roll is dropped with a note.
  void add_roll_without_play(std::size_t column, Dice dice, std::size_t line);
  /// Marks the last roll of the file, which no play follows: it is dropped, with a note.
  void drop_last_roll(Dice dice, std::size_t line) { roll_without_play_ = {dice, line}; }
  /// Records that the player of `column` rolled `dice` and then resigned.
  void resign_after_roll(std::size_t column, Dice dice, std::size_t line);
  /// Records that the player of `column` resigned. `column` is nullopt if the file does not say
  /// which player resigned. A result in the file (set_result()) overrides this.
  void resign(std::optional<std::size_t> column);
  /// Adds a note that the file has a doubling cube, which Portes does not have.
  void note_cube(std::size_t line);
  /// Records that the player of `column` refused a double, which ends the game.
  void refuse_double(std::size_t column, std::size_t line);
  /// Sets the result that the file states: the player of `column` won `points` points. `points` is
  /// nullopt if the file does not say how many.
  void set_result(std::size_t column, std::optional<int> points, std::size_t line);
  /// Returns true after set_result().
  bool has_result() const { return stated_winner_column_.has_value(); }

  /// Ends the game and returns it. `line` is the number of its last line.
  AnnotatedGame finish_game(std::size_t line);

 private:
  // The last roll in the file, if no play follows it.
  struct RollWithoutPlay {
    Dice dice;
    std::size_t line;
  };

  // Adds a note that content of the file was dropped (AnnotatedGame::dropped_content).
  void add_note(const std::string& text, std::size_t line);
  // Sets the dice of the player of `column`, and fills afterstates_ with the afterstates.
  void generate_afterstates(std::size_t column, Dice dice);
  // Adds the play to the afterstate with this index in afterstates_.
  void apply_afterstate(std::size_t afterstate, std::size_t line);
  // Throws InputError unless it is the turn of the player of `column`. Begins the game if needed.
  void check_turn(std::size_t column);
  // Sets the start position. The player of `column` moves first.
  void begin_game(std::size_t column);
  // Returns the column of the player who lost a game that did not end by the rules; nullopt if the
  // game is still running.
  std::optional<std::size_t> find_loser();
  // Sets the outcome of the game, and checks it against the result that the file states.
  void settle_result();

  AnnotatedGame game_;
  GameState state_;
  std::unique_ptr<AfterstateList> afterstates_;       // set at the first turn
  std::array<std::string, 2> player_names_ = {};      // by column
  std::array<Side, 2> start_sides_;                   // checkers at the start, by column
  std::size_t first_column_ = 0;                      // column of the player who moves first
  std::optional<RollWithoutPlay> roll_without_play_;  // the last roll, if it has no play yet
  // The column of the player who has lost by resign_after_roll() or refuse_double(). A result that
  // the file states does not override this.
  std::optional<std::size_t> certain_loser_column_;
  bool has_resigned_ = false;                        // resign() was called
  std::optional<std::size_t> resigned_column_;       // column of the player who resigned, if known
  std::optional<std::size_t> stated_winner_column_;  // column of the winner that the file states
  std::optional<int> stated_points_;                 // points of the result that the file states
  std::size_t result_line_number_ = 0;               // line number of the stated result
  bool has_cube_ = false;                            // the note on a doubling cube has been added
};

}  // namespace gioul
