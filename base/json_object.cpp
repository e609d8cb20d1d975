#include "base/json_object.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/format_number.h"
#include "base/parse_number.h"
#include "base/text.h"

namespace gioul {

namespace {

using nlohmann::json;

constexpr std::size_t kMaxDepth = 8;
constexpr std::size_t kMaxObjects = 20'000;

// nlohmann's parser limits no depth and silently keeps the last of two members with the same key.
json parse_strictly(std::string_view text) {
  std::array<std::set<std::string>, kMaxDepth + 1> names;
  std::size_t objects = 0;
  const auto check = [&](int depth, json::parse_event_t event, json& value) {
    const auto level = static_cast<std::size_t>(depth);
    if (level >= kMaxDepth) throw InputError("nested too deeply");
    if (event == json::parse_event_t::object_start) {
      names[level + 1].clear();
      // The parser scans all siblings at the end of each object, so many objects take quadratic
      // time.
      if (++objects > kMaxObjects) throw InputError("too many nested objects");
    }
    if (event == json::parse_event_t::key) {
      const auto& name = value.get_ref<const std::string&>();
      if (!names[level].insert(name).second) {
        throw RepeatedKeyError(printable_key(name));
      }
    }
    return true;
  };
  constexpr const char* kExpected = "expected a JSON object";
  json parsed;
  try {
    parsed = json::parse(text, check);
  } catch (const json::out_of_range&) {
    throw InputError("a number is out of range; expected at most 1.8e308");
  } catch (const json::exception&) {
    throw JsonSyntaxError(kExpected);
  }
  if (!parsed.is_object()) throw InputError(kExpected);
  return parsed;
}

std::string format_range(double low, double high) {
  return "from " + format_general(low) + " to " + format_general(high);
}

bool is_within(const json& value, double low, double high) {
  return value.is_number() && value.get<double>() >= low && value.get<double>() <= high;
}

// Returns the integer if `value` is one in that range.
std::optional<std::int64_t> integer_in_range(const json& value, std::int64_t low,
                                             std::int64_t high) {
  if (!value.is_number_integer()) return std::nullopt;
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > kMax) return std::nullopt;
  const auto number = value.get<std::int64_t>();
  if (number < low || number > high) return std::nullopt;
  return number;
}

}  // namespace

std::string printable_key(std::string_view key) {
  return key.empty() ? "\"\"" : to_printable_line(key.substr(0, 60));
}

struct JsonObject::ParsedObject {
  std::shared_ptr<const json> whole;  // the document that contains `value`
  const json* value;
};

JsonObject::JsonObject(std::string_view text) {
  auto whole = std::make_shared<const json>(parse_strictly(text));
  const json* const value = whole.get();
  parsed_ = std::make_shared<const ParsedObject>(ParsedObject{std::move(whole), value});
}
JsonObject::JsonObject(std::shared_ptr<const ParsedObject> parsed) : parsed_(std::move(parsed)) {}
JsonObject::~JsonObject() = default;
JsonObject::JsonObject(JsonObject&&) noexcept = default;

void JsonObject::throw_unexpected(const char* key, const std::string& expected) const {
  const auto found = parsed_->value->find(key);
  const std::string there =
      found == parsed_->value->end()
          ? "is missing (expected " + expected + ")"
          : "expected " + expected + ", not " +
                to_printable_line(
                    found->dump(-1, ' ', false, json::error_handler_t::replace).substr(0, 60));
  throw InputError(std::string(key) + ": " + there);
}

bool JsonObject::has_value(const char* key) const {
  const auto found = parsed_->value->find(key);
  return found != parsed_->value->end() && !found->is_null();
}

