#include "cli/common/command.h"

#include <algorithm>
#include <cxxopts.hpp>
#include <iostream>
#include <sstream>

#include "base/did_you_mean.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/text.h"
#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

namespace {

std::string summary_of(std::string_view name) {
  const auto* const found = std::ranges::find(kCommands, name, &Command::name);
  if (found != kCommands.end()) return std::string(found->summary);
  for (const auto& [subcommand, summary] : kSubcommandSummaries) {
    if (subcommand == name) return std::string(summary);
  }
  return {};
}

// The library's messages have typographic quotes.
std::string plain_quotes(std::string text) {
  for (const std::string_view quote : {"\u2018", "\u2019"}) {
    for (std::size_t at = 0; (at = text.find(quote, at)) != std::string::npos;) {
      text.replace(at, quote.size(), "'");
    }
  }
  return text;
}

// The library breaks lines after their blanks.
std::string without_trailing_blanks(std::string text) {
  for (std::size_t at = 0; (at = text.find(" \n", at)) != std::string::npos;) {
    text.erase(at, 1);
    if (at > 0) --at;
  }
  return text;
}

// Returns the text between the quotes of a message, here an option's name.
std::string quoted_part(const std::string& message) {
  const std::size_t begin = message.find('\'') + 1;
  const std::size_t end = message.rfind('\'');
  return begin == 0 || end <= begin ? message : message.substr(begin, end - begin);
}

}  // namespace

struct CommandLine::Parser {
  cxxopts::Options options;
  cxxopts::ParseResult result;
};

CommandLine::CommandLine(std::string_view name, const std::string& usage,
                         const std::array<std::string_view, 2>& examples)
    : parser_(new Parser{cxxopts::Options("gioul " + std::string(name), summary_of(name)), {}}),
      help_hint_(" (gioul " + std::string(name) + " --help lists all options)"),
      examples_("\nExamples:\n") {
  parser_->options.custom_help(usage).positional_help("").set_width(96);
  parser_->options.add_options()("h,help", "print this help and exit");
  option_names_.emplace_back("--help");
  flag_options_.insert("help");
  for (const std::string_view example : examples) {
    if (!example.empty()) examples_ += "  " + std::string(example) + "\n";
  }
}

CommandLine::~CommandLine() = default;

void CommandLine::add(const std::string& option, const std::string& placeholder,
                      const std::string& meaning, const std::string& default_value) {
  constexpr std::array<std::string_view, 4> kFiles = {"FILE", "DIR", "PAGE", "PATH"};
  if (std::ranges::find(kFiles, placeholder) != kFiles.end()) path_options_.insert(option);
  option_names_.push_back("--" + option);
  auto value = cxxopts::value<std::string>();
  if (!default_value.empty()) value = value->default_value(default_value);
  parser_->options.add_options()(option, meaning, value, placeholder);
}

void CommandLine::add_repeated(const std::string& option, const std::string& placeholder,
                               const std::string& meaning) {
  add(option, placeholder, meaning);
  repeated_options_.insert(option);
}

void CommandLine::add_flag(const std::string& option, const std::string& meaning) {
  option_names_.push_back("--" + option);
  parser_->options.add_options()(option, meaning);
  flag_options_.insert(option);
}

void CommandLine::add_variant() {
  add("variant", "NAME", "game to play: " + format_game_names(), "gioul");
}

void CommandLine::add_checkers() {
  add("checkers", "N", "checkers per side; portes needs 15", "15");
}

void CommandLine::add_seed(const std::string& meaning) { add("seed", "N", meaning, "1"); }

void CommandLine::add_threads() {
  add("threads", "N", "worker threads; does not change results (default: number of cores)");
}

// A single dash in front of a long name is another program's way; the library takes its letters for
// options.
void CommandLine::fail_unknown_option(const std::string& option, int argc, char** argv) const {
  std::string given = (option.size() == 1 ? "-" : "--") + option;
  std::string meant = given;
  for (int i = 1; option.size() == 1 && i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.size() < 3 || argument[0] != '-' || argument[1] == '-') continue;
    if (argument.find(option) == std::string_view::npos) continue;
    given = argument;
    meant = "-" + given;
    break;
  }
  const std::string suggestion = did_you_mean(meant, option_names_);
  throw InputError("unknown option '" + given + "'" +
                   (suggestion.empty() ? help_hint_ : suggestion));
}

