// What is asked, name by name: members of JSON, options of a command, arguments of a function. A
// question reads its fields here, so that every way in has the same defaults, ranges and errors.
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

/// A question that can't be answered. Its message begins with the field, if it is about one.
class RequestError : public InputError {
 public:
  RequestError(std::string field, const std::string& message)
      : InputError(message), field_(std::move(field)) {}
  /// Empty if it is about the request as a whole.
  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

/// The names of all games, for help and messages: "gioul, gul-bara, ...".
std::string known_variants();

/// Dice as text, "a-b". Throws InputError.
Dice dice_of(std::string_view text);

/// The dice of a decision at `position`: `rolled` where it is to roll, none where the number to
/// play is pending. Throws RequestError for any other.
Dice decision_dice(const Position& position, std::optional<Dice> rolled);

/// A way in says how it reads one value. Throws InputError wherever a field is not what is asked
/// for.
class Fields {
 public:
  Fields() = default;
  Fields(Fields&&) = default;
  virtual ~Fields() = default;

  virtual bool has(const char* key) const = 0;
  /// The field as people write it.
  virtual std::string called(const char* key) const { return key; }

  // What a field says that is there.
  std::int64_t whole(const char* key, std::int64_t low, std::int64_t high) const {
    return read_whole(key, low, high);
  }
  /// The same for trials, which come in pairs.
  std::int64_t even(const char* key, std::int64_t low, std::int64_t high) const;
  double decimal(const char* key, double low, double high) const {
    return read_decimal(key, low, high);
  }
  bool flag(const char* key) const { return read_flag(key); }
  /// Empty if it isn't there.
  std::string text(const char* key, std::size_t longest = 4096) const;
  /// The index of the choice.
  std::int64_t choice(const char* key, std::span<const std::string_view> choices) const;
  std::uint64_t seed() const { return read_seed(); }

  virtual Game game() const = 0;
  /// Without a field the start of the game.
  virtual Position position(Game game) const = 0;
  Dice dice_for(const Position& position) const { return decision_dice(position, dice()); }

  /// `why` is what is wrong with its value.
  [[noreturn]] void refuse(const char* key, const std::string& why) const;

  /// What f() returns; what is wrong in there is wrong with that field.
  template <typename F>
  auto named(const char* key, F f) const {
    try {
      return f();
    } catch (const RequestError&) {
      throw;
    } catch (const InputError& error) {
      throw RequestError(key, called(key) + ": " + error.what());
    }
  }

 private:
  // Of a field that is there.
  virtual std::int64_t read_whole(const char* key, std::int64_t low, std::int64_t high) const = 0;
  virtual double read_decimal(const char* key, double low, double high) const = 0;
  virtual bool read_flag(const char* key) const = 0;
  virtual std::string read_text(const char* key) const = 0;
  virtual std::uint64_t read_seed() const = 0;
  virtual std::optional<Dice> dice() const = 0;
  // How messages give a wrong value: " 'half'", or nothing.
  virtual std::string quoted(const char* /*key*/) const { return {}; }
};

/// Throws RequestError wherever a field is not what is asked for.
class RequestFields : public Fields {
 public:
  explicit RequestFields(std::string_view json);

  /// What answers give back, as JSON; empty if the request has none.
  const std::string& id() const { return id_; }

  /// Throws for a field that is not among `known`; each request may have "id", "request" (its own
  /// name) and "progress" (whether it wants to hear of it).
  void check_names(std::span<const std::string_view> known) const;

  bool has(const char* key) const override { return object_->has(key); }

  /// A text or a whole number as JSON, as ids are; it must be there.
  std::string scalar(const char* key) const;

  /// "variant", and "position" or else the start with "checkers".
  Game game() const override;
  Position position(Game game) const override;

 private:
  std::int64_t read_whole(const char* key, std::int64_t low, std::int64_t high) const override;
  double read_decimal(const char* key, double low, double high) const override;
  bool read_flag(const char* key) const override;
  std::string read_text(const char* key) const override;
  std::uint64_t read_seed() const override;
  std::optional<Dice> dice() const override;

  // What f() returns; messages name the field already.
  template <typename F>
  auto told(const char* key, F f) const {
    try {
      return f();
    } catch (const InputError& error) {
      throw RequestError(key, error.what());
    }
  }

  std::optional<JsonObject> object_;
  std::string id_;
};

/// {"error", "field"} with the request's id, a line.
std::string error_json(const std::string& id, std::string_view message,
                       std::string_view field = {});
/// The same of what was thrown, which knows its field.
std::string error_json(const std::string& id, const std::exception& error);

/// An answer with the request's id as its first member.
std::string with_id(const std::string& id, std::string answer);

}  // namespace gioul
