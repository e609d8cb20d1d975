// The reasons for which players lost games by failing (PlayerFailure), grouped by kind.
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

/// Returns where a player failed, as text to append to the reason of the failure: " at POSITION,
/// dice a-b".
std::string format_failure_place(Game game, const Position& before, std::optional<Dice> dice);

/// Returns the kind of a reason: its words up to the first quote, parenthesis or place.
std::string_view failure_kind(std::string_view reason);

/// The games that a player lost for reasons of one kind.
struct FailureKind {
  std::string kind = {};            // failure_kind() of the reasons
  std::string example_reason = {};  // the whole reason of one of the games
  std::int64_t game_count = 0;

  /// Describes the kind in a line, for people: "N: KIND, such as EXAMPLE".
  std::string description() const;
};

/// Groups the games that a player lost by failing, counted by reason, by kind.
std::vector<FailureKind> group_failures(const std::map<std::string, std::int64_t>& failures);

/// Returns the number of games of each kind.
std::map<std::string, std::int64_t> failures_by_kind(
    const std::map<std::string, std::int64_t>& failures);
/// Returns an example of each kind.
std::map<std::string, std::string> failure_examples(
    const std::map<std::string, std::int64_t>& failures);

}  // namespace gioul
