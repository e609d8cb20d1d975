// A game (variant) chosen at run time: the handle that all code above engine/ uses. Each call goes
// through one function pointer. Hot paths that cannot afford even that are templates over the rules
// and use dispatch_game() once.
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

/// One of the games listed in engine/games/variants.h, chosen at run time; Gioul by default. Cheap
/// to copy and compare.
class Game {
 public:
  /// Makes the game Gioul.
  Game();

  /// The constants that define the rules of the game.
  const Variant& variant() const { return *function_table_->variant; }
  /// Implicit conversion to variant(), for functions that need only the constants of the rules.
  operator const Variant&() const { return variant(); }
  /// The name of the game, such as "gul-bara".
  std::string_view name() const { return variant().name; }

  /// Returns the position before the first roll, with `checkers` per side. Throws InputError if the
  /// game cannot be played with that number of checkers.
  Position start(int checkers = kMaxCheckers) const;

  /// Fills `list` with the distinct afterstates of a decision; see generate_afterstates() in
  /// engine/movegen.h.
  void generate_afterstates(const Position& position, std::optional<Dice> dice,
                            AfterstateList& list) const {
    function_table_->generate_afterstates(position, dice, list);
  }

  /// Returns every legal play and its index in `list`; see generate_plays() in engine/plays.h.
  std::vector<LegalPlay> legal_plays(const Position& position, std::optional<Dice> dice,
                                     const AfterstateList& list) const {
    return function_table_->legal_plays(position, dice, list);
  }

  /// Returns the index in `list` of the afterstate that `play` leads to, or nullopt if the play is
  /// illegal; see engine/find_play.h.
  std::optional<std::size_t> find_afterstate_index(const Position& position,
                                                   std::optional<Dice> dice,
                                                   const AfterstateList& list,
                                                   const Play& play) const {
    return function_table_->find_afterstate_index(position, dice, list, play);
  }

  /// Returns the afterstates in `list` that a play in a loose spelling can mean; see
  /// engine/find_play.h.
  std::vector<LoosePlayMeaning> find_play_meanings(const Position& position,
                                                   std::optional<Dice> dice,
                                                   const AfterstateList& list,
                                                   const Play& play) const {
    return function_table_->find_play_meanings(position, dice, list, play);
  }

  /// Returns one play that leads to the afterstate `next`, without generating all plays; see
  /// engine/find_play.h.
  Play find_play_to(const Position& position, std::optional<Dice> dice, const Position& next,
                    bool mover_acts_next) const {
    return function_table_->find_play_to(position, dice, next, mover_acts_next);
  }
  /// Returns one play that ends the game by `ending`, without generating all plays; see
  /// engine/find_play.h.
  Play find_play_to_ending(const Position& position, std::optional<Dice> dice,
                           Ending ending) const {
    return function_table_->find_play_to_ending(position, dice, ending);
  }

  /// Counts the move sequences of `depth` decisions from `position`; see engine/perft.h. `depth`
  /// must be >= 0.
  std::uint64_t perft(const Position& position, int depth) const {
    return function_table_->perft(position, depth);
  }

  /// Returns the index of the game in all_games().
  std::size_t index() const;

  bool operator==(const Game&) const = default;

 private:
  // The rules of a game at run time: its Variant, and the functions compiled for it.
  struct FunctionTable {
    const Variant* variant;  // the constants of the rules
    void (*generate_afterstates)(const Position&, std::optional<Dice>, AfterstateList&);
    std::vector<LegalPlay> (*legal_plays)(const Position&, std::optional<Dice>,
                                          const AfterstateList&);
    std::optional<std::size_t> (*find_afterstate_index)(const Position&, std::optional<Dice>,
                                                        const AfterstateList&, const Play&);
    std::vector<LoosePlayMeaning> (*find_play_meanings)(const Position&, std::optional<Dice>,
                                                        const AfterstateList&, const Play&);
    Play (*find_play_to)(const Position&, std::optional<Dice>, const Position&, bool);
    Play (*find_play_to_ending)(const Position&, std::optional<Dice>, Ending);
    std::uint64_t (*perft)(const Position&, int);
  };
  explicit Game(const FunctionTable* functions) : function_table_(functions) {}

  // Returns the function tables of all games, in the order of engine/games/variants.h.
  static std::span<const FunctionTable> all_function_tables();

  friend std::vector<Game> all_games();

  const FunctionTable* function_table_;  // an element of all_function_tables()
};

/// Returns all games, in the order of engine/games/variants.h.
std::vector<Game> all_games();

/// Returns the names of all games.
std::vector<std::string_view> game_names();

/// Returns the names of all games, for help and messages: "gioul, gul-bara, ...".
std::string format_game_names();

/// Returns the game with this name or alias, such as "gul-bara" or its alias "crazy-narde". Throws
/// InputError for an unknown name.
Game find_game(std::string_view name);

}  // namespace gioul
