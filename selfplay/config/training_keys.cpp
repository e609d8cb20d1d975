#include "engine/position.h"
#include "selfplay/config/config.h"

namespace gioul {

namespace {

using enum ResumePolicy;

const IntegerKey kGames = {0, kMaxConfigGames};
const IntegerKey kGamesFrom1 = {1, kMaxConfigGames};

ConfigKeys<NetConfig> net_keys() {
  using C = NetConfig;
  return {
      make_config_key("hidden", &C::hidden_widths, PlainKey{},
                      "widths of one to five hidden layers"),
      make_config_key(
          "from", &C::start_net_file, PlainKey{},
          "net file to start from, possibly of another game with the same inputs, or with fewer "
          "inputs or narrower layers, which are grown (docs/training.md); \"\": random weights"),
      make_config_key(
          "average_with", &C::averaged_net_files, PlainKey{},
          "nets with the layers of net.from: the run starts from the mean of the weights of all"),
      make_config_key(
          "prune", &C::prune_start_net, PlainKey{},
          "remove hidden units of net.from that are dead on 800,000 positions, and train "
          "the smaller net; the run's config has its net.hidden"),
      make_config_key(
          "inputs", &C::input_block_names, PlainKey{},
          "input blocks of the net, e.g. [\"places\", \"closed\"] (docs/training.md); []: "
          "all of the game")};
}

ConfigKeys<LearningConfig> learning_keys() {
  using C = LearningConfig;
  const RealKey rate = {1e-9, 1.0};
  return {
      // Games and training targets.
      make_config_key("games", &C::games, kGamesFrom1,
                      "games of the run, rounded up to whole generations", kMayChange),
      make_config_key("games_per_generation", &C::games_per_generation, IntegerKey{1, 1'000'000},
                      "games played with the same weights"),
      make_config_key("lambda", &C::td_lambda, RealKey{0.0, 1.0},
                      "TD(lambda): 0 learns the next decision's value, 1 the game's result"),
      make_config_key(
          "targets", &C::target_kind, EnumKey(kTargetKindNames),
          "or \"lookahead\": the mean over all rolls of the best reply's value, at 20 times "
          "the evaluations per game"),
      make_config_key(
          "siblings", &C::siblings_per_decision, IntegerKey{0, 100},
          "with \"lookahead\": number of unchosen plays per decision to learn too, half of "
          "them the best, half at random"),
      make_config_key(
          "max_decisions", &C::max_decisions, kGames,
          "decisions after which a game is stopped, as two beginners may never bear off; it "
          "learns the net's evaluation there; 0: never"),
      // The optimizer.
      make_config_key("learning_rate", &C::learning_rate, rate, "learning rate at the first game"),
      make_config_key(
          "final_learning_rate", &C::final_learning_rate, rate,
          "learning rate at the end of the schedule and afterwards; in between half a cosine"),
      make_config_key(
          "schedule_games", &C::decay_games, kGames,
          "games of the schedule, so that a shorter run is bit-identical to the start of a "
          "longer one; 0: training.games"),
      make_config_key("batch", &C::batch_size, IntegerKey{1, 1'000'000},
                      "positions per optimizer step"),
      make_config_key(
          "comparison_weight", &C::comparison_weight, RealKey{0.0, 1e6},
          "with siblings: weight of the squared error, in points, of how far each play is "
          "from the mean of its decision, beside the cross-entropy"),
      make_config_key("replay_generations", &C::replay_generations,
                      IntegerKey{0, kMaxReplayGenerations},
                      "number of earlier generations to learn from again"),
      make_config_key("replay_ratio", &C::replay_ratio, RealKey{0.0, 100.0},
                      "positions of earlier generations per new position"),
      // The hardware.
      make_config_key("threads", &C::learner_threads, IntegerKey{1, 1024},
                      "threads of the learner; on the CPU they change only the speed", kMayChange),
      make_config_key("device", &C::learner_device, EnumKey(kDeviceNames),
                      "or \"cuda\": device of the learner; cpu if there is none"),
  };
}

ConfigKeys<StrengthConfig> strength_keys() {
  using C = StrengthConfig;
  return {
      make_config_key("every", &C::games_between_tests, kGames,
                      "games between two measurements of strength; 0: never", kImmutableIfGated),
      make_config_key("pairs", &C::pairs_per_opponent, IntegerKey{1, 1'000'000},
                      "mirrored pairs per opponent", kMayChange),
      make_config_key("opponents", &C::opponents, PlainKey{},
                      "players, named as in `gioul tournament`", kMayChange),
      make_config_key(
          "luck_adjusted", &C::luck_adjustment, EnumKey(kLuckAdjustmentNames),
          "subtract the luck of the dice from results, also those of the gate: \"auto\" if "
          "an opponent searches, \"on\" or \"off\"",
          kImmutableIfGated),
  };
}

ConfigKeys<GateConfig> gate_keys() {
  using C = GateConfig;
  return {
      make_config_key("mode", &C::mode, EnumKey(kGateModeNames),
                      "the newest net plays; \"sprt\": the best net plays, and the newest replaces "
                      "it when it is stronger (SPRT, whenever strength is measured); \"frozen\": "
                      "the first net plays to the end")};
}

ConfigKeys<RunConfig> run_keys() {
  using C = RunConfig;
  return {
      make_config_key("threads", &C::selfplay_threads, IntegerKey{0, 1024},
                      "self-play threads; 0: one per core; changes only the speed", kMayChange),
      make_config_key("checkpoint_seconds", &C::checkpoint_interval_seconds, RealKey{0.0, 1e9},
                      "minimum time between two checkpoints", kMayChange),
      make_config_key(
          "timeout_seconds", &C::process_timeout_seconds, IntegerKey{2, 86'400},
          "multi-process runs (docs/distributed-training.md): a process that is silent for "
          "this long counts as lost",
          kMayChange),
  };
}

ConfigKeys<TrainingConfig> make_training_keys() {
  using C = TrainingConfig;
  ConfigKeys<C> keys = {
      make_config_key("variant", &C::game, PlainKey{}, "game to play; `gioul --help` lists all"),
      make_config_key("checkers", &C::checkers, IntegerKey{1, kMaxCheckers}, "checkers per side"),
      make_config_key("seed", &C::seed, IntegerKey{},
                      "random seed; the same seed and config give the same games and weights"),
  };
  add_section_keys(keys, "net", &C::net, net_keys());
  add_section_keys(keys, "training", &C::training, learning_keys());
  add_section_keys(keys, "strength", &C::strength, strength_keys());
  add_section_keys(keys, "gate", &C::gate, gate_keys());
  add_section_keys(keys, "run", &C::run, run_keys());
  return keys;
}

}  // namespace

const ConfigKeys<TrainingConfig>& training_config_keys() {
  static const ConfigKeys<TrainingConfig> kKeys = make_training_keys();
  return kKeys;
}

}  // namespace gioul
