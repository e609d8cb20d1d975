#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "engine/error.h"
#include "engine/notation.h"
#include "engine/position.h"
#include "engine/variants.h"
#include "nn/file_io.h"
#include "selfplay/config.h"

namespace gioul {

namespace {

constexpr std::int64_t kMostGames = 1'000'000'000'000;  // centuries; sums of games stay exact
constexpr std::int64_t kMaxInt = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMaxConfigBytes = 1 << 20;

std::string line_of(const std::string& source, const toml::node& node) {
  const auto line = node.source().begin.line;
  return line == 0 ? source : source + ":" + std::to_string(line);
}

// One table of the file. Every key that is asked for is ticked off; the rest is unknown.
class Section {
 public:
  Section(const toml::table& table, std::string source, std::string prefix,
          const std::vector<Override>& overrides)
      : table_(table),
        source_(std::move(source)),
        prefix_(std::move(prefix)),
        overrides_(overrides) {}

  void integer(const char* key, std::int64_t low, std::int64_t high, auto& value) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const std::string range = high == kMaxInt ? std::to_string(low) + " or more"
                                              : std::to_string(low) + ".." + std::to_string(high);
    const auto* number = node->as_integer();
    if (number == nullptr || number->get() < low || number->get() > high) {
      fail(*node, key, "must be a whole number, " + range);
    }
    value = static_cast<std::remove_reference_t<decltype(value)>>(number->get());
  }

  void number(const char* key, double low, double high, double& value) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto given = node->is_number() ? node->value<double>() : std::nullopt;
    if (!given || !(*given >= low && *given <= high)) {
      std::ostringstream range;
      range << "must be a number from " << low << " to " << high;
      fail(*node, key, range.str());
    }
    value = *given;
  }

  void text(const char* key, std::string& value) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_string()) fail(*node, key, "must be a string in quotes");
    value = node->as_string()->get();
  }

  void one_of(const char* key, const std::vector<std::string>& known, std::string& value) {
    text(key, value);
    if (std::find(known.begin(), known.end(), value) != known.end()) return;
    std::string list;
    for (const std::string& name : known) list += (list.empty() ? "\"" : ", \"") + name + "\"";
    fail(*find(key), key, "must be one of " + list);
  }

  void texts(const char* key, std::vector<std::string>& value) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const char* expected = "must be a list of strings, such as [\"random\"]";
    const toml::array* array = node->as_array();
    if (array == nullptr) fail(*node, key, expected);
    value.clear();
    for (const toml::node& item : *array) {
      if (!item.is_string()) fail(*node, key, expected);
      value.push_back(item.as_string()->get());
    }
  }

  void widths(const char* key, std::vector<int>& value) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const char* expected = "must be a list of 1 to 3 widths, each 1..8192, such as [128]";
    const toml::array* array = node->as_array();
    if (array == nullptr || array->empty() || array->size() > 3) fail(*node, key, expected);
    value.clear();
    for (const toml::node& item : *array) {
      const auto* width = item.as_integer();
      if (width == nullptr || width->get() < 1 || width->get() > 8192) fail(*node, key, expected);
      value.push_back(static_cast<int>(width->get()));
    }
  }

  Section section(const char* key) {
    static const toml::table kEmpty;
    const toml::node* node = find(key);
    if (node == nullptr) return {kEmpty, source_, key, overrides_};
    if (!node->is_table()) fail(*node, key, std::string("must be a section, [") + key + "]");
    return {*node->as_table(), source_, key, overrides_};
  }

  /// Throws if the file has keys that nobody asked for.
  void finish() const {
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      if (known_.contains(name)) continue;
      std::string list;
      for (const std::string& known : known_) list += (list.empty() ? "" : ", ") + known;
      fail(node, name, "unknown key (known here: " + list + ")");
    }
  }

  [[noreturn]] void fail(const toml::node& node, const std::string& key,
                         const std::string& what) const {
    const std::string dotted = prefix_.empty() ? key : prefix_ + "." + key;
    for (const Override& given : overrides_) {
      if (given.key != dotted) continue;
      throw InputError("--set " + given.key + "=" + given.value + ": " + what);
    }
    throw InputError(line_of(source_, node) + ": " + dotted + ": " + what);
  }

 private:
  const toml::node* find(const char* key) {
    known_.insert(key);
    return table_.get(key);
  }

  const toml::table& table_;
  std::string source_;
  std::string prefix_;
  const std::vector<Override>& overrides_;  // stand in the table, but not in the file
  std::set<std::string> known_;
};

