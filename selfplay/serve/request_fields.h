// What another program asks, as a JSON object: each field is read strictly, and whoever got one
// wrong is told which.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/dice.h"
#include "engine/games/game.h"
#include "nn/net/json_object.h"

namespace gioul {

/// A request that can't be answered. Its message begins with the field, if it is about one.
class RequestError : public InputError {
 public:
  RequestError(std::string field, const std::string& message)
      : InputError(message), field_(std::move(field)) {}
  /// Empty if it is about the request as a whole.
  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

/// Throws RequestError wherever a field is not what is asked for.
class RequestFields {
 public:
  explicit RequestFields(std::string_view json);

  /// What answers give back, as JSON; empty if the request has none.
  const std::string& id() const { return id_; }

  /// Throws for a field that is not among `known`, separated by blanks; each may have "id",
  /// "request" (its own name) and "progress" (whether it wants to hear of it).
  void check_names(std::string_view known) const;

  bool has(const char* key) const { return object_->has(key); }

  std::int64_t whole(const char* key, std::int64_t low, std::int64_t high,
                     std::int64_t otherwise) const;
  /// The same for trials, which come in pairs.
  std::int64_t even(const char* key, std::int64_t low, std::int64_t high,
                    std::int64_t otherwise) const;
  double decimal(const char* key, double low, double high, double otherwise) const;
  std::uint64_t seed() const;
  std::string text(const char* key, const std::string& otherwise = {},
                   std::size_t longest = 4096) const;
  bool flag(const char* key, bool otherwise) const;
  /// A text or a whole number as JSON, as ids are; it must be there.
  std::string scalar(const char* key) const;

  /// "variant", "position" (else the start with "checkers") and "dice": a list of two numbers.
  Game game() const;
  Position position(Game game) const;
  std::optional<Dice> dice() const;
  /// The dice of a decision there, which are needed just where the position is to roll.
  Dice dice_for(const Position& position) const;

  /// What f() returns; what is wrong in there is wrong with that field.
  template <typename F>
  auto named(const char* key, F f) const {
    try {
      return f();
    } catch (const RequestError&) {
      throw;
    } catch (const InputError& error) {
      throw RequestError(key, std::string(key) + ": " + error.what());
    }
  }

 private:
  // The same for messages that name the field already.
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

/// An answer with the request's id as its first member.
std::string with_id(const std::string& id, std::string answer);

}  // namespace gioul
