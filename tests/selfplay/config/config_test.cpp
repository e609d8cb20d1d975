#include "selfplay/config/config.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files.h"
#include "engine/games/game.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/paths.h"
#include "tests/selfplay/config/config_example.h"

namespace gioul {
namespace {

std::string error_of(const std::string& text, const std::vector<ConfigOverride>& overrides = {}) {
  return message_of<InputError>([&] { parse_config(text, "run.toml", overrides); });
}

TEST(Config, EmptyTextGivesDefaults) {
  const TrainingConfig config = parse_config("", "run.toml");
  EXPECT_EQ(config.game.name(), "gioul");
  EXPECT_EQ(config.checkers, 15);
  EXPECT_EQ(config.net.hidden_widths, std::vector<int>{128});
}

TEST(Config, ParsesEveryKey) {
  const TrainingConfig config = parse_config(R"(
variant = "plakoto"
checkers = 7
seed = 99
[net]
hidden = [64, 32]
prune = true
[training]
games = 5000
games_per_generation = 50
lambda = 0.25
learning_rate = 0.01
final_learning_rate = 0.001
batch = 33
threads = 2
device = "cuda"
[run]
threads = 3
checkpoint_seconds = 7.5
)",
                                             "run.toml");
  EXPECT_EQ(config.game.name(), "plakoto");
  EXPECT_EQ(config.checkers, 7);
  EXPECT_EQ(config.seed, 99u);
  EXPECT_EQ(config.net.hidden_widths, (std::vector<int>{64, 32}));
  EXPECT_TRUE(config.net.prune_start_net);
  EXPECT_EQ(config.training.games, 5000);
  EXPECT_EQ(config.training.games_per_generation, 50);
  EXPECT_DOUBLE_EQ(config.training.td_lambda, 0.25);
  EXPECT_DOUBLE_EQ(config.training.learning_rate, 0.01);
  EXPECT_DOUBLE_EQ(config.training.final_learning_rate, 0.001);
  EXPECT_EQ(config.training.batch_size, 33);
  EXPECT_EQ(config.training.learner_threads, 2);
  EXPECT_EQ(config.training.learner_device, Device::kCuda);
  EXPECT_EQ(config.run.selfplay_threads, 3);
  EXPECT_DOUBLE_EQ(config.run.checkpoint_interval_seconds, 7.5);
  // Formatting and parsing restores the config.
  EXPECT_EQ(format_config(parse_config(format_config(config), "again")), format_config(config));
}

TEST(Config, BundledConfigOfEveryGameIsValid) {
  for (const std::string_view game : game_names()) {
    const std::string file = configs_folder() + "/" + std::string(game) + ".toml";
    EXPECT_EQ(load_config(file).game.name(), game) << file;
  }
  EXPECT_EQ(load_config(configs_folder() + "/quickstart.toml").game.name(), "gioul");
}

TEST(Config, StageKeysOverrideTheRest) {
  constexpr const char* kText = R"(
seed = 7
[training]
games = 1000
batch = 64
[[stage]]
[[stage]]
seed = 8
net.hidden = [8, 4]
training.games = 2000
[[stage]]
training = { lambda = 2.0 }
)";
  const auto stage = [&](std::optional<std::int64_t> number,
                         const std::vector<ConfigOverride>& overrides = {}) {
    return parse_config(kText, "run.toml", overrides, number);
  };
  EXPECT_EQ(format_config(stage({})), format_config(stage(1)));
  EXPECT_EQ(format_config(stage(1)),
            format_config(parse_config("seed = 7\ntraining = { games = 1000, batch = 64 }", "x")));
  const TrainingConfig second = stage(2, {{"training.batch", "32"}});
  EXPECT_EQ(second.seed, 8u);
  EXPECT_EQ(second.net.hidden_widths, (std::vector<int>{8, 4}));
  EXPECT_EQ(second.training.games, 2000);
  EXPECT_EQ(second.training.batch_size, 32);
  const auto refusal = [&](const char* text, std::optional<std::int64_t> number) {
    return message_of<InputError>([&] { parse_config(text, "run.toml", {}, number); });
  };
  EXPECT_EQ(refusal(kText, 3), "run.toml:12: training.lambda: must be a number from 0 to 1");
  EXPECT_EQ(refusal(kText, 4), "run.toml: no stage 4 (the config has 3)");
  EXPECT_EQ(refusal("", 1), "run.toml: no stage 1 (the config has none)");
  EXPECT_EQ(refusal("stage = 3", {}), "run.toml:1: stage: must be tables, [[stage]]");
  EXPECT_TRUE(holds(refusal("[[stage]]\nsteed = 3", {}), "run.toml:2: steed: unknown key"));
  EXPECT_TRUE(holds(refusal("[training]\ngames = 5\n[[stage]]\ntraining = 3", {}), "run.toml:4"));
}

