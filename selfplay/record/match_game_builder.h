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
  MatchGameBuilder();

  /// Sets the number of the game in its match.
  void set_number(std::uint64_t number) { game_.record.number = number; }
  std::uint64_t number() const { return game_.record.number; }
  /// Sets the name of the player in a column.
  void set_name(std::size_t column, std::string name) { names_[column] = std::move(name); }

  /// Adds a roll and its checker moves, in the numbering of the player to move.
  void add_turn(std::size_t column, Dice dice, std::span<const CheckerMove> moves,
                std::size_t line);
  /// Adds a note that the player doubled, took or dropped, which Portes does not have.
  void add_cube_action(std::size_t line);
  /// Sets the result that the file states: the player of `column` won `points`.
  void set_result(std::size_t column, int points, std::size_t line);

  /// Returns the finished game. `line` is the number of its last line.
  AnnotatedGame finish_game(std::size_t line);

 private:
  [[noreturn]] void fail_play(std::span<const CheckerMove> moves, const char* how) const;
  void note(const std::string& text, std::size_t line);
  void check_result();

  AnnotatedGame game_;
  GameState state_;
  std::unique_ptr<AfterstateList> list_;  // set at the first turn
  std::array<std::string, 2> names_ = {};
  std::size_t first_column_ = 0;  // column of the player who moved first
  std::size_t winner_ = 0;        // column; valid if points_ is set
  std::optional<int> points_;
  std::size_t points_line_ = 0;
  bool has_cube_ = false;
};

}  // namespace gioul
