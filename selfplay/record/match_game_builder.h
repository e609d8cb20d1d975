// Builds a game of Portes from the turns of a match file. Finds each play by its effect, since
// programs merge several dice of a checker into one move and write moves in any order.
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

/// Builds a game from a match file, turn by turn. A column stands for a player: 0 (left or White)
/// or 1 (right or Black). `line` is the line number in the file. The functions throw InputError for
/// anything that the rules forbid.
class MatchGameBuilder {
 public:
  /// Starts the game with this number at the start of Portes.
  explicit MatchGameBuilder(std::uint64_t number);

  std::uint64_t number() const { return game_.record.game_number; }
  /// Sets the name of the player in a column.
  void set_name(std::size_t column, const std::string& name);
  /// Sets up the checkers of both columns, each in its own numbering. Before the first turn this is
  /// the start of the game; later it must be the position that was reached.
  void set_up_position(const std::array<Side, 2>& checkers);
  /// Sets up the start of a variation of backgammon, such as "NackGammon". Throws InputError if it
  /// is unknown or cannot be played as Portes.
  void set_variation(std::string_view name);

  /// Adds a roll and its checker moves, in the numbering of the player to move.
  void add_turn(std::size_t column, Dice dice, std::span<const CheckerMove> moves,
                std::size_t line);
  /// Adds a roll whose play is not in the file: the forced one, or none if the game ends here.
  void add_roll_without_play(std::size_t column, Dice dice, std::size_t line);
  /// Records that the player of `column` rolled `dice` and then gave up.
  void resign_after_roll(std::size_t column, Dice dice, std::size_t line);
  /// Records that the player of `column` gave up; nullopt if the file does not say which player. A
  /// result that the file states takes precedence over this.
  void resign(std::optional<std::size_t> column);
  /// Adds a note that there is a doubling cube, which Portes does not have.
  void note_cube(std::size_t line);
  /// Records that the player of `column` refused a double, which ends the game.
  void refuse_double(std::size_t column, std::size_t line);
  /// Sets the result that the file states: the player of `column` won `points` points, nullopt if
  /// the file does not say how many.
  void set_result(std::size_t column, std::optional<int> points, std::size_t line);
  bool has_result() const { return stated_winner_column_.has_value(); }

  /// Returns the finished game. `line` is the number of its last line.
  AnnotatedGame finish_game(std::size_t line);

 private:
  // The last roll in the file, if no play follows it.
  struct RollWithoutPlay {
    Dice dice;
    std::size_t line;
  };

  [[noreturn]] void fail_play(const Play& play, const char* how) const;
  // Notes that content of the file was dropped (AnnotatedGame::dropped_content).
  void add_note(const std::string& text, std::size_t line);
  // Fills afterstates_ with the afterstates of this roll.
  void generate_afterstates(std::size_t column, Dice dice);
  // Plays to the afterstate with this index in afterstates_.
  void apply_afterstate(std::size_t afterstate, std::size_t line);
  void check_turn(std::size_t column);
  void begin_game(std::size_t column);
  std::optional<std::size_t> find_loser();
  void settle_result();

  AnnotatedGame game_;
  GameState state_;
  std::unique_ptr<AfterstateList> afterstates_;  // set at the first turn
  std::array<std::string, 2> player_names_ = {};
  std::array<Side, 2> start_sides_;                   // by column
  std::size_t first_column_ = 0;                      // column of the player who moves first
  std::optional<RollWithoutPlay> roll_without_play_;  // the last roll, if it has no play yet
  std::optional<std::size_t> certain_loser_column_;   // column of a player who certainly gave up
  bool has_resigned_ = false;  // a player gave up: the one in resigned_column_, if set
  std::optional<std::size_t> resigned_column_;       // column
  std::optional<std::size_t> stated_winner_column_;  // column, as the file states
  std::optional<int> stated_points_;                 // as the file states
  std::size_t result_line_ = 0;                      // line of the stated result
  bool has_cube_ = false;                            // a doubling cube has been noted
};

}  // namespace gioul
