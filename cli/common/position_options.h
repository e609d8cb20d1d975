// Command-line options that select a position, dice, a net and endgame tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/field_reader.h"
#include "api/request_fields.h"
#include "cli/common/command.h"
#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// Returns the name of the command-line option for a field of an API request, without "--". For
/// example, the field "target_error" has the option "target-error".
std::string option_name_of_field(std::string_view field);

/// Adds a command-line option for each field of an API request, except for fields that only JSON
/// requests have.
void add_field_options(CommandLine& line, const std::vector<RequestField>& fields);

/// Returns the position that --position selects, by default the start position with the number of
/// checkers in --checkers.
Position selected_position(const CommandLine& line, Game game);

/// Returns the file name of the net that --net selects, by default the bundled net of the variant.
/// Throws InputError if no net is bundled.
std::string selected_net_file(const CommandLine& line, Game game);

/// Reads the fields of an API request from the command-line options that correspond to them
/// (option_name_of_field()).
class OptionFieldReader : public FieldReader {
 public:
  explicit OptionFieldReader(const CommandLine& line) : command_line_(line) {}

  bool has(const char* key) const override {
    return command_line_.is_given(option_name_of_field(key));
  }
  std::string display_name(const char* key) const override {
    return "--" + option_name_of_field(key);
  }
  std::int64_t get_integer(const char* key, std::int64_t low, std::int64_t high) const override {
    return command_line_.integer_value(option_name_of_field(key), low, high);
  }
  double get_decimal(const char* key, double low, double high) const override {
    return command_line_.decimal_value(option_name_of_field(key), low, high);
  }
  bool get_flag(const char* key) const override;
  std::uint64_t get_seed() const override { return command_line_.seed(); }
  Game game() const override { return command_line_.game(); }
  Position get_position(Game game) const override { return selected_position(command_line_, game); }

 private:
  std::string read_text(const char* key) const override {
    return command_line_.string_value(option_name_of_field(key));
  }
  std::optional<Dice> read_dice() const override;
  std::string quoted_value(const char* key) const override {
    return " '" + command_line_.string_value(option_name_of_field(key)) + "'";
  }

  const CommandLine& command_line_;
};

}  // namespace gioul
