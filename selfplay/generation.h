// A generation: games that one net plays against itself, and what there is to learn from them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/dice.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "nn/evaluator.h"

namespace gioul {

/// A decision's position and the value it should have had, both seen by its player to act.
struct TrainingExample {
  Position position;
  Distribution target;
};

/// A position of a game as it was played, and what was decided about there.
struct Visit {
  Position position;
  Distribution value;  // by the net that chose it, seen by its player to act; none for the first
  Dice dice;           // without a meaning where the position is pending
  bool acts_again;     // the player to act also makes the next decision
};

struct GenerationOptions {
  std::string variant = "gioul";
  int checkers = 15;
  std::uint64_t seed = 1;
  std::uint64_t first_game = 0;  // games are numbered through the whole run
  std::uint64_t games = 0;
  double lambda = 0.7;
  int threads = 1;
};

/// Games and what is counted about them.
struct Generation {
  std::vector<TrainingExample> examples;  // game by game, decision by decision
  std::uint64_t games = 0;
  std::uint64_t gammons = 0;
  std::int64_t first_mover_points = 0;
  std::uint64_t hash = 0;  // of all games in their order: equal hashes, equal games

  std::uint64_t decisions() const { return examples.size(); }
};

/// Gets each game that has been played: which of the generation, its positions, and its result seen
/// by the last player to act. Called on the thread that played it, in any order; the positions are
/// overwritten afterwards.
using GameSink =
    std::function<void(std::uint64_t index, std::span<const Visit> visits, Outcome last_result)>;

/// Plays the games on `threads` threads, each decision 0-ply by `net`. Which games depends on the
/// options and the net alone.
void play_games(const GenerationOptions& options, const NetEvaluator& net, const GameSink& sink);

/// A game's share in Generation::hash.
std::uint64_t hash_of(std::span<const Visit> visits);

/// Plays the games and learns from them. The result depends on the options and the net alone.
/// Targets are TD(lambda) over decisions: a chain's decisions and forfeits included, each value
/// turned to the viewpoint of the position that learns from it.
Generation play_generation(const GenerationOptions& options, const NetEvaluator& net);

}  // namespace gioul
