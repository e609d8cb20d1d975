#include "base/json_object.h"

#include <algorithm>
#include <array>
#include <functional>
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

bool is_integer_within(const json& value, std::int64_t low, std::int64_t high) {
  if (!value.is_number_integer()) return false;
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > kMax) return false;
  const auto number = value.get<std::int64_t>();
  return number >= low && number <= high;
}

// Returns a function that tells whether a value is an array of `count` elements, each of which
// satisfies `fits`.
template <typename Fits>
auto is_list_of(std::size_t count, const Fits& fits) {
  return [=](const json& value) {
    return value.is_array() && value.size() == count && std::ranges::all_of(value, fits);
  };
}

constexpr const char* kUnsignedNumber = "a whole number from 0 to 18446744073709551615";

}  // namespace

std::string printable_key(std::string_view key) {
  return key.empty() ? "\"\"" : to_printable_line(key.substr(0, 60));
}

struct JsonObject::ParsedObject {
  std::shared_ptr<const json> whole;  // the document that contains `value`
  const json* value;

  // Returns the member `key` if it satisfies `fits`. Otherwise throws the InputError "KEY: expected
  // EXPECTED, not ...".
  template <typename Fits>
  const json& require(const char* key, const std::string& expected, const Fits& fits) const {
    const auto found = value->find(key);
    if (found == value->end()) {
      throw InputError(std::string(key) + ": is missing (expected " + expected + ")");
    }
    if (std::invoke(fits, *found)) return *found;
    const std::string there = found->dump(-1, ' ', false, json::error_handler_t::replace);
    throw InputError(std::string(key) + ": expected " + expected + ", not " +
                     to_printable_line(there.substr(0, 60)));
  }
};

JsonObject::JsonObject(std::string_view text) {
  auto whole = std::make_shared<const json>(parse_strictly(text));
  const json* const value = whole.get();
  parsed_ = std::make_shared<const ParsedObject>(ParsedObject{std::move(whole), value});
}
JsonObject::JsonObject(std::shared_ptr<const ParsedObject> parsed) : parsed_(std::move(parsed)) {}

bool JsonObject::has_value(const char* key) const {
  const auto found = parsed_->value->find(key);
  return found != parsed_->value->end() && !found->is_null();
}

std::int64_t JsonObject::get_integer(const char* key, std::int64_t low, std::int64_t high) const {
  const bool open = high == std::numeric_limits<std::int64_t>::max();
  const std::string expected =
      open ? "a whole number of at least " + std::to_string(low)
           : "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  const auto fits = [&](const json& value) { return is_integer_within(value, low, high); };
  return parsed_->require(key, expected, fits).get<std::int64_t>();
}

std::uint64_t JsonObject::get_unsigned(const char* key) const {
  return parsed_->require(key, kUnsignedNumber, &json::is_number_unsigned).get<std::uint64_t>();
}

std::uint64_t JsonObject::get_seed(const char* key) const {
  std::optional<std::uint64_t> number;
  const auto fits = [&](const json& value) {
    if (!value.is_string()) return value.is_number_unsigned();
    number = parse_number<std::uint64_t>(value.get_ref<const std::string&>(), 0,
                                         std::numeric_limits<std::uint64_t>::max());
    return number.has_value();
  };
  const json& member = parsed_->require(key, kUnsignedNumber, fits);
  return number ? *number : member.get<std::uint64_t>();
}

double JsonObject::get_number(const char* key, double low, double high) const {
  const auto fits = [&](const json& value) { return is_within(value, low, high); };
  return parsed_->require(key, "a number " + format_range(low, high), fits).get<double>();
}

std::vector<double> JsonObject::get_numbers(const char* key, std::size_t count, double low,
                                            double high) const {
  const auto fits = [=](const json& item) { return item.is_null() || is_within(item, low, high); };
  const std::string expected =
      "a list of " + std::to_string(count) + " numbers " + format_range(low, high);
  std::vector<double> numbers;
  for (const json& item : parsed_->require(key, expected, is_list_of(count, fits))) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    numbers.push_back(item.is_null() ? kNone : item.get<double>());
  }
  return numbers;
}

std::vector<std::string> JsonObject::get_strings(const char* key, std::size_t count) const {
  const auto fits = is_list_of(count, &json::is_string);
  return parsed_->require(key, "a list of " + std::to_string(count) + " texts", fits)
      .get<std::vector<std::string>>();
}

std::string JsonObject::get_string(const char* key) const {
  return parsed_->require(key, "a text", &json::is_string).get<std::string>();
}

bool JsonObject::get_boolean(const char* key) const {
  return parsed_->require(key, "true or false", &json::is_boolean).get<bool>();
}

std::vector<std::int64_t> JsonObject::get_integers(const char* key, std::size_t count,
                                                   std::int64_t low, std::int64_t high) const {
  const auto fits = [=](const json& item) { return is_integer_within(item, low, high); };
  const std::string expected = "a list of " + std::to_string(count) + " whole numbers from " +
                               std::to_string(low) + " to " + std::to_string(high);
  return parsed_->require(key, expected, is_list_of(count, fits)).get<std::vector<std::int64_t>>();
}

std::vector<std::string> JsonObject::keys() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : parsed_->value->items()) names.push_back(name);
  return names;
}

std::string JsonObject::get_scalar_as_json(const char* key) const {
  const auto fits = [](const json& value) {
    return value.is_string() || value.is_number_integer();
  };
  return parsed_->require(key, "a text or a whole number", fits).dump();
}

std::vector<JsonObject> JsonObject::get_objects(const char* key) const {
  const auto fits = [](const json& value) {
    return value.is_array() && std::ranges::all_of(value, &json::is_object);
  };
  std::vector<JsonObject> objects;
  for (const json& item : parsed_->require(key, "a list of objects", fits)) {
    objects.push_back(
        JsonObject(std::make_shared<const ParsedObject>(ParsedObject{parsed_->whole, &item})));
  }
  return objects;
}

void JsonObject::expect_string(const char* key, std::string_view text) const {
  parsed_->require(key, "\"" + std::string(text) + "\"", [&](const json& value) {
    return value.is_string() && value.get_ref<const std::string&>() == text;
  });
}

}  // namespace gioul
