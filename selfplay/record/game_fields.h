// What the readers of games as text and as JSON have in common: single values.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/text.h"
#include "engine/outcome.h"
#include "engine/plays.h"
#include "selfplay/record/game_text.h"

namespace gioul {

inline constexpr std::uint64_t kMostPairs = 1'000'000'000'000;

template <typename Number>
Number number_of(std::string_view text, std::string_view what, Number lowest, Number highest,
                 int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || number < lowest ||
      number > highest) {
    throw InputError(std::string(what) + " " + in_quotes(text) + ": expected a number from " +
                     std::to_string(lowest) + " to " + std::to_string(highest));
  }
  return number;
}

/// A play as it is written; the message of what it throws is about a play.
Play read_play(std::string_view text);

/// The outcome that is worth so many points, from -2 to 2, to the first player.
inline Outcome outcome_of_points(int points) { return static_cast<Outcome>(points + 2); }

/// Gives `game` the named rules; throws if they have no start with its number of checkers.
void set_variant(NotedGame& game, std::string_view name);

}  // namespace gioul