std::int64_t JsonObject::get_integer(const char* key, std::int64_t low, std::int64_t high) const {
  const auto found = parsed_->value->find(key);
  if (found != parsed_->value->end()) {
    if (const auto value = integer_in_range(*found, low, high)) return *value;
  }
  const bool open = high == std::numeric_limits<std::int64_t>::max();
  throw_unexpected(
      key, open ? "a whole number of at least " + std::to_string(low)
                : "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
}

std::uint64_t JsonObject::get_unsigned(const char* key) const {
  const auto found = parsed_->value->find(key);
  if (found != parsed_->value->end() && found->is_number_unsigned()) {
    return found->get<std::uint64_t>();
  }
  throw_unexpected(key, "a whole number from 0 to 18446744073709551615");
}

std::uint64_t JsonObject::get_seed(const char* key) const {
  const auto found = parsed_->value->find(key);
  if (found == parsed_->value->end() || !found->is_string()) return get_unsigned(key);
  const auto number = parse_number<std::uint64_t>(found->get_ref<const std::string&>(), 0,
                                                  std::numeric_limits<std::uint64_t>::max());
  if (number) return *number;
  throw_unexpected(key, "a whole number from 0 to 18446744073709551615");
}

double JsonObject::get_number(const char* key, double low, double high) const {
  const auto found = parsed_->value->find(key);
  if (found != parsed_->value->end() && is_within(*found, low, high)) return found->get<double>();
  throw_unexpected(key, "a number " + format_range(low, high));
}

std::vector<double> JsonObject::get_numbers(const char* key, std::size_t count, double low,
                                            double high) const {
  const auto found = parsed_->value->find(key);
  const auto fits = [&](const json& item) { return item.is_null() || is_within(item, low, high); };
  if (found == parsed_->value->end() || !found->is_array() || found->size() != count ||
      !std::ranges::all_of(*found, fits)) {
    throw_unexpected(key,
                     "a list of " + std::to_string(count) + " numbers " + format_range(low, high));
  }
  std::vector<double> numbers;
  for (const json& item : *found) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    numbers.push_back(item.is_null() ? kNone : item.get<double>());
  }
  return numbers;
}

std::vector<std::string> JsonObject::get_strings(const char* key, std::size_t count) const {
  const auto found = parsed_->value->find(key);
  const auto is_text = [](const json& item) { return item.is_string(); };
  if (found == parsed_->value->end() || !found->is_array() || found->size() != count ||
      !std::ranges::all_of(*found, is_text)) {
    throw_unexpected(key, "a list of " + std::to_string(count) + " texts");
  }
  return found->get<std::vector<std::string>>();
}

std::string JsonObject::get_string(const char* key) const {
  const auto found = parsed_->value->find(key);
  if (found == parsed_->value->end() || !found->is_string()) throw_unexpected(key, "a text");
  return found->get<std::string>();
}

bool JsonObject::get_boolean(const char* key) const {
  const auto found = parsed_->value->find(key);
  if (found == parsed_->value->end() || !found->is_boolean())
    throw_unexpected(key, "true or false");
  return found->get<bool>();
}

std::vector<std::int64_t> JsonObject::get_integers(const char* key, std::size_t count,
                                                   std::int64_t low, std::int64_t high) const {
  const auto found = parsed_->value->find(key);
  const std::string expected = "a list of " + std::to_string(count) + " whole numbers from " +
                               std::to_string(low) + " to " + std::to_string(high);
  if (found == parsed_->value->end() || !found->is_array() || found->size() != count) {
    throw_unexpected(key, expected);
  }
  std::vector<std::int64_t> numbers;
  for (const json& item : *found) {
    const auto number = integer_in_range(item, low, high);
    if (!number) throw_unexpected(key, expected);
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<std::string> JsonObject::keys() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : parsed_->value->items()) names.push_back(name);
  return names;
}

std::string JsonObject::get_scalar_as_json(const char* key) const {
  const auto found = parsed_->value->find(key);
  if (found == parsed_->value->end() || !(found->is_string() || found->is_number_integer())) {
    throw_unexpected(key, "a text or a whole number");
  }
  return found->dump();
}

std::vector<JsonObject> JsonObject::get_objects(const char* key) const {
  const auto found = parsed_->value->find(key);
  if (found == parsed_->value->end() || !found->is_array())
    throw_unexpected(key, "a list of objects");
  std::vector<JsonObject> objects;
  for (const json& item : *found) {
    if (!item.is_object()) throw_unexpected(key, "a list of objects");
    objects.push_back(
        JsonObject(std::make_shared<const ParsedObject>(ParsedObject{parsed_->whole, &item})));
  }
  return objects;
}

void JsonObject::expect_string(const char* key, std::string_view text) const {
  const auto found = parsed_->value->find(key);
  if (found != parsed_->value->end() && found->is_string() &&
      found->get_ref<const std::string&>() == text) {
    return;
  }
  throw_unexpected(key, "\"" + std::string(text) + "\"");
}

}  // namespace gioul
