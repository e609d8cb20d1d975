#include "cli/common/position_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

std::string format_default(const RequestField& field) {
  const FieldValue value = field.allowed_default({});
  if (field.type == FieldType::kChoice) {
    return std::string(field.choices[value_as<std::size_t>(value)]);
  }
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* const decimal = std::get_if<double>(&value)) return fmt::format("{}", *decimal);
  return {};
}

void add_field(CommandLine& line, const RequestField& field) {
  const std::string name = option_name_of_field(field.name);
  switch (field.type) {
    case FieldType::kVariant:
      return line.add_variant();
    case FieldType::kCheckers:
      return line.add_checkers();
    case FieldType::kPosition:
      return line.add(name, "P", field.help);
    case FieldType::kDice:
      return line.add(name, "a-b", field.help);
    case FieldType::kSeed:
      return line.add_seed(field.help);
    case FieldType::kFile:
      return line.add(name, "FILE", field.help);
    case FieldType::kText:
      return line.add(name, "NAME", field.help);
    case FieldType::kChoice:
      return line.add(name, fmt::format("{}", fmt::join(field.choices, "|")), field.help,
                      format_default(field));
    case FieldType::kFlag:
      if (!value_as<bool>(field.default_value)) return line.add_flag(name, field.help);
      return line.add(name, "on|off", field.help, "on");
    default:
      return line.add(name, "N", field.help, format_default(field));
  }
}

}  // namespace

std::string option_name_of_field(std::string_view field) {
  std::string name(field);
  std::ranges::replace(name, '_', '-');
  return name;
}

void add_field_options(CommandLine& line, const std::vector<RequestField>& fields) {
  for (const RequestField& field : fields) {
    if (!field.is_json_only) add_field(line, field);
  }
}

std::string selected_net_file(const CommandLine& line, Game game) {
  return line.is_given("net") ? line.string_value("net") : require_bundled_net(game).string();
}

Position selected_position(const CommandLine& line, Game game) {
  if (!line.is_given("position")) return start_position(game, line.checkers());
  try {
    const ParsedPosition given = parse_any_position(game, line.string_value("position"));
    const int checkers = given.position.own.total();
    if (line.is_given("checkers") && line.checkers() != checkers) {
      throw InputError(fmt::format("has {} checkers per side, expected {} (--checkers)", checkers,
                                   line.checkers()));
    }
    if (!given.cube_note.empty()) std::cerr << "note: --position: " << given.cube_note << '\n';
    return given.position;
  } catch (const InputError& error) {
    throw InputError("--position: " + std::string(error.what()));
  }
}

bool OptionFieldReader::get_flag(const char* key) const {
  const std::string option = option_name_of_field(key);
  if (command_line_.is_flag(option)) return true;
  const std::string value = command_line_.string_value(option);
  if (value == "on" || value == "off") return value == "on";
  throw_invalid_field(key, "expected on or off");
}

std::optional<Dice> OptionFieldReader::read_dice() const {
  if (!command_line_.is_given("dice")) return std::nullopt;
  return parse_dice_field(command_line_.string_value("dice"));
}

}  // namespace gioul
