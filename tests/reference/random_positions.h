// Random boards for tests: scattered ones that no game would reach soon, but that are positions of
// their game, and what makes a board no position of its game (notation.md, section 1).
#pragma once

#include <random>
#include <string_view>

#include "engine/position.h"

namespace gioul::reference {

using Random = std::mt19937_64;  // the standard fixes its output, so seeds mean the same everywhere

/// Uniform in low..high.
int random_int(Random& random, int low, int high);

/// Why `position` cannot occur in the game called `variant`, or empty if it can.
std::string_view refusal(std::string_view variant, const Position& position);

/// A scattered position that may break a rule: see `refusal`.
Position random_candidate(std::string_view variant, Random& random);

/// A scattered position of the game: everything from 15 checkers to one, bear-offs, primes, pending
/// chains, first rolls, pins, bars and runners, each as the game has them.
Position random_position(std::string_view variant, Random& random);

}  // namespace gioul::reference
