// Parses a play typed by a user, in any spelling (engine/games/loose_play.h). Explains why a play
// is illegal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// The result of parse_play_input(): either the play or an explanation.
struct PlayInput {
  std::optional<LegalPlay> play;  // the play that the user means; nullopt if it is not legal
  std::string error_message;      // why there is no play, in one line for the user
};

/// Finds the legal play that a user means by `text`. `plays` are the legal plays of the decision,
/// and `list` is the list of its afterstates.
PlayInput parse_play_input(Game game, const Position& position, const AfterstateList& list,
                           const std::vector<LegalPlay>& plays, std::string_view text);

}  // namespace gioul