TEST(Config, RejectsKeysOfManyPartsInAllForms) {
  std::string deep = "a";
  for (int i = 0; i < 40000; ++i) deep += i % 2 == 0 ? ".a" : " . \"b#'\"";
  for (const std::string& text :
       {deep + " = 1", "\n[" + deep + "]", "[[" + deep + "]]", "x = {y = 1, " + deep + " = 1}",
        "x = [\"\"\"\n\"\"\"\"\", 'it\\', {" + deep + " = 1}]"}) {
    EXPECT_TRUE(holds(error_of(text), ": a key has more than 16 parts"))
        << error_of(text).substr(0, 200);
  }
  EXPECT_TRUE(holds(error_of("", {{deep, "1"}}), "a key has more than 16 parts"));
  EXPECT_TRUE(holds(error_of("", {{"seed", "{" + deep + " = 1}"}}), "not a TOML value"));
  const std::string dots(100, '.');
  EXPECT_EQ(error_of("seed = 1  # " + dots + "\nnet.from = \"" + dots + "\""), "");
}

TEST(Config, LastOverrideOfAKeyWins) {
  const auto error = error_of("", {{"seed", "-1"}, {"seed", "-2"}});
  EXPECT_EQ(error.substr(0, 15), "--set seed=-2: ");
  EXPECT_EQ(parse_config("", "x", {{"seed", "3"}, {"seed", "4"}}).seed, 4u);
}

TEST(Config, ReplacesAliasesByTheNameOfTheGame) {
  EXPECT_EQ(parse_config("variant = \"tapa\"", "run.toml").game.name(), "plakoto");
}

TEST(Config, UnknownKeyErrorNamesLineKeyAndKnownKeys) {
  EXPECT_EQ(error_of("seed = 1\n[net]\nhiden = [3]\n"),
            "run.toml:3: net.hiden: unknown key; did you mean hidden?");
  EXPECT_EQ(error_of("[net]\nwidths = [3]\n"),
            "run.toml:2: net.widths: unknown key (known here: average_with, from, hidden, inputs, "
            "prune)");
  EXPECT_EQ(error_of("sede = 1\n"), "run.toml:1: sede: unknown key; did you mean seed?");
  EXPECT_TRUE(holds(error_of("[trainning]\ngames = 1\n"), "did you mean training?"));
}

