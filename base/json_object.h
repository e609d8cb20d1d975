// Reads JSON objects strictly: each member must exist, with the right type and in range. If not,
// one InputError names the member and says what was expected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace gioul {

/// Thrown if the text is not valid JSON or is cut off. Callers may ignore it for the last line of a
/// file to which another process still writes.
class JsonSyntaxError : public InputError {
 public:
  using InputError::InputError;
};

/// Thrown if an object has two members with the same key.
class RepeatedKeyError : public InputError {
 public:
  explicit RepeatedKeyError(const std::string& key)
      : InputError(key + " is given twice"), key_(key) {}
  const std::string& key() const { return key_; }

 private:
  std::string key_;  // printable
};

/// Returns a key as messages show it: printable and not too long.
std::string printable_key(std::string_view key);

/// Read-only view of a JSON object. Getters throw InputError ("KEY: expected ..., not ...") if the
/// member is missing, has another type or is out of range.
class JsonObject {
 public:
  /// Parses `text`. Throws JsonSyntaxError for invalid JSON, RepeatedKeyError if an object
  /// repeats a key, and InputError if the text is not an object or is nested too deeply.
  explicit JsonObject(std::string_view text);

  /// Returns true if the object has a member `key` and its value is not null.
  bool has_value(const char* key) const;

  /// Returns an integer from `low` to `high`, inclusive.
  std::int64_t get_integer(const char* key, std::int64_t low = 0,
                           std::int64_t high = std::numeric_limits<std::int64_t>::max()) const;
  /// Returns an integer from 0 to 2^64 - 1.
  std::uint64_t get_unsigned(const char* key) const;
  /// Returns an integer from 0 to 2^64 - 1. It may be written as a string, since many programs
  /// round numbers above 2^53.
  std::uint64_t get_seed(const char* key) const;
  /// Returns a number from `low` to `high`, inclusive.
  double get_number(const char* key, double low, double high) const;
  /// Returns a string.
  std::string get_string(const char* key) const;
  /// Returns true or false.
  bool get_boolean(const char* key) const;
  /// Returns an array of exactly `count` integers from `low` to `high`.
  std::vector<std::int64_t> get_integers(const char* key, std::size_t count, std::int64_t low,
                                         std::int64_t high) const;
  /// Returns an array of objects. The results stay valid after this object is destroyed.
  std::vector<JsonObject> get_objects(const char* key) const;
  /// Returns an array of exactly `count` numbers from `low` to `high`. A null, which stands for NaN
  /// in JSON, becomes NaN.
  std::vector<double> get_numbers(const char* key, std::size_t count, double low,
                                  double high) const;
  /// Returns an array of exactly `count` strings.
  std::vector<std::string> get_strings(const char* key, std::size_t count) const;

  /// Returns the keys of all members.
  std::vector<std::string> keys() const;
  /// Returns the JSON text of a string or an integer: a string in quotes, with escapes.
  std::string get_scalar_as_json(const char* key) const;

  /// Throws InputError unless the member `key` is the string `text`.
  void expect_string(const char* key, std::string_view text) const;

 private:
  struct ParsedObject;  // the parsed object; defined in the .cpp file
  explicit JsonObject(std::shared_ptr<const ParsedObject> parsed);

  std::shared_ptr<const ParsedObject> parsed_;
};

}  // namespace gioul
