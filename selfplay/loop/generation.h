// A generation: games that one net plays against itself, and the training examples from them.
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
#include "nn/infer/quantized_net.h"
#include "selfplay/config/enum_names.h"
#include "selfplay/loop/self_play_game.h"
#include "selfplay/loop/targets.h"
#include "selfplay/record/game_step.h"

namespace gioul {

/// One bin of a reliability diagram: the predictions whose probability is in one interval, and how
/// often the predicted event happened.
struct CalibrationBin {
  std::int64_t count = 0;        // number of predictions
  double predicted_sum = 0.0;    // sum of the predicted probabilities
  std::int64_t event_count = 0;  // number of events that happened
};

/// Calibration of a net: whether predicted probabilities of a win, a gammon win and a gammon loss
/// agree with the results, each in ten bins of equal width.
struct Calibration {
  static constexpr std::size_t kBinCount = 10;                // bins per kind of prediction
  std::array<std::array<CalibrationBin, kBinCount>, 3> bins;  // [win, gammon win, gammon loss][bin]

  /// Adds the counts of `other`, bin by bin.
  void add(const Calibration& other);
};

/// Selects the games of a generation and their training targets.
struct GenerationOptions {
  Game game = {};
  int checkers = 15;             // per side
  std::uint64_t seed = 1;        // seed of the dice
  std::uint64_t first_game = 0;  // number of the first game, counted over the run
  std::uint64_t games = 0;       // number of games
  double td_lambda = 0.7;        // of TD(lambda); 0: next decision's value, 1: the game's result
  TargetKind target_kind = TargetKind::kTd;  // how targets are computed
  int siblings_per_decision = 0;             // unplayed plays to learn per decision (kLookahead)
  /// For kLookahead: the maximum number of replies evaluated per roll, selected by the pruning net
  /// (QuantizedNet::add_best). For plays that start a chain it is three times as many. 0 means all.
  int max_replies_per_roll = 0;
  bool with_group_sizes = false;   // fill Generation::group_sizes
  std::int64_t max_decisions = 0;  // decisions after which a game is truncated; 0: never
  int threads = 1;
  bool with_calibration = false;  // fill Generation::calibration
};

/// Length and result of one game.
struct GameSummary {
  std::uint64_t hash = 0;       // hash of its positions: equal hashes mean equal games
  std::uint64_t decisions = 0;  // number of decisions
  int first_mover_points = 0;   // won by the player who moved first; 0 if truncated
};

/// Sums over a number of games.
struct GameTotals {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t gammons = 0;            // games won by 2 points
  std::int64_t first_mover_points = 0;  // points won by the players who moved first
  std::uint64_t games_hash = 0;         // hash of all games in order

  /// Adds a game.
  void add(const GameSummary& game);
  /// Adds the totals of later games. The order of additions affects the hash.
  void add(const GameTotals& part);
};

/// The games of one generation: their training examples and statistics.
struct Generation : GameTotals {
  std::vector<TrainingExample> examples;  // by game: positions of its decisions, then siblings
  /// If GenerationOptions::with_group_sizes: sizes of groups of consecutive examples, whose
  /// positions result from different plays of the same decision. In a group the position after the
  /// chosen play comes first, then its siblings (after other plays).
  std::vector<std::uint32_t> group_sizes;
  std::uint64_t sibling_examples = 0;   // examples of positions after plays not chosen
  std::uint64_t first_mover_wins = 0;   // games won by the player who moved first
  std::uint64_t ties = 0;               // games without a winner
  std::uint64_t truncated_games = 0;    // games without a result
  std::uint64_t forfeit_decisions = 0;  // decisions about moves that the opponent forfeited
  std::uint64_t evaluation_count = 0;   // positions evaluated by the net
  Calibration calibration = {};         // of the net; set if GenerationOptions::with_calibration
};

/// Starts a self-play game from position `start`. It is number `i` in the generation, from 0.
SelfPlayGame begin_selfplay_game(const GenerationOptions& options, const Position& start,
                                 std::uint64_t i);

/// Merges the training examples and statistics of games, in order, into a generation.
Generation merge_into_generation(const std::vector<GameExamples>& games);

/// Receives each finished game: its index in the generation, its steps (decisions), and its result
/// for the last player to move. Called in any order on the thread that played the game. The steps
/// are overwritten afterwards.
using GameSink =
    std::function<void(std::uint64_t index, std::span<const GameStep> steps, Outcome last_result)>;

/// Plays games to their ends on options.threads threads, choosing each play by the net at 0-ply.
/// The games depend only on the options and the net.
void play_games(const GenerationOptions& options, const QuantizedNet& net, const GameSink& sink);

/// Plays the games that `options` select, and returns the training examples of each. Games that
/// have not started when stop() returns true stay empty.
std::vector<GameExamples> play_training_games(const GenerationOptions& options,
                                              const QuantizedNet& net,
                                              const std::function<bool()>& stop);

/// Plays the games of one generation and computes their training targets. The result depends only
/// on the options and the net. Targets are TD(lambda) over all decisions, those of chains and
/// forfeits included. Each is for the player to move in its own position.
Generation play_generation(const GenerationOptions& options, const QuantizedNet& net);

}  // namespace gioul
