// Reads typed request fields from JSON, command-line options or Python arguments, with the same
// defaults, ranges and errors for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/json_object.h"
#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// Thrown for an invalid request. If a single field is invalid, the message starts with its name.
class RequestError : public InputError {
 public:
  /// `id` is the id of a request that has no JsonFieldReader, as JSON.
  RequestError(std::string field, const std::string& message, std::string id = {})
      : InputError(message), field_(std::move(field)), id_(std::move(id)) {}
  /// Returns the name of the invalid field, or "" if the request as a whole is invalid.
  const std::string& field() const { return field_; }
  /// Returns the id that was passed to the constructor, or "".
  const std::string& id() const { return id_; }

 private:
  std::string field_;  // name of the invalid field, or ""
  std::string id_;     // the request's id as JSON, or ""
};

/// Returns the id of a request that cannot be parsed, or of its beginning, as JSON; "" if it has
/// none that can be read.
std::string find_id(std::string_view text);

/// Parses dice as people write them: "3-1", "3,1", "3 1" or "31". Throws InputError.
Dice parse_dice_field(std::string_view text);

/// Returns the roll that is `given` by the user or else `held` by the text of the position. Throws
/// RequestError if there are both and they differ; `name` is the name of the given one.
std::optional<Dice> combine_rolls(std::optional<Dice> given, std::optional<Dice> held,
                                  const std::string& name);

/// Returns the dice of a decision: `rolled` if the player must roll, nullopt if moves are pending.
/// Throws RequestError if the player must roll and `rolled` is not set, or if moves are pending and
/// `rolled` is set.
std::optional<Dice> validate_decision_dice(const Position& position, std::optional<Dice> rolled);

/// Reads the fields of a request by name and type. Derived classes read them from JSON,
/// command-line options or Python arguments. All functions throw InputError for invalid values.
class FieldReader {
 public:
  FieldReader() = default;
  FieldReader(FieldReader&&) = default;
  virtual ~FieldReader() = default;

  /// Returns true if the field is present.
  virtual bool has(const char* key) const = 0;
  /// Returns the field's name as the user writes it, such as "--plies" for "plies".
  virtual std::string display_name(const char* key) const { return key; }

  /// Reads an integer field that is present. Throws InputError if it is not within `low` to `high`,
  /// inclusive.
  virtual std::int64_t get_integer(const char* key, std::int64_t low, std::int64_t high) const = 0;
  /// Reads an even integer from `low` to `high`. Trials come in mirrored pairs, so their number is
  /// even.
  std::int64_t get_even_integer(const char* key, std::int64_t low, std::int64_t high) const;
  /// Reads a decimal field that is present. Throws InputError if it is not from `low` to `high`.
  virtual double get_decimal(const char* key, double low, double high) const = 0;
  /// Reads a boolean field that is present.
  virtual bool get_flag(const char* key) const = 0;
  /// Returns a text field, "" if it is missing. Throws InputError if it is too long.
  std::string get_text(const char* key, std::size_t max_length = 4096) const;
  /// Reads a field that has one of a few values. Returns the index of its value in `choices`.
  std::int64_t get_choice_index(const char* key, std::span<const std::string_view> choices) const;
  /// Reads the field "seed", which must be present: the seed of random choices, 0 to 2^64 - 1.
  virtual std::uint64_t get_seed() const = 0;

  /// Returns the game variant that the request selects.
  virtual Game game() const = 0;
  /// Returns the position in the request, which may be in any notation (parse_any_position()); the
  /// start position if the request has none.
  virtual Position get_position(Game game) const = 0;
  /// Returns the roll in the field "dice", or in the position's text if that is an XGID or has a
  /// Match ID; nullopt if neither has a roll. Throws RequestError if both have one and they differ.
  std::optional<Dice> get_roll() const;
  /// Reads the dice of a decision at `position`; nullopt if moves are pending there. Throws
  /// RequestError if the dice do not fit the position (validate_decision_dice()).
  std::optional<Dice> get_decision_dice(const Position& position) const {
    return validate_decision_dice(position, get_roll());
  }

