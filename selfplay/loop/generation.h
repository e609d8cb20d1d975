// A generation: games that one net plays against itself, and the training examples from them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "nn/infer/quantized_net.h"
#include "selfplay/config/enum_names.h"
#include "selfplay/loop/targets.h"
#include "selfplay/record/game_step.h"

namespace gioul {

/// One bin of a reliability diagram: the predictions with a probability in one interval, and how
/// often the predicted event happened.
struct CalibrationBin {
  std::int64_t prediction_count = 0;  // number of predictions
  double predicted_sum = 0.0;         // sum of the predicted probabilities
  std::int64_t event_count = 0;       // number of predictions whose event happened
};

/// Calibration of a net: shows whether the predicted probabilities of a win, a gammon win and a
/// gammon loss agree with the results. Each of these events has ten bins of equal width.
struct Calibration {
  static constexpr std::size_t kBinCount = 10;  // number of bins per event
  /// The bins, by event (win, gammon win, gammon loss) and bin.
  std::array<std::array<CalibrationBin, kBinCount>, 3> bins;

  /// Adds the counts of `other`, bin by bin.
  void add(const Calibration& other);
};

/// Selects the games of a generation and their training targets.
struct GenerationOptions {
  Game game = {};
  int checkers = 15;             // per side
  std::uint64_t seed = 1;        // seed of the dice
  std::uint64_t first_game = 0;  // number of the first game in the run
  std::uint64_t games = 0;       // number of games
  double td_lambda = 0.7;        // lambda of TD(lambda); 0: next value, 1: the game's result
  TargetKind target_kind = TargetKind::kTd;  // the way to compute targets
  /// For kLookahead: the number of examples per decision of positions after plays not chosen
  /// (siblings).
  int siblings_per_decision = 0;
  /// For kLookahead: the maximum number of replies evaluated per roll; 0: all. The pruning net
  /// selects them (QuantizedNet::add_best()). Three times as many are evaluated if they start a
  /// chain.
  int max_replies_per_roll = 0;
  bool with_group_sizes = false;   // fill Generation::group_sizes
  std::int64_t max_decisions = 0;  // decisions after which a game is truncated; 0: never
  int threads = 1;
  bool with_calibration = false;  // fill Generation::calibration
};

/// Sums over a number of games.
struct GameTotals {
  std::uint64_t games = 0;              // number of games
  std::uint64_t decisions = 0;          // number of decisions
  std::uint64_t gammons = 0;            // games won by 2 points
  std::int64_t first_mover_points = 0;  // points won minus lost by the players who moved first
  std::uint64_t games_hash = 0;         // hash of all games in order; of one game: its hash

  /// Adds the totals of later games. The order in which games are added affects games_hash.
  void add(const GameTotals& part);
};

/// Returns the totals of one game. `hash` is game_hash() of its steps. `first_mover_points` are the
/// points won (negative: lost) by the player who moved first; 0 if the game was truncated.
GameTotals make_game_totals(std::uint64_t hash, std::uint64_t decisions, int first_mover_points);

/// The games of one generation: their training examples and statistics.
struct Generation : GameTotals {
  /// The training examples, game by game. Those of a game are the positions of its decisions, then
  /// siblings (positions after plays not chosen).
  std::vector<TrainingExample> examples;
  /// If GenerationOptions::with_group_sizes is set: the sizes of groups of consecutive examples.
  /// The positions of a group result from different plays of the same decision: first the position
  /// after the chosen play, then its siblings.
  std::vector<std::uint32_t> group_sizes;
  std::uint64_t sibling_example_count = 0;   // number of examples that are siblings
  std::uint64_t first_mover_wins = 0;        // games won by the player who moved first
  std::uint64_t ties = 0;                    // games without a winner
  std::uint64_t truncated_game_count = 0;    // games that max_decisions truncated
  std::uint64_t forfeit_decision_count = 0;  // decisions about moves that the opponent forfeited
  std::uint64_t evaluation_count = 0;        // positions evaluated by the net
  Calibration calibration = {};  // the net's; set if GenerationOptions::with_calibration
};

/// Merges the training examples and statistics of games into a generation, in the order given.
Generation merge_into_generation(const std::vector<GameExamples>& games);

/// Receives each finished game: its index in the generation, its steps (decisions), and its result
/// for the last player to move. Called on the thread that played the game, for games in any order.
/// The steps are valid only during the call.
using GameSink =
    std::function<void(std::uint64_t index, std::span<const GameStep> steps, Outcome last_result)>;

/// Plays the games that `options` select on options.threads threads, and passes each to `sink`. The
/// net chooses each play at 0-ply. The games depend only on the options and the net.
void play_games(const GenerationOptions& options, const QuantizedNet& net, const GameSink& sink);

/// Plays the games that `options` select, and returns the training examples of each. No game starts
/// after stop() has returned true; games that have not started have no examples.
std::vector<GameExamples> play_training_games(const GenerationOptions& options,
                                              const QuantizedNet& net,
                                              const std::function<bool()>& stop);

/// Plays the games of one generation and computes their training targets. The result depends only
/// on the options and the net. Every decision has a target, also in chains and forfeits. A target
/// is for the player to move in its position.
Generation play_generation(const GenerationOptions& options, const QuantizedNet& net);

}  // namespace gioul
