// Declares the fields of each request once: name, type, range, default, help and the member that it
// sets. The readers of JSON, options and Python arguments, the OpenAPI description and the types
// for Python and TypeScript are all derived from these tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "api/field_reader.h"
#include "api/player_registry.h"

namespace gioul {

/// The type of the value of a request field.
enum class FieldType : std::uint8_t {
  kVariant,
  kCheckers,
  kPosition,
  kDice,
  kInteger,
  kEvenInteger,  // an even integer: trials come in mirrored pairs
  kSeed,         // 0 to 2^64 - 1
  kDecimal,
  kFlag,
  kChoice,  // the value is the index of a choice
  kText,
  kFile,
};

/// The value of a request field: an integer or the index of a choice, a seed, a decimal number, a
/// flag, a text, or nothing.
using FieldValue =
    std::variant<std::monostate, std::int64_t, std::uint64_t, double, bool, std::string>;

/// Describes one field of a request.
struct RequestField {
  std::string_view name;  // name in JSON, such as "target_error"
  FieldType type;
  std::string help = {};          // one line for users
  double minimum = 0.0;           // minimum of a number
  double maximum = 0.0;           // maximum of a number; maximum length of a text
  FieldValue default_value = {};  // std::monostate: the default is that of the request struct
  /// The member of RequestPolicy that also limits the value, besides `maximum`; null if none does.
  std::int64_t RequestPolicy::* policy_limit_member = nullptr;
  std::vector<std::string_view> choices = {};  // possible values, if the type is kChoice
  bool is_required = false;
  bool is_json_only = false;  // only in JSON requests, not an option or Python argument

  /// Returns the largest value of the field that `policy` allows.
  std::int64_t allowed_maximum(const RequestPolicy& policy) const;
  /// Returns the field's default, or the largest value that `policy` allows if that is less.
  FieldValue allowed_default(const RequestPolicy& policy) const;
};

/// Makes an integer field with values from `low` to `high`.
RequestField integer_field(std::string_view name, std::int64_t low, std::int64_t high,
                           std::optional<std::int64_t> default_value, std::string help,
                           std::int64_t RequestPolicy::* policy_limit_member = nullptr);

/// Makes a field with a decimal number from `low` to `high`.
RequestField decimal_field(std::string_view name, double low, double high, double default_value,
                           std::string help);

/// Makes a boolean field.
RequestField flag_field(std::string_view name, bool default_value, std::string help);

/// Makes a field whose value is one of `choices`, by default the first one.
RequestField choice_field(std::string_view name, std::vector<std::string_view> choices,
                          std::string help);

/// Makes a field whose value is a text of at most `max_length` characters.
RequestField text_field(std::string_view name, std::string help, std::size_t max_length = 4096);

/// Makes the field "seed", the seed of random numbers.
RequestField seed_field(std::string help);
/// Makes the field "trials", the number of rollout trials. Only its help text depends on the
/// request.
RequestField trials_field(std::string help);

/// Makes the field "threads", the number of threads of a request.
RequestField threads_field();

/// Makes a field with a file name.
RequestField file_field(std::string_view name, std::string help);
/// Returns `field`, marked as one that exists only in JSON requests (is_json_only).
RequestField marked_for_json_only(RequestField field);
/// Returns `field`, marked as required (is_required).
RequestField marked_required(RequestField field);

/// Reads the value of `field` from a request; returns its default if it is missing. Throws
/// RequestError if the value is invalid or exceeds `policy`.
FieldValue read_field(const RequestField& field, const FieldReader& fields,
                      const RequestPolicy& policy);

/// Converts the value of a field to the type T of the struct member that it sets.
template <typename T>
T value_as(const FieldValue& value) {
  if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, double>) {
    return std::get<T>(value);
  } else if (const auto* const flag = std::get_if<bool>(&value)) {
    return static_cast<T>(*flag);
  } else if (const auto* const seed = std::get_if<std::uint64_t>(&value)) {
    return static_cast<T>(*seed);
  } else {
    return static_cast<T>(std::get<std::int64_t>(value));
  }
}

/// A field and the function that stores its value in a member of the request struct `Request`. If
/// a field has no such function, the code that reads the request reads this field itself.
template <typename Request>
struct FieldBinding {
  /// Makes a binding without a function: read_fields() skips the field.
  FieldBinding(RequestField described) : field(std::move(described)) {}
  /// Makes a binding that stores the value in `member`, a pointer to a member of `Request`.
  template <typename Member>
  FieldBinding(RequestField described, Member member)
      : field(std::move(described)),
        store_value([member](Request& request, const FieldValue& value) {
          auto& place = std::invoke(member, request);
          using T = std::remove_reference_t<decltype(place)>;
          if constexpr (requires {
                          typename T::value_type;
                          place.has_value();
                        }) {
            place = value_as<typename T::value_type>(value);
          } else {
            place = value_as<T>(value);
          }
        }) {}

  RequestField field;
  std::function<void(Request&, const FieldValue&)> store_value = {};
};

/// The table of the fields of a request, whose parsed form is the struct `Request`.
template <typename Request>
using FieldBindings = std::vector<FieldBinding<Request>>;

/// Returns the fields of a decision: variant, checkers, position, and dice with the help text
/// `dice_help`. read_fields() skips them; FieldReader has its own functions that read them.
std::vector<RequestField> decision_fields(std::string dice_help);

/// Concatenates field tables.
template <typename Request>
FieldBindings<Request> concatenate(const std::vector<FieldBindings<Request>>& parts) {
  FieldBindings<Request> all;
  for (const FieldBindings<Request>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// Returns the field table of a request about a decision: variant, checkers, position and dice,
/// then `more`.
template <typename Request>
FieldBindings<Request> with_decision_fields(std::string dice_help,
                                            const FieldBindings<Request>& more) {
  const std::vector<RequestField> decision = decision_fields(std::move(dice_help));
  return concatenate<Request>({{decision.begin(), decision.end()}, more});
}

/// Returns the fields of a table without the functions that store their values.
template <typename Request>
std::vector<RequestField> collect_fields(const FieldBindings<Request>& rows) {
  std::vector<RequestField> fields;
  for (const FieldBinding<Request>& row : rows) fields.push_back(row.field);
  return fields;
}

/// Reads a request: stores the value of each field in its member of `request`. Skips fields
/// without a function that stores their value. Throws RequestError.
template <typename Request>
void read_fields(const FieldBindings<Request>& rows, const FieldReader& fields,
                 const RequestPolicy& policy, Request& request) {
  for (const FieldBinding<Request>& row : rows) {
    if (!row.store_value) continue;
    const FieldValue value = read_field(row.field, fields, policy);
    if (!std::holds_alternative<std::monostate>(value)) row.store_value(request, value);
  }
}

}  // namespace gioul
