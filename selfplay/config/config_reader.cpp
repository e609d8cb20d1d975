#include "selfplay/config/config_reader.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <sstream>
#include <utility>

#include "base/did_you_mean.h"
#include "base/error.h"
#include "base/files.h"
#include "engine/games/game.h"
#include "nn/net/net.h"

namespace gioul {

namespace {

constexpr std::size_t kMaxConfigBytes = 1 << 20;

std::string line_of(const std::string& source, const toml::node& node) {
  const auto line = node.source().begin.line;
  return line == 0 ? source : source + ":" + std::to_string(line);
}

// Our keys have two parts. The library makes nested tables of a dotted key and destroys them
// recursively, so very deep keys could overflow the stack.
constexpr int kMaxParts = 16;

// Returns the number of the first line with a key of more than kMaxParts parts, or 0. Parses only
// strings and comments, to skip them.
std::size_t line_of_deep_key(std::string_view text) {
  std::size_t line = 1;
  int parts = 1;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      const std::string_view three = c == '"' ? "\"\"\"" : "\'\'\'";
      const bool spans_lines = text.substr(i).starts_with(three);
      const std::string_view end = spans_lines ? three : three.substr(0, 1);
      for (i += end.size(); i < text.size() && !text.substr(i).starts_with(end); ++i) {
        if (c == '"' && text[i] == '\\') ++i;
        if (i < text.size() && text[i] == '\n') {
          if (!spans_lines) break;
          ++line;
        }
      }
      i += std::min(end.size(), text.size() - std::min(i, text.size()));
      while (spans_lines && i < text.size() && text[i] == c) ++i;  // up to two end such a string
      continue;
    }
    if (c == '#') i = std::min(text.find('\n', i), text.size()) - 1;
    const bool is_in_key = c == '.' || c == ' ' || c == '\t' || c == '_' || c == '-' ||
                           (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
    parts = is_in_key ? parts + int{c == '.'} : 1;
    if (parts > kMaxParts) return line;
    if (c == '\n') ++line;
    ++i;
  }
  return 0;
}

toml::table parse_toml(std::string_view text, const std::string& source) {
  if (const std::size_t line = line_of_deep_key(text); line != 0) {
    throw InputError(source + ":" + std::to_string(line) + ": a key has more than " +
                     std::to_string(kMaxParts) + " parts (expected two, such as training.games)");
  }
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw InputError(source + ":" + std::to_string(error.source().begin.line) + ": " +
                     std::string(error.description()));
  }
}

// Removes the stages from the parsed file and uses the keys of the selected one instead.
void apply_stage(toml::table& table, const std::string& source, std::optional<std::int64_t> stage) {
  const toml::node* const node = table.get("stage");
  toml::array* const stages = table.get_as<toml::array>("stage");
  if (node != nullptr && (stages == nullptr || !stages->is_array_of_tables())) {
    throw InputError(line_of(source, *node) + ": stage: must be tables, [[stage]]");
  }
  const auto count = stages == nullptr ? 0 : static_cast<std::int64_t>(stages->size());
  if (stage && (*stage < 1 || *stage > count)) {
    throw InputError(source + ": no stage " + std::to_string(*stage) + " (the config has " +
                     (count == 0 ? "none" : std::to_string(count)) + ")");
  }
  if (count == 0) return;
  // Moved, because copies lose their line numbers.
  toml::table chosen =
      std::move(*stages->get_as<toml::table>(static_cast<std::size_t>(stage.value_or(1) - 1)));
  table.erase("stage");
  for (auto&& [key, value] : chosen) {
    toml::table* const section = value.as_table();
    toml::table* const there = table.get_as<toml::table>(key.str());
    if (section == nullptr || there == nullptr) {
      table.insert_or_assign(key, std::move(value));
      continue;
    }
    for (auto&& [name, inner] : *section) there->insert_or_assign(name, std::move(inner));
  }
}