  /// Throws RequestError because the value of field `key` is invalid; `why` is the reason.
  [[noreturn]] void throw_invalid_field(const char* key, const std::string& why) const;

  /// Returns f(), which reads the field `key`. If f() throws InputError, throws RequestError
  /// instead, with the field's name before the message.
  template <typename F>
  auto prefix_errors(const char* key, F f) const {
    try {
      return f();
    } catch (const RequestError&) {
      throw;
    } catch (const InputError& error) {
      throw RequestError(key, display_name(key) + ": " + error.what());
    }
  }

 private:
  // Reads a text field that is present.
  virtual std::string read_text(const char* key) const = 0;
  // Reads the field "dice"; nullopt if it is missing.
  virtual std::optional<Dice> read_dice() const = 0;
  // Returns the value of the field as error messages show it after the field's name: in quotes,
  // after a space, such as " 'half'". Returns "" if messages show no values.
  virtual std::string quoted_value(const char* /*key*/) const { return {}; }
};

/// Reads the fields of a JSON request. All functions throw RequestError for invalid values.
class JsonFieldReader : public FieldReader {
 public:
  /// Parses the text of a request, which must be a JSON object.
  explicit JsonFieldReader(std::string_view json);

  /// Returns the request's id as JSON, to be repeated in the answer; "" if there is none.
  const std::string& id() const { return id_; }

  /// Throws RequestError if the request has a field that is not in `known`. The fields "id",
  /// "request" (the request's name) and "progress" (whether to report progress) are always allowed.
  void check_field_names(std::span<const std::string_view> known) const;

  bool has(const char* key) const override { return object_->has_value(key); }
  std::int64_t get_integer(const char* key, std::int64_t low, std::int64_t high) const override;
  double get_decimal(const char* key, double low, double high) const override;
  bool get_flag(const char* key) const override;
  std::uint64_t get_seed() const override;

  /// Returns the value of a field, a string or an integer, as JSON. The field must be present.
  std::string get_scalar_as_json(const char* key) const;

  /// Reads the field "variant", the game variant.
  Game game() const override;
  /// Reads the field "position". If it is missing, returns the start position, with the number of
  /// checkers per side in the field "checkers" (default: 15). Throws RequestError if both fields
  /// are present.
  Position get_position(Game game) const override;
  /// Returns a message for the user if get_position() has ignored a part of the position's text,
  /// such as the doubling cube of an XGID (ParsedPosition::cube_note); else "".
  const std::string& position_note() const { return position_note_; }

 private:
  std::string read_text(const char* key) const override;
  std::optional<Dice> read_dice() const override;

  // Returns f(). If f() throws InputError, throws RequestError for the field instead. The message
  // stays the same, since it already names the field.
  template <typename F>
  auto rethrow_as_request_error(const char* key, F f) const {
    try {
      return f();
    } catch (const InputError& error) {
      throw RequestError(key, error.what());
    }
  }

  std::optional<JsonObject> object_;   // the parsed request; always set
  std::string id_;                     // the request's id as JSON; "" if there is none
  mutable std::string position_note_;  // result of position_note(); set when the position is read
};

/// Formats an error as the answer to a request: one line {"error", "field"} with the request's id.
/// `field` is the name of the invalid field, if any.
std::string error_json(const std::string& id, std::string_view message,
                       std::string_view field = {});
/// Formats an exception as the answer to a request, with the name of the invalid field if it is a
/// RequestError. If `id` is empty, uses RequestError::id().
std::string error_json(const std::string& id, const std::exception& error);

/// Returns `answer`, a JSON object on one line, with the request's `id` as its first member.
std::string add_id_to_answer(const std::string& id, std::string answer);

}  // namespace gioul
