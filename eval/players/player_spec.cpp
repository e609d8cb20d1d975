#include "eval/players/player_spec.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "engine/games/game.h"
#include "nn/net/shipped_net.h"

namespace gioul {

namespace {

constexpr std::string_view kKnown =
    "random, blocker, net, net:FILE, rollout:FILE, table:FILE, ubgi:COMMAND (docs/players.md)";

struct Option {
  std::string_view key;
  std::string_view value;
};

// ",key=value" parts at the end of a name; what is before them is a file, commas or not.
std::vector<Option> take_options(std::string_view& text) {
  std::vector<Option> options;
  for (;;) {
    const std::size_t comma = text.rfind(',');
    if (comma == std::string_view::npos) break;
    const std::string_view last = text.substr(comma + 1);
    const std::size_t equals = last.find('=');
    const bool is_option = equals != std::string_view::npos && equals > 0 &&
                           std::ranges::all_of(last.substr(0, equals), [](char c) {
                             return (c >= 'a' && c <= 'z') || c == '-';
                           });
    if (!is_option) break;
    options.push_back({last.substr(0, equals), last.substr(equals + 1)});
    text = text.substr(0, comma);
  }
  std::ranges::reverse(options);
  return options;
}

[[noreturn]] void refuse(const Option& option, const std::string& expected) {
  throw InputError(std::string(option.key) + " '" + std::string(option.value) + "': expected " +
                   expected);
}

int whole(const Option& option, int lowest, int highest) {
  int value = 0;
  const char* const end = option.value.data() + option.value.size();
  const auto [after, error] = std::from_chars(option.value.data(), end, value);
  if (error != std::errc{} || after != end || value < lowest || value > highest) {
    refuse(option,
           "a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest));
  }
  return value;
}

double margin_of(const Option& option) {
  double value = 0.0;
  const char* const end = option.value.data() + option.value.size();
  const auto [after, error] = std::from_chars(option.value.data(), end, value);
  if (error != std::errc{} || after != end || !(value >= 0.0 && value <= 4.0)) {
    refuse(option, "a number of points from 0 to 4");
  }
  return value;
}

Precision precision_of(const Option& option) {
  if (option.value == "int16") return Precision::kInt16;
  if (option.value != "float") refuse(option, "float or int16");
  return Precision::kFloat;
}

bool is_on(const Option& option) {
  if (option.value != "on" && option.value != "off") refuse(option, "on or off");
  return option.value == "on";
}

void check_keys(std::string_view name, const std::vector<Option>& options, std::string_view known) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string_view key = options[i].key;
    const std::string padded = " " + std::string(known) + " ";
    if (padded.find(" " + std::string(key) + " ") == std::string::npos) {
      throw InputError("player '" + std::string(name) + "': unknown option '" + std::string(key) +
                       "' (" +
                       (known.empty() ? "it takes none" : "known are " + std::string(known)) + ")");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (options[j].key == key) {
        throw InputError("player '" + std::string(name) + "': " + std::string(key) +
                         " is given twice");
      }
    }
  }
}

void read_net_options(PlayerSpec& spec, const std::vector<Option>& options,
                      std::optional<int> plies) {
  for (const Option& option : options) {
    if (option.key != "plies") continue;
    const int named = whole(option, 0, kMaxPlies);
    if (!plies) plies = named;
  }
  spec.search = default_search(plies.value_or(0));
  spec.tables = spec.search.plies > 0;
  for (const Option& option : options) {
    if (option.key == "filter") spec.search.filter = whole(option, 1, 1000);
    if (option.key == "margin") spec.search.margin = margin_of(option);
    if (option.key == "beam") spec.search.beam = whole(option, 0, kMaxBeam);
    if (option.key == "tables") spec.tables = is_on(option);
    if (option.key == "precision") spec.precision = precision_of(option);
  }
}

void read_rollout_options(PlayerSpec& spec, const std::vector<Option>& options) {
  constexpr int kMostTrials = 1'000'000;
  spec.tables = true;
  for (const Option& option : options) {
    if (option.key == "trials") {
      spec.rollout.trials = whole(option, 4, kMostTrials);
      if (spec.rollout.trials % 2 != 0) refuse(option, "an even number");
    }
    if (option.key == "truncate") spec.rollout.truncate = whole(option, 0, 10'000);
    if (option.key == "plays") spec.rollout.plays = whole(option, 2, 1000);
    if (option.key == "plies") spec.rollout.search = default_search(whole(option, 0, kMaxPlies));
    if (option.key == "tables") spec.tables = is_on(option);
  }
}

}  // namespace

PlayerSpec parse_player(std::string_view name) { return parse_player(name, std::nullopt); }

PlayerSpec parse_player(std::string_view name, std::optional<int> plies) {
  assert(!plies || (*plies >= 0 && *plies <= kMaxPlies));
  PlayerSpec spec;
  if (constexpr std::string_view kPrefix = "ubgi:"; name.starts_with(kPrefix)) {
    spec.kind = PlayerSpec::Kind::kEngine;
    spec.engine = parse_engine(name.substr(kPrefix.size()));
    return spec;
  }
  std::string_view rest = name;
  const std::vector<Option> options = take_options(rest);
  const auto with_file = [&](PlayerSpec::Kind kind, std::string_view prefix) {
    spec.kind = kind;
    if (rest.size() < prefix.size()) return;  // without ":FILE"
    spec.file = rest.substr(prefix.size());
    if (spec.file.empty()) {
      throw InputError("player '" + std::string(name) + "': expected a file after '" +
                       std::string(prefix) + "'");
    }
  };
  if (rest == "random" || rest == "blocker") {
    check_keys(name, options, "");
    spec.kind = rest == "random" ? PlayerSpec::Kind::kRandom : PlayerSpec::Kind::kBlocker;
  } else if (rest == "net" || rest.starts_with("net:")) {
    with_file(PlayerSpec::Kind::kNet, "net:");
    check_keys(name, options, "plies filter margin beam tables precision");
    read_net_options(spec, options, plies);
  } else if (rest == "rollout" || rest.starts_with("rollout:")) {
    with_file(PlayerSpec::Kind::kRollout, "rollout:");
    check_keys(name, options, "trials truncate plays plies tables");
    read_rollout_options(spec, options);
  } else if (rest.starts_with("table:")) {
    with_file(PlayerSpec::Kind::kTable, "table:");
    check_keys(name, options, "");
  } else {
    throw InputError("unknown player '" + std::string(name) + "': known are " +
                     std::string(kKnown));
  }
  return spec;
}

std::filesystem::path file_of(const PlayerSpec& spec, Game game) {
  const bool needs_net =
      spec.kind == PlayerSpec::Kind::kNet || spec.kind == PlayerSpec::Kind::kRollout;
  return spec.file.empty() && needs_net ? shipped_net(game) : std::filesystem::path(spec.file);
}

std::string patient(const std::string& net) {
  return net + ",beam=" + std::to_string(default_search(1).beam);
}

std::string default_player(Game game) { return find_shipped_net(game) ? patient("net") : "random"; }

}  // namespace gioul
