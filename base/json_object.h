// How all headers and lines of JSON are read: each member must be there, of its kind and in its
// range, or one message says which is not and what would be right.
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

/// A text is no JSON at all, or not whole: of the last line of a file that is being written, that
/// is no fault.
class NotJson : public InputError {
 public:
  using InputError::InputError;
};

/// Throws InputError, "KEY: expected ..., not ...", wherever a member is not what is asked for.
class JsonObject {
 public:
  /// Throws NotJson for what is none, and InputError if it is no object, has one of its names twice
  /// or nests deeper than any of our files.
  explicit JsonObject(std::string_view text);
  ~JsonObject();
  JsonObject(JsonObject&&) noexcept;

  /// Whether it is there, and not null.
  bool has(const char* key) const;

  std::int64_t whole(const char* key, std::int64_t low = 0,
                     std::int64_t high = std::numeric_limits<std::int64_t>::max()) const;
  /// From 0 to 2^64 - 1.
  std::uint64_t unsigned_whole(const char* key) const;
  double number(const char* key, double low, double high) const;
  std::string text(const char* key) const;
  bool boolean(const char* key) const;
  /// A list of just `count` whole numbers.
  std::vector<std::int64_t> wholes(const char* key, std::size_t count, std::int64_t low,
                                   std::int64_t high) const;
  /// A list of objects, which are parts of this one and keep it alive.
  std::vector<JsonObject> objects(const char* key) const;
  /// A list of so many numbers. null, which is how JSON has what is not finite, is not a number.
  std::vector<double> numbers(const char* key, std::size_t count, double low, double high) const;
  /// A list of so many texts.
  std::vector<std::string> texts(const char* key, std::size_t count) const;

  /// All names that are there.
  std::vector<std::string> names() const;
  /// A text or a whole number, as JSON.
  std::string scalar(const char* key) const;

  /// Throws unless the text under `key` is this one.
  void expect(const char* key, std::string_view text) const;

 private:
  struct Node;
  explicit JsonObject(std::shared_ptr<const Node> node);
  [[noreturn]] void refuse(const char* key, const std::string& expected) const;

  std::shared_ptr<const Node> node_;
};

}  // namespace gioul