// Inserts a value of --set into the parsed file, as if the file contained it.
void apply(const ConfigOverride& change, toml::table& table) {
  const std::string source = "--set " + change.key + "=" + change.value;
  toml::table parsed;
  try {
    parsed = parse_toml("value = " + change.value, source);
  } catch (const InputError&) {
  }
  if (parsed.size() != 1)
    throw InputError(source +
                     ": not a TOML value (a string needs quotes; integers end at 2^63 - 1)");
  if (std::ranges::count(change.key, '.') >= kMaxParts) {
    throw InputError("--set: a key has more than " + std::to_string(kMaxParts) +
                     " parts (expected two, such as training.games)");
  }
  toml::table* at = &table;
  std::string rest = change.key;
  for (std::size_t dot; (dot = rest.find('.')) != std::string::npos; rest = rest.substr(dot + 1)) {
    const std::string name = rest.substr(0, dot);
    if (!at->contains(name)) at->insert(name, toml::table{});
    at = at->get_as<toml::table>(name);
    if (at == nullptr) throw InputError(source + ": '" + name + "' is not a section");
  }
  at->insert_or_assign(rest, *parsed.get("value"));
}

template <typename Value, typename Format>
std::string format_list(const std::vector<Value>& values, const Format& format) {
  std::string text;
  for (const Value& value : values) text += (text.empty() ? "" : ", ") + format(value);
  return "[" + text + "]";
}

}  // namespace

struct ConfigSection::Table {
  // Shared by the sections of a config.
  struct File {
    toml::table table;
    std::string source;
    std::vector<ConfigOverride> overrides;  // in the table, but not in the file
  };

  std::shared_ptr<const File> file;
  const toml::table* table;
  std::string prefix;
  std::set<std::string> known;

  static std::shared_ptr<Table> whole(toml::table table, const std::string& source,
                                      const std::vector<ConfigOverride>& overrides) {
    for (const ConfigOverride& change : overrides) apply(change, table);
    auto file = std::make_shared<const File>(File{std::move(table), source, overrides});
    const toml::table* const top = &file->table;
    return std::make_shared<Table>(Table{std::move(file), top, {}, {}});
  }

  const toml::node* find(std::string_view key) {
    known.emplace(key);
    return table->get(key);
  }

  [[noreturn]] void fail(const toml::node& node, std::string_view key,
                         const std::string& what) const {
    const std::string dotted = (prefix.empty() ? "" : prefix + ".") + std::string(key);
    const auto& overrides = file->overrides;
    const auto given = std::find_if(overrides.rbegin(), overrides.rend(),  // the last one wins
                                    [&](const ConfigOverride& each) { return each.key == dotted; });
    if (given != overrides.rend()) {
      throw InputError("--set " + given->key + "=" + given->value + ": " + what);
    }
    throw InputError(line_of(file->source, node) + ": " + dotted + ": " + what);
  }
};

ConfigSection::ConfigSection(std::string_view text, const std::string& source)
    : table_(Table::whole(parse_toml(text, source), source, {})) {}

ConfigSection::ConfigSection(std::string_view text, const std::string& source,
                             const std::vector<ConfigOverride>& overrides,
                             std::optional<std::int64_t> stage) {
  toml::table table = parse_toml(text, source);
  apply_stage(table, source, stage);
  table_ = Table::whole(std::move(table), source, overrides);
}

void ConfigSection::read_integer(std::string_view key, std::int64_t low, std::int64_t high,
                                 std::int64_t& value) {
  const toml::node* node = table_->find(key);
  if (node == nullptr) return;
  const std::string range = high == kMaxConfigInt
                                ? std::to_string(low) + " or more"
                                : std::to_string(low) + ".." + std::to_string(high);
  const auto* number = node->as_integer();
  if (number == nullptr || number->get() < low || number->get() > high) {
    table_->fail(*node, key, "must be a whole number, " + range);
  }
  value = number->get();
}

void ConfigSection::read_number(std::string_view key, double low, double high, double& value) {
  const toml::node* node = table_->find(key);
  if (node == nullptr) return;
  const auto given = node->is_number() ? node->value<double>() : std::nullopt;
  if (!given || !(*given >= low && *given <= high)) {
    std::ostringstream range;
    range << "must be a number from " << low << " to " << high;
    table_->fail(*node, key, range.str());
  }
  value = *given;
}

void ConfigSection::read(std::string_view key, bool& value) {
  const toml::node* node = table_->find(key);
  if (node == nullptr) return;
  if (!node->is_boolean()) table_->fail(*node, key, "must be true or false");
  value = node->as_boolean()->get();
}

