// All legal plays of a decision as text, with their afterstates: the basis of every command that
// shows plays or reads them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// Returns the text of the afterstate `index` of `list`: the text of its position, or of the way in
/// which the game ends, such as "win=1" (notation, section 3).
std::string format_afterstate(const Variant& variant, const AfterstateList& list,
                              std::size_t index);

/// Returns one legal play for each afterstate of `list`, in the order of the list. `list` must hold
/// the afterstates of the decision.
std::vector<Play> one_play_per_afterstate(Game game, const Position& position,
                                          std::optional<Dice> dice, const AfterstateList& list);

/// An afterstate with one play that leads to it, as text: a line of the output of `gioul moves`.
struct ListedPlay {
  std::string play_text;             // e.g. "24/21 18/14"
  std::string afterstate_text;       // text of the position, or of the way in which the game ends
  std::size_t afterstate_index = 0;  // index of the afterstate in the AfterstateList
};

/// Returns one ListedPlay for each afterstate of `list`, sorted bytewise by `afterstate_text`. This
/// is the order in which `gioul moves` prints the plays.
std::vector<ListedPlay> plays_sorted_by_afterstate_text(Game game, const Position& position,
                                                        std::optional<Dice> dice,
                                                        const AfterstateList& list);

/// A decision with all its afterstates, and one play for each of them. Stays valid when the
/// AfterstateList from which it was made is reused.
struct LegalPlayList {
  Game game = {};
  Position before{};              // position of the decision
  std::optional<Dice> dice = {};  // nullopt if moves of a chain are owed
  /// The afterstates in which the game continues, in the order of the AfterstateList.
  std::vector<Position> afterstate_positions = {};
  /// The ways in which plays end the game, in the order of the AfterstateList, which has them after
  /// the afterstates in which the game continues.
  std::vector<Ending> endings = {};
  bool mover_acts_next = false;  // the player who decides now also makes the next decision
  /// One play per afterstate, in the order of plays_sorted_by_afterstate_text().
  std::vector<ListedPlay> plays = {};

  /// Returns true if the game continues after plays[i].
  bool game_continues(std::size_t i) const {
    return plays[i].afterstate_index < afterstate_positions.size();
  }
  /// Returns the way in which plays[i] ends the game; kNone if the game continues.
  Ending ending(std::size_t i) const {
    return game_continues(i) ? Ending::kNone
                             : endings[plays[i].afterstate_index - afterstate_positions.size()];
  }
  /// Returns the index in `plays` of the play that leads to the afterstate with the given index in
  /// the AfterstateList.
  std::size_t play_index_of_afterstate(std::size_t index) const;
  /// Fills `list` with the afterstates of the decision, in the order of the AfterstateList from
  /// which this object was made.
  void restore_afterstates(AfterstateList& list) const;
};

/// Returns this thread's list for temporary results. All functions of the thread share it, so a
/// call of another function may overwrite its contents.
inline AfterstateList& scratch_afterstates() {
  thread_local const auto list = std::make_unique_for_overwrite<AfterstateList>();
  return *list;
}

/// Returns the afterstates and plays of a decision. Also fills `list` with its afterstates.
LegalPlayList list_legal_plays(Game game, const Position& position, std::optional<Dice> dice,
                               AfterstateList& list);

}  // namespace gioul
