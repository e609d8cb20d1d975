#include "selfplay/config/config.h"

#include <array>
#include <charconv>
#include <sstream>

#include "base/error.h"
#include "engine/position.h"

namespace gioul {

namespace {

TrainingConfig read(ConfigSection& top, const std::string& source) {
  TrainingConfig config;
  top.text("variant", config.variant);
  top.integer("checkers", 1, kMaxCheckers, config.checkers);
  top.integer("seed", 0, kMaxConfigInt, config.seed);

  ConfigSection net = top.section("net");
  net.integers("hidden", 1, 3, 1, 8192,
               "must be a list of 1 to 3 widths, each 1..8192, such as [128]", config.net.hidden);
  net.text("from", config.net.from);

  ConfigSection training = top.section("training");
  LearningConfig& learning = config.training;
  training.integer("games", 1, kMostConfigGames, learning.games);
  training.integer("games_per_generation", 1, 1'000'000, learning.games_per_generation);
  training.number("lambda", 0.0, 1.0, learning.lambda);
  training.one_of("targets", {"td", "lookahead"}, learning.targets);
  training.number("learning_rate", 1e-9, 1.0, learning.learning_rate);
  training.number("final_learning_rate", 1e-9, 1.0, learning.final_learning_rate);
  training.one_of("schedule", {"geometric", "cosine", "linear"}, learning.schedule);
  training.integer("schedule_games", 0, kMostConfigGames, learning.schedule_games);
  training.integer("batch", 1, 1'000'000, learning.batch);
  training.one_of("optimizer", {"adam", "sgd"}, learning.optimizer);
  training.number("weight_decay", 0.0, 1e3, learning.weight_decay);
  training.integer("replay_generations", 0, 100'000, learning.replay_generations);
  training.number("replay_ratio", 0.0, 100.0, learning.replay_ratio);
  training.integer("threads", 1, 1024, learning.threads);
  training.one_of("device", {"cpu", "cuda"}, learning.device);
  training.one_of("evaluation", {"kernel", "torch"}, learning.evaluation);

  ConfigSection variety = top.section("variety");
  variety.integer("random_plays", 0, 10'000, config.variety.random_plays);
  variety.number("temperature", 0.0, 100.0, config.variety.temperature);

  ConfigSection ladder = top.section("ladder");
  ladder.integer("every", 0, kMostConfigGames, config.ladder.every);
  ladder.integer("pairs", 1, 1'000'000, config.ladder.pairs);
  ladder.texts("opponents", config.ladder.opponents);

  ConfigSection gate = top.section("gate");
  gate.integer("every", 0, kMostConfigGames, config.gate.every);
  gate.number("points", 1e-6, 4.0, config.gate.points);
  gate.number("error", 1e-6, 0.5, config.gate.error);
  gate.integer("max_pairs", 1, 1'000'000'000, config.gate.max_pairs);

  ConfigSection run = top.section("run");
  run.integer("threads", 0, 1024, config.run.threads);
  run.number("checkpoint_seconds", 0.0, 1e9, config.run.checkpoint_seconds);

  for (const ConfigSection* section : {&top, &net, &training, &variety, &ladder, &gate, &run}) {
    section->finish();
  }
  if (learning.evaluation == "torch" && learning.targets == "lookahead") {
    throw InputError(source +
                     ": training.targets: \"lookahead\" needs training.evaluation = \"kernel\"");
  }
  config.variant = canonical_variant(source, config.variant, config.checkers);
  return config;
}

}  // namespace

Override parse_override(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) {
    throw InputError("--set " + std::string(text) +
                     ": expected KEY=VALUE, such as training.games=1000");
  }
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

TrainingConfig parse_config(std::string_view text, const std::string& source,
                            const std::vector<Override>& overrides) {
  ConfigSection top(text, source, overrides);
  return read(top, source);
}

TrainingConfig load_config(const std::string& file, const std::vector<Override>& overrides) {
  return parse_config(read_config_file(file), file, overrides);
}

std::string format_config(const TrainingConfig& config) {
  // Long values from short texts would read like 0.69999999999999996: the shortest that reads back.
  const auto number = [](double value) {
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    const std::string written(text.data(), end);
    return written.find_first_of(".e") == std::string::npos ? written + ".0" : written;
  };
  const auto list = [](const auto& values, const auto& format) {
    std::string text;
    for (const auto& value : values) text += (text.empty() ? "" : ", ") + format(value);
    return "[" + text + "]";
  };
  const auto width = [](int value) { return std::to_string(value); };
  const LearningConfig& learning = config.training;
  std::ostringstream out;
  out << "variant = " << toml_string(config.variant) << "\n"
      << "checkers = " << config.checkers << "\n"
      << "seed = " << config.seed << "\n\n[net]\n"
      << "hidden = " << list(config.net.hidden, width) << "\n"
      << "from = " << toml_string(config.net.from) << "\n\n[training]\n"
      << "games = " << learning.games << "\n"
      << "games_per_generation = " << learning.games_per_generation << "\n"
      << "lambda = " << number(learning.lambda) << "\n"
      << "targets = " << toml_string(learning.targets) << "\n"
      << "learning_rate = " << number(learning.learning_rate) << "\n"
      << "final_learning_rate = " << number(learning.final_learning_rate) << "\n"
      << "schedule = " << toml_string(learning.schedule) << "\n"
      << "schedule_games = " << learning.schedule_games << "\n"
      << "batch = " << learning.batch << "\n"
      << "optimizer = " << toml_string(learning.optimizer) << "\n"
      << "weight_decay = " << number(learning.weight_decay) << "\n"
      << "replay_generations = " << learning.replay_generations << "\n"
      << "replay_ratio = " << number(learning.replay_ratio) << "\n"
      << "threads = " << learning.threads << "\n"
      << "device = " << toml_string(learning.device) << "\n"
      << "evaluation = " << toml_string(learning.evaluation) << "\n\n[variety]\n"
      << "random_plays = " << config.variety.random_plays << "\n"
      << "temperature = " << number(config.variety.temperature) << "\n\n[ladder]\n"
      << "every = " << config.ladder.every << "\n"
      << "pairs = " << config.ladder.pairs << "\n"
      << "opponents = " << list(config.ladder.opponents, toml_string) << "\n\n[gate]\n"
      << "every = " << config.gate.every << "\n"
      << "points = " << number(config.gate.points) << "\n"
      << "error = " << number(config.gate.error) << "\n"
      << "max_pairs = " << config.gate.max_pairs << "\n\n[run]\n"
      << "threads = " << config.run.threads << "\n"
      << "checkpoint_seconds = " << number(config.run.checkpoint_seconds) << "\n";
  return out.str();
}

}  // namespace gioul
