// Looks up a play that a person or another program wrote, in whatever spelling, among the legal
// plays of a decision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// The way to read a joined move, such as 24/20 for 3-1, that hits on the way with one order of the
/// dice but not with the other.
enum class JoinedMoves : std::uint8_t {
  kAmbiguous,   // it can mean either
  kHitsStated,  // it does not hit, since the writer states every point where a checker is hit
};

/// Returns the indices in `list` of the afterstates that a play in a loose spelling
/// (parse_loose_play()) can mean: exactly one unless it is illegal or ambiguous. `list` must hold
/// the afterstates of the decision at `before`.
std::vector<std::size_t> find_loose_play(Game game, const Position& before,
                                         const AfterstateList& list, const Play& play,
                                         JoinedMoves joined = JoinedMoves::kAmbiguous);

/// Returns the index in `list` of the only afterstate that the text of a play can mean. Throws
/// InputError ("illegal play 'X'" or "ambiguous play 'X': A or B").
std::size_t parse_legal_play(Game game, const Position& before, const AfterstateList& list,
                             std::string_view text, JoinedMoves joined = JoinedMoves::kAmbiguous);

/// Formats the first two of several afterstates that a play can mean by legal plays: "A or B".
std::string format_meanings(Game game, const Position& before, const AfterstateList& list,
                            const std::vector<std::size_t>& indices);

}  // namespace gioul