toml::table parse_toml(std::string_view text, const std::string& source) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw InputError(source + ":" + std::to_string(error.source().begin.line) + ": " +
                     std::string(error.description()));
  }
}

// Puts --set's values into the parsed file, as if they had stood there.
void apply(const Override& change, toml::table& table) {
  const std::string source = "--set " + change.key + "=" + change.value;
  toml::table parsed;
  try {
    parsed = toml::parse("value = " + change.value);
  } catch (const toml::parse_error&) {
  }
  if (parsed.size() != 1) throw InputError(source + ": not a TOML value (a string needs quotes)");
  toml::table* at = &table;
  std::string rest = change.key;
  for (std::size_t dot; (dot = rest.find('.')) != std::string::npos; rest = rest.substr(dot + 1)) {
    const std::string name = rest.substr(0, dot);
    if (!at->contains(name)) at->insert(name, toml::table{});
    at = at->get_as<toml::table>(name);
    if (at == nullptr) throw InputError(source + ": '" + name + "' is no section");
  }
  at->insert_or_assign(rest, *parsed.get("value"));
}

// The game's own name; throws InputError if it is unknown or not played with so few checkers.
std::string canonical_variant(const std::string& name, int checkers) {
  std::string canonical;
  visit_variant(name, [&]<Rules R>(std::type_identity<R>) {
    canonical = std::string(R::kAxes.name);
    start_position(R::kAxes, checkers);
  });
  return canonical;
}

