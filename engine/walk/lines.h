// The lines of a decision as text: what each afterstate is called and one play that leads there.
// What every program that shows plays or takes them from others is made of.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// The second column of `gioul moves` (notation, section 3): what line `line` of `list` leads to.
std::string afterstate_text(const Axes& axes, const AfterstateList& list, std::size_t line);

/// For each line of `list` one lawful play that leads there.
std::vector<Play> one_play_a_line(Game game, const Position& position, Dice dice,
                                  const AfterstateList& list);

/// One line of `gioul moves`.
struct DecisionLine {
  std::string play;
  std::string afterstate;
  std::size_t line = 0;  // of the list
};

/// All lines of `list` in the order of `gioul moves`: bytewise by afterstate.
std::vector<DecisionLine> sorted_lines(Game game, const Position& position, Dice dice,
                                       const AfterstateList& list);

/// A decision and all that it can lead to, kept apart from the list that the engine filled.
struct ListedDecision {
  Game game = {};
  Position before{};
  Dice dice = kNoDice;
  std::vector<Position> positions = {};  // in the engine's order
  std::vector<Ending> endings = {};      // after them
  bool mover_acts_next = false;
  std::vector<DecisionLine> lines = {};

  bool is_position(std::size_t i) const { return lines[i].line < positions.size(); }
  /// How line i ends the game, kNone if it doesn't.
  Ending ending(std::size_t i) const {
    return is_position(i) ? Ending::kNone : endings[lines[i].line - positions.size()];
  }
  /// Where a line of the engine is among `lines`.
  std::size_t place_of(std::size_t line) const;
  /// Fills `list` with the afterstates as the engine made them.
  void restore(AfterstateList& list) const;
};

/// This thread's list to work with; holds whatever an earlier call left.
inline AfterstateList& working_list() {
  thread_local const auto list = std::make_unique_for_overwrite<AfterstateList>();
  return *list;
}

/// In `list` there is what the engine made of it then.
ListedDecision list_decision(Game game, const Position& position, Dice dice, AfterstateList& list);

}  // namespace gioul