TEST(Config, EveryKeyRejectsAWrongTypeOrRange) {
  const struct {
    const char* text;
    const char* expected;
  } kCases[] = {
      {"variant = 3", "run.toml:1: variant: must be a string in quotes"},
      {"variant = \"chess\"", "run.toml:1: variant: unknown variant 'chess'"},
      {"variant = \"portes\"\ncheckers = 3", "run.toml: variant: 3 checkers per side"},
      {"[training]\ngames = 9223372036854775807", "run.toml:2: training.games: must be"},
      {"checkers = 16", "run.toml:1: checkers: must be a whole number, 1..15"},
      {"checkers = 1.5", "run.toml:1: checkers: must be a whole number, 1..15"},
      {"seed = -1", "run.toml:1: seed: must be a whole number, 0 or more"},
      {"net = 3", "run.toml:1: net: must be a section, [net]"},
      {"[net]\nhidden = 128", "run.toml:2: net.hidden: must be a list of 1 to 5 widths"},
      {"[net]\ninputs = \"places\"", "run.toml:2: net.inputs: must be a list of strings"},
      {"[net]\ninputs = [\"places\", \"shots\"]",
       "run.toml: net.inputs: 'places, shots': expected input blocks of gioul, each at most "
       "once, the first required: places, owed, phases, closed, moves"},
      {"[net]\nhidden = []", "run.toml:2: net.hidden: must be a list of 1 to 5 widths"},
      {"[net]\nhidden = [0]", "run.toml:2: net.hidden: must be a list of 1 to 5 widths"},
      {"[net]\nhidden = [1, 2, 3, 4, 5, 6]", "run.toml:2: net.hidden: must be a list"},
      {"[training]\ngames = 0",
       "run.toml:2: training.games: must be a whole number, 1..1000000000000"},
      {"[training]\ngames = \"many\"", "run.toml:2: training.games: must be a whole number"},
      {"[net]\nprune = 1", "run.toml:2: net.prune: must be true or false"},
      {"[training]\ngames_per_generation = 0", "run.toml:2: training.games_per_generation: must"},
      {"[training]\nlambda = 1.5", "run.toml:2: training.lambda: must be a number from 0 to 1"},
      {"[training]\nlambda = nan", "run.toml:2: training.lambda: must be a number from 0 to 1"},
      {"[training]\nlearning_rate = 0", "run.toml:2: training.learning_rate: must be a number"},
      {"[training]\nfinal_learning_rate = true", "run.toml:2: training.final_learning_rate: must"},
      {"[training]\nbatch = 0", "run.toml:2: training.batch: must be a whole number"},
      {"[training]\nthreads = 0", "run.toml:2: training.threads: must be a whole number"},
      {"[training]\ndevice = 1", "run.toml:2: training.device: must be a string"},
      {"[training]\ndevice = \"tpu\"",
       "run.toml:2: training.device: must be one of \"cpu\", \"cuda\""},
      {"[training]\ntargets = \"mc\"", "run.toml:2: training.targets: must be one of \"td\""},
      {"[training]\noptimizer = \"adam\"",
       "run.toml:2: training.optimizer: unknown key (known here: "},
      {"[training]\nreplay_generations = -1", "run.toml:2: training.replay_generations: must"},
      {"[training]\nreplay_ratio = -1", "run.toml:2: training.replay_ratio: must be a number"},
      {"[training]\nsiblings = 2", "run.toml: training.siblings: needs training.targets = "},
      {"[training]\ncomparison_weight = 1",
       "run.toml: training.comparison_weight: needs training.siblings"},
      {"[training]\nsiblings = -1", "run.toml:2: training.siblings: must be a whole number"},
      {"[variety]\nrandom_plays = 0", "run.toml:1: variety: unknown key (known here: "},
      {"[strength]\nevery = -1", "run.toml:2: strength.every: must be a whole number"},
      {"[strength]\npairs = 0", "run.toml:2: strength.pairs: must be a whole number"},
      {"[strength]\nopponents = \"random\"", "run.toml:2: strength.opponents: must be a list"},
      {"[strength]\nopponents = [1]", "run.toml:2: strength.opponents: must be a list of strings"},
      {"[gate]\nmode = \"best\"",
       "run.toml:2: gate.mode: must be one of \"off\", \"sprt\", \"frozen\""},
      {"gate.mode = \"sprt\"\nstrength.every = 0",
       "run.toml: gate.mode: \"sprt\" needs strength.every"},
      {"[run]\nthreads = -1", "run.toml:2: run.threads: must be a whole number, 0..1024"},
      {"[run]\ncheckpoint_seconds = -1", "run.toml:2: run.checkpoint_seconds: must be a number"},
      {"seed = ", "run.toml:1: "},
      {"seed = 1\nseed = 2", "run.toml:2: "},
  };
  for (const auto& [text, expected] : kCases) {
    const std::string error = error_of(text);
    EXPECT_EQ(error.substr(0, std::string(expected).size()), expected) << text;
    EXPECT_FALSE(holds(error, "\n"));
  }
}

TEST(Config, ExampleDocumentsEveryKeyWithItsDefault) {
  const auto read = [](const std::string& text) { return parse_config(text, "default"); };
  std::string text = read_file(configs_folder() + "/gioul.toml", 1 << 20);
  text.resize(text.find("\n[[stage]]"));
  EXPECT_EQ(example_errors(training_config_keys(), text, TrainingConfig{}, read), "");
}

