// A game at run time: the one handle that everything above engine/ passes around. What is compiled
// for the game is reached through it, by a pointer a call; hot paths that a measurement says must
// not pay even that are templates over the rules and go through visit_game() once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/plays.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// One of the games of engine/games/variants.h; Gioul if nothing else is said. As small as a
/// pointer, and the same everywhere: it is copied and compared.
class Game {
 public:
  Game();

  const Axes& axes() const { return *functions_->axes; }
  /// For whoever wants to know nothing but the axes.
  operator const Axes&() const { return axes(); }
  std::string_view name() const { return axes().name; }

  /// The position before the first roll. Throws InputError if the game can't be played with so
  /// many.
  Position start(int checkers = kMaxCheckers) const;

  /// Fills `list` with the afterstates of a decision (generate_afterstates in engine/movegen.h).
  void generate(const Position& position, Dice dice, AfterstateList& list) const {
    functions_->generate(position, dice, list);
  }

  /// Every lawful play of a decision with its line in `list` (list_plays in engine/plays.h).
  std::vector<PlayLine> plays(const Position& position, Dice dice,
                              const AfterstateList& list) const {
    return functions_->plays(position, dice, list);
  }

  /// The line that `play` leads to, if it is lawful (line_of_play in engine/find_play.h).
  std::optional<std::size_t> line_of_play(const Position& position, Dice dice,
                                          const AfterstateList& list, const Play& play) const {
    return functions_->line_of_play(position, dice, list, play);
  }

  /// One play that leads to the afterstate `next`, or one that ends the game like this, without
  /// listing all (find_play and find_ending_play in engine/find_play.h).
  Play find_play(const Position& position, Dice dice, const Position& next,
                 bool mover_acts_next) const {
    return functions_->find_play(position, dice, next, mover_acts_next);
  }
  Play find_ending_play(const Position& position, Dice dice, Ending ending) const {
    return functions_->find_ending_play(position, dice, ending);
  }

  /// Lines of `depth` decisions (engine/perft.h), `depth` >= 0.
  std::uint64_t perft(const Position& position, int depth) const {
    return functions_->perft(position, depth);
  }

  /// The place in all_games().
  std::size_t index() const;

  bool operator==(const Game&) const = default;

 private:
  struct Functions {
    const Axes* axes;
    void (*generate)(const Position&, Dice, AfterstateList&);
    std::vector<PlayLine> (*plays)(const Position&, Dice, const AfterstateList&);
    std::optional<std::size_t> (*line_of_play)(const Position&, Dice, const AfterstateList&,
                                               const Play&);
    Play (*find_play)(const Position&, Dice, const Position&, bool);
    Play (*find_ending_play)(const Position&, Dice, Ending);
    std::uint64_t (*perft)(const Position&, int);
  };
  explicit Game(const Functions* functions) : functions_(functions) {}

  static std::span<const Functions> all_functions();

  friend std::vector<Game> all_games();

  const Functions* functions_;
};

/// All games, in the order of engine/games/variants.h.
std::vector<Game> all_games();

/// Their names.
std::vector<std::string_view> game_names();

/// The game called `name` (or its alias). Throws InputError for an unknown name.
Game find_game(std::string_view name);

}  // namespace gioul
