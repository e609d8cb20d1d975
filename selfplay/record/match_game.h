// A game of Portes as a match file tells it, turn by turn: the play of each is found by what it
// does, as programs write several dice of one checker as one move, or in any order.
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
#include "engine/plays.h"
#include "engine/turn.h"
#include "selfplay/record/game_text.h"

namespace gioul {

/// Columns are 0 (left, or White) and 1. Throws InputError for what the rules don't have.
class MatchGame {
 public:
  MatchGame();

  void set_number(std::uint64_t number) { game_.record.number = number; }
  std::uint64_t number() const { return game_.record.number; }
  void set_name(std::size_t column, std::string name) { names_[column] = std::move(name); }

  /// A roll and where checkers went with it, in the mover's numbering.
  void turn(std::size_t column, Dice dice, std::span<const CheckerMove> moves, std::size_t line);
  /// Doubled, taken or dropped.
  void cube_action(std::size_t line);
  /// How the file says that it ended.
  void wins(std::size_t column, int points, std::size_t line);

  /// The game, of which `line` is the last line.
  NotedGame finish(std::size_t line);

 private:
  [[noreturn]] void fail_play(std::span<const CheckerMove> moves, const char* how) const;
  void note(const std::string& text, std::size_t line);
  void settle_result();

  NotedGame game_;
  Turn turn_;
  std::unique_ptr<AfterstateList> list_;  // from the first turn on
  std::array<std::string, 2> names_ = {};
  std::size_t first_column_ = 0;  // of who moved first
  std::size_t winner_ = 0;        // his column, if there are points
  std::optional<int> points_;
  std::size_t points_line_ = 0;
  bool has_cube_ = false;
};

}  // namespace gioul
