// What the positions of a game should have been worth: what the net learns. The kinds of targets
// are those of training.targets (selfplay/config/choices.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/outcome.h"
#include "engine/position.h"
#include "selfplay/record/visit.h"

namespace gioul {

/// A decision's position and the value it should have had, both seen by its player to act.
struct TrainingExample {
  Position position;
  Distribution target;
};

/// What a game came to, seen by the last player to act.
struct GameEnd {
  GameEnd(Outcome outcome) : result(outcome), value(certain(outcome)) {}
  /// Of one that was broken off where the net gave it this value.
  explicit GameEnd(const Distribution& guess) : value(guess) {}

  std::optional<Outcome> result;
  Distribution value;
};

struct FinishedGame {
  std::vector<TrainingExample> examples;  // of its decisions, then those of siblings
  std::vector<std::uint32_t> groups;      // as those of Generation
  std::uint64_t siblings = 0;
  std::optional<Outcome> outcome;  // for the player who moved first; none if it was broken off
  std::uint64_t forfeits = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t hash = 0;
};

/// TD(lambda) over all decisions of a game that came to `end`. `lookahead` is empty, or has for
/// each decision the mean over the rolls of the best reply's value, seen by its player to act.
FinishedGame make_targets(std::span<const Visit> visits, const GameEnd& end, float lambda,
                          std::span<const Distribution> lookahead = {});

}  // namespace gioul