TEST(Config, WrittenConfigHasEverySectionAndKeyOnce) {
  EXPECT_EQ(format_config(TrainingConfig{}), R"(variant = 'gioul'
checkers = 15
seed = 1

[net]
hidden = [128]
from = ''
average_with = []
prune = false
inputs = []

[training]
games = 300000
games_per_generation = 200
lambda = 0.7
targets = 'td'
siblings = 0
max_decisions = 1000
learning_rate = 0.002
final_learning_rate = 1e-04
schedule_games = 0
batch = 256
comparison_weight = 0.0
replay_generations = 0
replay_ratio = 1.0
threads = 1
device = 'cpu'

[strength]
every = 50000
pairs = 500
opponents = ['random', 'blocker']
luck_adjusted = 'auto'

[gate]
mode = 'off'

[run]
threads = 0
checkpoint_seconds = 30.0
timeout_seconds = 60
)");
}

TEST(Config, MutableKeysAreThoseOfLengthMeasuringAndSpeed) {
  std::string keys;
  for (const ConfigKey<TrainingConfig>& key : training_config_keys()) {
    if (key.resume_policy != ResumePolicy::kImmutable) keys += key.dotted_name() + " ";
  }
  EXPECT_EQ(keys,
            "training.games training.threads strength.every strength.pairs strength.opponents "
            "strength.luck_adjusted run.threads run.checkpoint_seconds run.timeout_seconds ");
}

TEST(Config, FindsTheFirstChangeOfARun) {
  TrainingConfig before;
  TrainingConfig after;
  after.strength = {.games_between_tests = 100, .luck_adjustment = LuckAdjustment::kAlways};
  after.run.selfplay_threads = 7;
  EXPECT_FALSE(find_change_affecting_results(before, after));
  EXPECT_EQ(list_config_changes(before, after).size(), 3u);
  before.gate.mode = after.gate.mode = GateMode::kSprt;  // then games depend on strength.every
  EXPECT_EQ(find_change_affecting_results(before, after)->key, "strength.every");
  after.strength.games_between_tests = before.strength.games_between_tests;
  after.strength.luck_adjustment = LuckAdjustment::kAlways;
  EXPECT_EQ(find_change_affecting_results(before, after)->key, "strength.luck_adjusted");
  after.training.td_lambda = 0.5;
  const auto change = find_change_affecting_results(before, after);
  ASSERT_TRUE(change);
  EXPECT_EQ(change->key, "training.lambda");
  EXPECT_EQ(change->old_value, "0.7");
  EXPECT_EQ(change->new_value, "0.5");
}

TEST(Config, OverridesReplaceValuesOfTheFile) {
  const TrainingConfig config = parse_config(
      "[training]\ngames = 5\n", "run.toml",
      {parse_config_override("training.games=70"), parse_config_override("net.hidden=[8, 4]"),
       parse_config_override("variant=\"fevga\"")});
  EXPECT_EQ(config.training.games, 70);
  EXPECT_EQ(config.net.hidden_widths, (std::vector<int>{8, 4}));
  EXPECT_EQ(config.game.name(), "fevga");
}

TEST(Config, RejectsBadOverrides) {
  EXPECT_THROW(parse_config_override("training.games"), InputError);
  EXPECT_THROW(parse_config_override("=3"), InputError);
  EXPECT_TRUE(holds(error_of("", {{"training.games", "many"}}), "--set training.games=many"));
  EXPECT_TRUE(holds(error_of("", {{"seed", "1\nchecker = 2"}}), "--set"));
  EXPECT_TRUE(holds(error_of("", {{"seed.x", "1"}}), "seed"));
  EXPECT_TRUE(holds(error_of("seed = 1", {{"seed.x", "1"}}), "'seed' is not a section"));
}

TEST(Config, ErrorQuotesABadOverrideAsGiven) {
  const std::string text = "seed = 1\n[training]\nlambda = 0.5\n";
  EXPECT_EQ(error_of(text, {{"training.lambda", "2"}}),
            "--set training.lambda=2: must be a number from 0 to 1");
  EXPECT_EQ(error_of(text, {{"training.lamda", "0.2"}}).substr(0, 40),
            "--set training.lamda=0.2: unknown key; d");
}

}  // namespace
}  // namespace gioul