void ConfigSection::read(std::string_view key, std::string& value) {
  const toml::node* node = table_->find(key);
  if (node == nullptr) return;
  if (!node->is_string()) table_->fail(*node, key, "must be a string in quotes");
  value = node->as_string()->get();
}

void ConfigSection::read(std::string_view key, Game& value) {
  std::string name(value.name());
  read(key, name);
  try {
    value = find_game(name);
  } catch (const InputError& error) {
    table_->fail(*table_->find(key), key, error.what());
  }
}

void ConfigSection::read_choice(std::string_view key, const std::vector<std::string>& known,
                                std::string& value) {
  read(key, value);
  if (std::find(known.begin(), known.end(), value) != known.end()) return;
  std::string list;
  for (const std::string& name : known) list += (list.empty() ? "\"" : ", \"") + name + "\"";
  table_->fail(*table_->find(key), key, "must be one of " + list + did_you_mean(value, known));
}

void ConfigSection::read(std::string_view key, std::vector<std::string>& value) {
  const toml::node* node = table_->find(key);
  if (node == nullptr) return;
  const char* expected = "must be a list of strings, such as [\"random\"]";
  const toml::array* array = node->as_array();
  if (array == nullptr) table_->fail(*node, key, expected);
  value.clear();
  for (const toml::node& item : *array) {
    if (!item.is_string()) table_->fail(*node, key, expected);
    value.push_back(item.as_string()->get());
  }
}

void ConfigSection::read(std::string_view key, std::vector<int>& value) {
  const toml::node* node = table_->find(key);
  if (node == nullptr) return;
  const char* expected = "must be a list of 1 to 5 widths, each 1..8192, such as [128]";
  const toml::array* array = node->as_array();
  if (array == nullptr || array->empty() || array->size() > kMaxHiddenLayers) {
    table_->fail(*node, key, expected);
  }
  value.clear();
  for (const toml::node& item : *array) {
    const auto* number = item.as_integer();
    if (number == nullptr || number->get() < 1 || number->get() > kMaxWidth) {
      table_->fail(*node, key, expected);
    }
    value.push_back(static_cast<int>(number->get()));
  }
}

ConfigSection ConfigSection::subsection(std::string_view key) {
  static const toml::table kEmpty;
  const toml::node* node = table_->find(key);
  const toml::table* found = node == nullptr ? &kEmpty : node->as_table();
  if (found == nullptr) {
    table_->fail(*node, key, "must be a section, [" + std::string(key) + "]");
  }
  return ConfigSection(std::make_shared<Table>(Table{table_->file, found, std::string(key), {}}));
}

void ConfigSection::reject_unread_keys() const {
  for (const auto& [key, node] : *table_->table) {
    const std::string name(key.str());
    if (table_->known.contains(name)) continue;
    const std::string suggestion = did_you_mean(name, {table_->known.begin(), table_->known.end()});
    std::string list;
    for (const std::string& known : table_->known) list += (list.empty() ? "" : ", ") + known;
    table_->fail(node, name,
                 "unknown key" + (suggestion.empty() ? " (known here: " + list + ")" : suggestion));
  }
}

std::string read_config_text(const std::string& file) { return read_file(file, kMaxConfigBytes); }

void check_checker_count(const std::string& source, Game game, int checkers) {
  try {
    (void)game.start(checkers);
  } catch (const InputError& error) {
    throw InputError(source + ": variant: " + error.what());
  }
}

std::string format_toml(bool value) { return value ? "true" : "false"; }

// Writes the shortest text that restores the value exactly: 0.7, not 0.69999999999999996.
std::string format_toml(double value) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  const std::string written(text.data(), end);
  return written.find_first_of(".e") == std::string::npos ? written + ".0" : written;
}

std::string format_toml(const std::string& value) {
  std::ostringstream out;
  out << toml::value<std::string>(value);
  return out.str();
}

std::string format_toml(Game value) { return format_toml(std::string(value.name())); }

std::string format_toml(const std::vector<std::string>& value) {
  return format_list(value, [](const std::string& text) { return format_toml(text); });
}

std::string format_toml(const std::vector<int>& value) {
  return format_list(value, [](int number) { return std::to_string(number); });
}

}  // namespace gioul
