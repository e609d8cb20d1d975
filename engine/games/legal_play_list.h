// All legal plays of a decision as text, with their afterstates: the basis of every command that
// shows plays or reads them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// Returns the position text of the afterstate `index`, or the text of the ending (notation,
/// section 3).
std::string format_afterstate(const Variant& variant, const AfterstateList& list,
                              std::size_t index);

/// Returns one legal play for each afterstate of `list`, by index.
std::vector<Play> one_play_per_afterstate(Game game, const Position& position, Dice dice,
                                          const AfterstateList& list);

/// A line of `gioul moves`.
struct ListedPlay {
  std::string play;
  std::string afterstate;
  std::size_t index = 0;  // in the list of afterstates
};

/// Returns a line for each afterstate of `list`, sorted bytewise by afterstate like `gioul moves`.
std::vector<ListedPlay> plays_in_text_order(Game game, const Position& position, Dice dice,
                                            const AfterstateList& list);

/// A decision, its afterstates and its plays, independent of the generator's list.
struct LegalPlayList {
  Game game = {};
  Position before{};
  Dice dice = kNoDice;
  std::vector<Position> positions = {};  // in the generator's order
  std::vector<Ending> endings = {};      // follow the positions
  bool mover_acts_next = false;
  std::vector<ListedPlay> plays = {};

  bool is_position(std::size_t i) const { return plays[i].index < positions.size(); }
  /// Returns how play i ends the game; kNone if the game goes on.
  Ending ending(std::size_t i) const {
    return is_position(i) ? Ending::kNone : endings[plays[i].index - positions.size()];
  }
  /// Returns where among the plays the afterstate with this index is.
  std::size_t text_order_index(std::size_t index) const;
  /// Fills `list` with the afterstates, as the generator did.
  void restore(AfterstateList& list) const;
};

/// A scratch list of this thread. It holds the result of any earlier call.
inline AfterstateList& scratch_afterstates() {
  thread_local const auto list = std::make_unique_for_overwrite<AfterstateList>();
  return *list;
}

/// Generates the legal plays of a decision. `list` is filled with its afterstates.
LegalPlayList list_legal_plays(Game game, const Position& position, Dice dice,
                               AfterstateList& list);

}  // namespace gioul
