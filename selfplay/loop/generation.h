// A generation: games that one net plays against itself, and what there is to learn from them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "nn/infer/compiled_net.h"
#include "selfplay/config/choices.h"
#include "selfplay/loop/game_in_play.h"
#include "selfplay/loop/targets.h"
#include "selfplay/record/visit.h"

namespace gioul {

/// Predictions that were alike, and what happened.
struct CalibrationBin {
  std::int64_t count = 0;
  double predicted = 0.0;  // sum of the probabilities
  std::int64_t actual = 0;
};

/// Predictions of a win, a win of 2 and a loss of 2, each in ten bins of equal width.
struct Calibration {
  static constexpr std::size_t kBins = 10;
  std::array<std::array<CalibrationBin, kBins>, 3> bins;

  void add(const Calibration& other);
};

struct GenerationOptions {
  Game game = {};
  int checkers = 15;
  std::uint64_t seed = 1;
  std::uint64_t first_game = 0;  // games are numbered through the whole run
  std::uint64_t games = 0;
  double lambda = 0.7;
  Targets targets = Targets::kTd;
  int siblings = 0;  // plays of each decision learned besides; of kLookahead alone
  /// Of kLookahead: no more replies to a roll are evaluated, the likeliest by the net's own pruning
  /// (CompiledNet::add_likeliest), of chains three times as many. 0: all.
  int replies = 0;
  bool grouped = false;           // examples come in groups
  std::int64_t longest_game = 0;  // in decisions, where games are broken off; 0: nowhere
  int threads = 1;
  bool calibrate = false;  // fill Generation::calibration
};

struct PlayedGame {
  std::uint64_t hash = 0;  // hash_of its visits
  std::uint64_t decisions = 0;
  int points = 0;  // for the player who moved first; 0 if it was broken off
};

/// What games came to.
struct GameTotals {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t gammons = 0;  // games won by 2
  std::int64_t first_mover_points = 0;
  std::uint64_t hash = 0;  // of all games, or parts, in their order: equal hashes, equal games

  void add(const PlayedGame& game);
  void add(const GameTotals& part);
};

/// Games, what there is to learn from them, and what is counted about them.
struct Generation : GameTotals {
  std::vector<TrainingExample> examples;  // game by game, decision by decision, then siblings
  /// If they were asked for: how many examples, one after the other, are of positions that plays of
  /// the same decision lead to. Then siblings come after the position that was chosen.
  std::vector<std::uint32_t> groups;
  std::uint64_t siblings = 0;    // of them: positions that plays not chosen lead to
  std::uint64_t first_wins = 0;  // games that the player to move first won
  std::uint64_t ties = 0;
  std::uint64_t unfinished = 0;   // games that were broken off; they have no result
  std::uint64_t forfeits = 0;     // decisions at which one plays what the other forfeited
  std::uint64_t evaluations = 0;  // positions that the net evaluated
  Calibration calibration = {};
};

/// Game `i` of the generation begins at `start`.
GameInPlay begin_game(const GenerationOptions& options, const Position& start, std::uint64_t i);

/// The games of a generation in their order, counted.
Generation gather(const std::vector<FinishedGame>& games);

/// Gets each game that has been played: which of the generation, its positions, and its result seen
/// by the last player to act. Called on the thread that played it, in any order; the positions are
/// overwritten afterwards.
using GameSink =
    std::function<void(std::uint64_t index, std::span<const Visit> visits, Outcome last_result)>;

/// Plays the games to their ends on `threads` threads, each decision 0-ply by `net`. Which games
/// depends on the options and the net alone.
void play_games(const GenerationOptions& options, const CompiledNet& net, const GameSink& sink);

/// Returns the games with what there is to learn from each, as play_generation() plays them. Once
/// stop() is true, those that have not begun stay empty.
std::vector<FinishedGame> play_training_games(const GenerationOptions& options,
                                              const CompiledNet& net,
                                              const std::function<bool()>& stop);

/// Plays the games and learns from them. The result depends on the options and the net alone.
/// Targets are TD(lambda) over decisions: a chain's decisions and forfeits included, each value
/// turned to the viewpoint of the position that learns from it.
Generation play_generation(const GenerationOptions& options, const CompiledNet& net);

}  // namespace gioul
