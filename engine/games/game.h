// A game picked by name at run time, as pointers to the functions that are compiled for it. For the
// edges only, where a person or another program decides what comes next: commands, dialogues,
// exports. Hot paths are templates over the rules and go through visit_variant once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/plays.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

struct AnyGame {
  const Axes* axes;

  /// generate_afterstates<R>
  void (*generate)(const Position& position, Dice dice, AfterstateList& list);
  /// list_plays<R>
  std::vector<PlayLine> (*plays)(const Position& position, Dice dice, const AfterstateList& list);
  /// line_of_play<R>
  std::optional<std::size_t> (*line_of_play)(const Position& position, Dice dice,
                                             const AfterstateList& list, const Play& play);
  /// Perft<R>, `depth` >= 0
  std::uint64_t (*perft)(const Position& position, int depth);
};

/// The game called `name` (or its alias). Throws InputError for an unknown name.
AnyGame any_game(std::string_view name);

}  // namespace gioul