bool CommandLine::parse(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {  // the library would take --flag=false for --flag
    const std::string_view argument = argv[i];
    const std::size_t equals = argument.find('=');
    if (argument == "--") break;
    if (!argument.starts_with("--") || equals == std::string_view::npos) continue;
    if (is_flag(std::string(argument.substr(2, equals - 2)))) {
      throw InputError(quote(argument) + ": the option takes no value" + help_hint_);
    }
  }
  try {
    parser_->result = parser_->options.parse(argc, argv);
  } catch (const cxxopts::exceptions::no_such_option& error) {
    fail_unknown_option(quoted_part(plain_quotes(error.what())), argc, argv);
  } catch (const cxxopts::exceptions::exception& error) {
    throw InputError(plain_quotes(error.what()) + help_hint_);
  }
  if (has_flag("help")) {
    const std::string help = without_trailing_blanks(parser_->options.help());
    const std::size_t end = help.find('\n');  // end of the summary
    std::cout << help.substr(0, end) << '\n' << help.substr(end) << examples_;
    return false;
  }
  if (!allows_positional_ && !positional_arguments().empty()) {
    throw InputError("unexpected argument '" + positional_arguments().front() + "'" + help_hint_);
  }
  for (const cxxopts::KeyValue& argument : parser_->result.arguments()) {
    if (parser_->result.count(argument.key()) > 1 && !repeated_options_.contains(argument.key())) {
      throw InputError("--" + argument.key() + " is given more than once");
    }
    if (argument.value().empty() && path_options_.contains(argument.key())) {
      throw InputError("--" + argument.key() +
                       " is empty (expected the name of a file or directory)");
    }
  }
  return true;
}

double CommandLine::decimal_value(const std::string& option, double lowest, double highest) const {
  const std::string said = string_value(option, "a number");
  if (const auto value = parse_number(said, lowest, highest)) return *value;
  std::ostringstream range;
  range << lowest << " to " << highest;
  throw InputError("--" + option + " '" + said + "': expected a number from " + range.str());
}

Game CommandLine::game() const { return find_game(string_value("variant")); }

int CommandLine::checkers() const {
  return static_cast<int>(integer_value("checkers", 1, kMaxCheckers));
}

bool CommandLine::is_given(const std::string& option) const {
  return parser_->result.count(option) != 0;
}

bool CommandLine::has_flag(const std::string& option) const {
  return parser_->result[option].as<bool>();
}

const std::vector<std::string>& CommandLine::positional_arguments() const {
  return parser_->result.unmatched();
}

std::string CommandLine::string_value(const std::string& option, std::string_view need) const {
  const cxxopts::OptionValue& value = parser_->result[option];
  if (!is_given(option) && !value.has_default()) {
    throw InputError("--" + option + " is required (" + std::string(need) + ")");
  }
  return value.as<std::string>();
}

std::string CommandLine::optional_value(const std::string& option) const {
  return is_given(option) ? string_value(option) : "";
}

// The library's own lists would be split at commas.
std::vector<std::string> CommandLine::string_values(const std::string& option) const {
  std::vector<std::string> values;
  for (const cxxopts::KeyValue& argument : parser_->result.arguments()) {
    if (argument.key() == option) values.push_back(argument.value());
  }
  return values;
}

std::int64_t CommandLine::integer_value(const std::string& option, std::int64_t lowest,
                                        std::int64_t highest) const {
  return parse_integer_or_throw("--" + option, string_value(option, "a whole number"), lowest,
                                highest);
}

std::uint64_t CommandLine::seed() const {
  return parse_seed_or_throw("--seed", string_value("seed"));
}

int CommandLine::threads() const {
  constexpr int kMax = 1024;
  if (is_given("threads")) return static_cast<int>(integer_value("threads", 1, kMax));
  return std::min(available_core_count(), kMax);
}

}  // namespace gioul
