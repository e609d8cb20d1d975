// All legal plays of a decision as text, with their afterstates: the basis of every command that
// shows plays or reads them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// Returns the text of an afterstate of `list`: that of its position, or that of the ending
/// (notation, section 3).
std::string format_afterstate(const Variant& variant, const AfterstateList& list,
                              std::size_t index);

/// Returns one legal play for each afterstate of `list`, in the order of the list.
std::vector<Play> one_play_per_afterstate(Game game, const Position& position, Dice dice,
                                          const AfterstateList& list);

/// An afterstate with one play that leads to it, as text: a line of the output of `gioul moves`.
struct ListedPlay {
  std::string play;        // e.g. "24/21 18/14"
  std::string afterstate;  // text of the position or of the ending
  std::size_t index = 0;   // of the afterstate in the AfterstateList
};

/// Returns one ListedPlay for each afterstate of `list`, sorted bytewise by the text of the
/// afterstate like `gioul moves`.
std::vector<ListedPlay> plays_in_text_order(Game game, const Position& position, Dice dice,
                                            const AfterstateList& list);

/// A decision, its afterstates and its plays. Stays valid when the AfterstateList is reused.
struct LegalPlayList {
  Game game = {};
  Position before{};  // position in which the player decides
  Dice dice = kNoDice;
  std::vector<Position> positions = {};  // afterstates, in the order of the AfterstateList
  std::vector<Ending> endings = {};      // entries of the AfterstateList after the positions
  bool mover_acts_next = false;          // the next player is the one who decides now
  std::vector<ListedPlay> plays = {};    // in the order of plays_in_text_order()

  /// Returns true if the game continues after plays[i].
  bool game_continues(std::size_t i) const { return plays[i].index < positions.size(); }
  /// Returns how plays[i] ends the game; kNone if the game continues.
  Ending ending(std::size_t i) const {
    return game_continues(i) ? Ending::kNone : endings[plays[i].index - positions.size()];
  }
  /// Returns the index in `plays` of the play that leads to the afterstate `index` of the
  /// AfterstateList.
  std::size_t text_order_index(std::size_t index) const;
  /// Fills `list` with the afterstates of the decision, in the generator's order.
  void restore_afterstates(AfterstateList& list) const;
};

/// Returns a list that functions on this thread share as working memory. It may hold the result of
/// any earlier call.
inline AfterstateList& scratch_afterstates() {
  thread_local const auto list = std::make_unique_for_overwrite<AfterstateList>();
  return *list;
}

/// Generates the legal plays of a decision. Also fills `list` with its afterstates.
LegalPlayList list_legal_plays(Game game, const Position& position, Dice dice,
                               AfterstateList& list);

}  // namespace gioul
