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

/// Returns the command-line option for a field of an API request, without "--", such as
/// "target-error" for "target_error".
std::string option_name(std::string_view field);

/// Adds a command-line option for each field of an API request.
void add_field_options(CommandLine& line, const std::vector<RequestField>& fields);

/// Returns the value of --position, by default the start position.
Position position_option(const CommandLine& line, Game game);

/// Returns the value of --net, by default the bundled net of the variant.
std::string net_option(const CommandLine& line, Game game);

/// Reads the fields of an API request from the options of a command (option_name()).
class OptionFieldReader : public FieldReader {
 public:
  explicit OptionFieldReader(const CommandLine& line) : command_line_(line) {}

  bool has(const char* key) const override { return command_line_.is_given(option_name(key)); }
  std::string display_name(const char* key) const override { return "--" + option_name(key); }
  Game game() const override { return command_line_.game(); }
  Position position(Game game) const override { return position_option(command_line_, game); }

 private:
  std::int64_t read_integer(const char* key, std::int64_t low, std::int64_t high) const override {
    return command_line_.integer_value(option_name(key), low, high);
  }
  double read_decimal(const char* key, double low, double high) const override {
    return command_line_.decimal_value(option_name(key), low, high);
  }
  bool read_flag(const char* key) const override;
  std::string read_text(const char* key) const override {
    return command_line_.string_value(option_name(key));
  }
  std::uint64_t read_seed() const override { return command_line_.seed(); }
  std::optional<Dice> read_dice() const override;
  std::string quoted_value(const char* key) const override {
    return " '" + command_line_.string_value(option_name(key)) + "'";
  }

  const CommandLine& command_line_;
};

}  // namespace gioul
