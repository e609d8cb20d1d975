#include "engine/position.h"
#include "selfplay/config/config.h"

namespace gioul {

namespace {

using enum OnResume;

const WholeNumber kGames = {0, kMostConfigGames};
const WholeNumber kGamesFrom1 = {1, kMostConfigGames};

ConfigKeys<NetConfig> net_keys() {
  using C = NetConfig;
  const NumberList widths = {1, 5, 1, 8192,
                             "must be a list of 1 to 5 widths, each 1..8192, such as [128]"};
  return {config_key("hidden", &C::hidden, widths, "widths of one to five hidden layers",
                     kMakesAnotherRun),
          config_key(
              "from", &C::from, QuotedText{},
              "a net file to begin with, perhaps of a game with the same inputs, or with fewer or "
              "thinner layers, which grow (docs/training.md); \"\": random",
              kMakesAnotherRun),
          config_key("prune", &C::prune, Flag{},
                     "cut units of net.from that are never active on 800,000 positions, and "
                     "train in the smaller shape; net.hidden in the run's config says which",
                     kMakesAnotherRun),
          config_key("inputs", &C::inputs, TextList{},
                     "the blocks of inputs that the net sees, such as [\"places\", \"closed\"] "
                     "(docs/training.md); []: all of the game",
                     kMakesAnotherRun)};
}

// Keys that select the games and the training targets.
ConfigKeys<LearningConfig> learned_keys() {
  using C = LearningConfig;
  return {
      config_key("games", &C::games, kGamesFrom1, "of the run, rounded up to whole generations"),
      config_key("games_per_generation", &C::games_per_generation, WholeNumber{1, 1'000'000},
                 "played with the same weights", kMakesAnotherRun),
      config_key("lambda", &C::lambda, RealNumber{0.0, 1.0},
                 "TD(lambda): 0 learns the next decision's value, 1 the game's result"),
      config_key("targets", &C::targets, OneOf(kTargetsNames),
                 "or \"lookahead\": the mean over all rolls of the best reply's value, 20 times "
                 "the evaluations a game"),
      config_key("siblings", &C::siblings, WholeNumber{0, 100},
                 "with \"lookahead\": so many plays of each decision that were not chosen are "
                 "learned too, half of them the best, the others by lot"),
      config_key("longest_game", &C::longest_game, kGames,
                 "decisions after which a game is broken off, as two beginners may never get home; "
                 "it learns what the net says of it then; 0: never"),
  };
}

// Keys of the optimizer.
ConfigKeys<LearningConfig> step_keys() {
  using C = LearningConfig;
  const RealNumber rate = {1e-9, 1.0};
  return {
      config_key("learning_rate", &C::learning_rate, rate, "of the first game ..."),
      config_key("final_learning_rate", &C::final_learning_rate, rate,
                 "... and of the schedule's last, and from then on; in between half a cosine"),
      config_key("schedule_games", &C::schedule_games, kGames,
                 "over so many games, so that a run of fewer is the beginning of this one to the "
                 "last bit; 0: over training.games"),
      config_key("batch", &C::batch, WholeNumber{1, 1'000'000}, "positions an optimizer step"),
      config_key("comparison_weight", &C::comparison_weight, RealNumber{0.0, 1e6},
                 "with siblings: of the squared error, in points, of how far the plays of a "
                 "decision are from their mean, beside the cross-entropy",
                 kMakesAnotherRun),
      config_key("replay_generations", &C::replay_generations,
                 WholeNumber{0, kMostReplayGenerations},
                 "so many generations before the newest are learned from again,"),
      config_key("replay_ratio", &C::replay_ratio, RealNumber{0.0, 100.0},
                 "so many of their positions for each new one"),
  };
}

// Keys that select the hardware.
ConfigKeys<LearningConfig> machine_keys() {
  using C = LearningConfig;
  return {
      config_key("threads", &C::threads, WholeNumber{1, 1024},
                 "of the learner. Changes nothing but the speed, on the CPU"),
      config_key("device", &C::device, OneOf(kDeviceNames),
                 "or \"cuda\", for the learner; cpu if there is none"),
  };
}

ConfigKeys<LadderConfig> ladder_keys() {
  using C = LadderConfig;
  return {
      config_key("every", &C::every, kGames,
                 "games between two measurements of strength; 0: never"),
      config_key("pairs", &C::pairs, WholeNumber{1, 1'000'000},
                 "of mirrored games with each opponent"),
      config_key("opponents", &C::opponents, TextList{}, "players, named as in `gioul tournament`"),
  };
}

ConfigKeys<GateConfig> gate_keys() {
  using C = GateConfig;
  return {config_key("mode", &C::mode, OneOf(kGateModeNames),
                     "the newest net plays; \"sprt\": the best one, which the newest becomes if it "
                     "is better, by SPRT, when strength is measured; \"frozen\": the first one, to "
                     "the end")};
}

ConfigKeys<RunConfig> run_keys() {
  using C = RunConfig;
  return {
      config_key("threads", &C::threads, WholeNumber{0, 1024},
                 "of self-play; 0: one a core. Changes nothing but the speed"),
      config_key("checkpoint_seconds", &C::checkpoint_seconds, RealNumber{0.0, 1e9},
                 "at least so long between two checkpoints"),
      config_key("timeout_seconds", &C::timeout_seconds, WholeNumber{2, 86'400},
                 "of several processes (docs/hosts.md), one that was silent for so long is lost"),
  };
}

ConfigKeys<TrainingConfig> make_training_keys() {
  using C = TrainingConfig;
  ConfigKeys<C> keys = {
      config_key("variant", &C::game, GameName{}, "any name of `gioul --help`", kMakesAnotherRun),
      config_key("checkers", &C::checkers, WholeNumber{1, kMaxCheckers}, "a side",
                 kMakesAnotherRun),
      config_key("seed", &C::seed, WholeNumber{},
                 "the same seed and config give the same games and weights", kMakesAnotherRun),
  };
  add_keys(keys, "net", &C::net, net_keys());
  add_keys(keys, "training", &C::training, learned_keys());
  add_keys(keys, "training", &C::training, step_keys());
  add_keys(keys, "training", &C::training, machine_keys());
  add_keys(keys, "ladder", &C::ladder, ladder_keys());
  add_keys(keys, "gate", &C::gate, gate_keys());
  add_keys(keys, "run", &C::run, run_keys());
  return keys;
}

}  // namespace

const ConfigKeys<TrainingConfig>& training_keys() {
  static const ConfigKeys<TrainingConfig> kKeys = make_training_keys();
  return kKeys;
}

}  // namespace gioul
