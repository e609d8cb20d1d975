// What another program asks, as a JSON object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nn/net/json_object.h"
#include "selfplay/serve/fields.h"

namespace gioul {

/// Throws RequestError wherever a field is not what is asked for.
class RequestFields : public Fields {
 public:
  explicit RequestFields(std::string_view json);

  /// What answers give back, as JSON; empty if the request has none.
  const std::string& id() const { return id_; }

  /// Throws for a field that is not among `known`, separated by blanks; each may have "id",
  /// "request" (its own name) and "progress" (whether it wants to hear of it).
  void check_names(std::string_view known) const;

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
