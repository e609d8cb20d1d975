// Groups the error messages with which players failed and so lost games (PlayerFailure) by kind.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// Returns the position and dice at which a player failed, as text to append to the reason of the
/// failure: " at POSITION, dice a-b".
std::string format_failure_position(Game game, const Position& before, std::optional<Dice> dice);

/// Returns the kind of a failure: the words of `reason` before the first quote, the first
/// parenthesis, the text of format_failure_position() or the number of the game or match.
std::string_view failure_kind(std::string_view reason);

/// The games that a player lost for reasons of one kind.
struct FailureGroup {
  std::string kind = {};            // failure_kind() of the reasons
  std::string example_reason = {};  // the whole reason of one of the games
  std::int64_t game_count = 0;      // number of games lost for such reasons

  /// Returns a line of text for display: "N: KIND, such as EXAMPLE".
  std::string description() const;
};

/// Groups the games that a player lost by failing, by the kind of the reason. `failures` maps each
/// reason to its number of games.
std::vector<FailureGroup> group_failures(const std::map<std::string, std::int64_t>& failures);

/// Returns the number of games by kind. `failures` is as in group_failures().
std::map<std::string, std::int64_t> failure_counts_by_kind(
    const std::map<std::string, std::int64_t>& failures);
/// Returns an example reason by kind. `failures` is as in group_failures().
std::map<std::string, std::string> failure_examples_by_kind(
    const std::map<std::string, std::int64_t>& failures);

}  // namespace gioul