TrainingConfig read(const toml::table& table, const std::string& source,
                    const std::vector<Override>& overrides) {
  TrainingConfig config;
  Section top(table, source, "", overrides);
  top.text("variant", config.variant);
  top.integer("checkers", 1, kMaxCheckers, config.checkers);
  top.integer("seed", 0, kMaxInt, config.seed);

  Section net = top.section("net");
  net.widths("hidden", config.net.hidden);
  net.text("from", config.net.from);

  Section training = top.section("training");
  LearningConfig& learning = config.training;
  training.integer("games", 1, kMostGames, learning.games);
  training.integer("games_per_generation", 1, 1'000'000, learning.games_per_generation);
  training.number("lambda", 0.0, 1.0, learning.lambda);
  training.one_of("targets", {"td", "lookahead"}, learning.targets);
  training.number("learning_rate", 1e-9, 1.0, learning.learning_rate);
  training.number("final_learning_rate", 1e-9, 1.0, learning.final_learning_rate);
  training.one_of("schedule", {"geometric", "cosine", "linear"}, learning.schedule);
  training.integer("batch", 1, 1'000'000, learning.batch);
  training.one_of("optimizer", {"adam", "sgd"}, learning.optimizer);
  training.number("weight_decay", 0.0, 1e3, learning.weight_decay);
  training.integer("replay_generations", 0, 100'000, learning.replay_generations);
  training.number("replay_ratio", 0.0, 100.0, learning.replay_ratio);
  training.integer("threads", 1, 1024, learning.threads);
  training.one_of("device", {"cpu", "cuda"}, learning.device);
  training.one_of("evaluation", {"kernel", "torch"}, learning.evaluation);

  Section variety = top.section("variety");
  variety.integer("random_plays", 0, 10'000, config.variety.random_plays);
  variety.number("temperature", 0.0, 100.0, config.variety.temperature);

  Section ladder = top.section("ladder");
  ladder.integer("every", 0, kMostGames, config.ladder.every);
  ladder.integer("pairs", 1, 1'000'000, config.ladder.pairs);
  ladder.texts("opponents", config.ladder.opponents);

  Section gate = top.section("gate");
  gate.integer("every", 0, kMostGames, config.gate.every);
  gate.number("points", 1e-6, 4.0, config.gate.points);
  gate.number("error", 1e-6, 0.5, config.gate.error);
  gate.integer("max_pairs", 1, 1'000'000'000, config.gate.max_pairs);

  Section run = top.section("run");
  run.integer("threads", 0, 1024, config.run.threads);
  run.number("checkpoint_seconds", 0.0, 1e9, config.run.checkpoint_seconds);

  for (const Section* section : {&top, &net, &training, &variety, &ladder, &gate, &run}) {
    section->finish();
  }
  if (learning.evaluation == "torch" && learning.targets == "lookahead") {
    throw InputError(source +
                     ": training.targets: \"lookahead\" needs training.evaluation = \"kernel\"");
  }
  try {
    config.variant = canonical_variant(config.variant, config.checkers);
  } catch (const InputError& error) {
    throw InputError(source + ": variant: " + error.what());
  }
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
  toml::table table = parse_toml(text, source);
  for (const Override& change : overrides) apply(change, table);
  return read(table, source, overrides);
}

TrainingConfig load_config(const std::string& file, const std::vector<Override>& overrides) {
  return parse_config(read_file(file, kMaxConfigBytes), file, overrides);
}

std::string format_config(const TrainingConfig& config) {
  // Long values from short texts would read like 0.69999999999999996: the shortest that reads back.
  const auto number = [](double value) {
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    const std::string written(text.data(), end);
    return written.find_first_of(".e") == std::string::npos ? written + ".0" : written;
  };
  const auto quoted = [](const std::string& value) {
    std::ostringstream out;
    out << toml::value<std::string>(value);
    return out.str();
  };
  const auto list = [](const auto& values, const auto& format) {
    std::string text;
    for (const auto& value : values) text += (text.empty() ? "" : ", ") + format(value);
    return "[" + text + "]";
  };
  const auto width = [](int value) { return std::to_string(value); };
  const LearningConfig& learning = config.training;
  std::ostringstream out;
  out << "variant = " << quoted(config.variant) << "\n"
      << "checkers = " << config.checkers << "\n"
      << "seed = " << config.seed << "\n\n[net]\n"
      << "hidden = " << list(config.net.hidden, width) << "\n"
      << "from = " << quoted(config.net.from) << "\n\n[training]\n"
      << "games = " << learning.games << "\n"
      << "games_per_generation = " << learning.games_per_generation << "\n"
      << "lambda = " << number(learning.lambda) << "\n"
      << "targets = " << quoted(learning.targets) << "\n"
      << "learning_rate = " << number(learning.learning_rate) << "\n"
      << "final_learning_rate = " << number(learning.final_learning_rate) << "\n"
      << "schedule = " << quoted(learning.schedule) << "\n"
      << "batch = " << learning.batch << "\n"
      << "optimizer = " << quoted(learning.optimizer) << "\n"
      << "weight_decay = " << number(learning.weight_decay) << "\n"
      << "replay_generations = " << learning.replay_generations << "\n"
      << "replay_ratio = " << number(learning.replay_ratio) << "\n"
      << "threads = " << learning.threads << "\n"
      << "device = " << quoted(learning.device) << "\n"
      << "evaluation = " << quoted(learning.evaluation) << "\n\n[variety]\n"
      << "random_plays = " << config.variety.random_plays << "\n"
      << "temperature = " << number(config.variety.temperature) << "\n\n[ladder]\n"
      << "every = " << config.ladder.every << "\n"
      << "pairs = " << config.ladder.pairs << "\n"
      << "opponents = " << list(config.ladder.opponents, quoted) << "\n\n[gate]\n"
      << "every = " << config.gate.every << "\n"
      << "points = " << number(config.gate.points) << "\n"
      << "error = " << number(config.gate.error) << "\n"
      << "max_pairs = " << config.gate.max_pairs << "\n\n[run]\n"
      << "threads = " << config.run.threads << "\n"
      << "checkpoint_seconds = " << number(config.run.checkpoint_seconds) << "\n";
  return out.str();
}

}  // namespace gioul
