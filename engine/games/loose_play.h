// Looks up a play that a person or another program wrote, in any spelling, among the legal
// plays of a decision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// Tells how to read a joined move, such as 24/20 for 3-1, if one order of the dice hits a checker
/// on the way (on 21 or 23) and the other order does not.
enum class JoinedMoveReading : std::uint8_t {
  kAmbiguous,   // the move can mean either order
  kHitsStated,  // the move means the order without a hit: the writer names every point of a hit
};

/// Returns the indices in `list` of the afterstates that a play in a loose spelling
/// (parse_loose_play()) can mean: none if the play is illegal, several if it is ambiguous. `list`
/// must hold the afterstates of the decision at `before`.
std::vector<std::size_t> find_loose_play_afterstate_indices(
    Game game, const Position& before, const AfterstateList& list, const Play& play,
    JoinedMoveReading joined = JoinedMoveReading::kAmbiguous);

/// Returns the index in `list` of the only afterstate that the text of a play can mean. Throws
/// InputError ("illegal play 'X'" or "ambiguous play 'X': A or B").
std::size_t parse_play_to_afterstate_index(
    Game game, const Position& before, const AfterstateList& list, std::string_view text,
    JoinedMoveReading joined = JoinedMoveReading::kAmbiguous);

/// Formats "A or B" for the message that a play is ambiguous. A and B are legal plays that lead to
/// the first two of the afterstates `indices`.
std::string format_ambiguous_plays(Game game, const Position& before, const AfterstateList& list,
                                   const std::vector<std::size_t>& indices);

}  // namespace gioul
