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

/// The type of a field's value.
enum class FieldType : std::uint8_t {
  kVariant,
  kCheckers,
  kPosition,
  kDice,
  kInteger,
  kEven,  // an integer; trials come in mirrored pairs
  kSeed,  // 0 to 2^64 - 1
  kDecimal,
  kFlag,
  kChoice,  // the value is the index of a choice
  kText,
  kFile,
};

/// A field's value: integer or index of a choice, seed, decimal, flag, text, or none.
using FieldValue =
    std::variant<std::monostate, std::int64_t, std::uint64_t, double, bool, std::string>;

/// Describes one field of a request.
struct QuestionField {
  std::string_view name;
  FieldType type;
  std::string help = {};                          // one line for users
  double low = 0.0;                               // of numbers
  double high = 0.0;                              // of numbers; maximum length of a text
  FieldValue fallback = {};                       // the default; none: the member keeps its value
  std::int64_t RequestPolicy::* limit = nullptr;  // an additional maximum, also of the default
  std::vector<std::string_view> choices = {};
  bool is_required = false;
  bool is_for_json = false;  // not available as an option or Python argument

  /// The maximum under `policy`.
  std::int64_t max_value(const RequestPolicy& policy) const;
  /// The default, limited by `policy`.
  FieldValue default_value(const RequestPolicy& policy) const;
};

/// The functions below make a field of one type.
QuestionField integer_field(std::string_view name, std::int64_t low, std::int64_t high,
                            std::optional<std::int64_t> fallback, std::string help,
                            std::int64_t RequestPolicy::* limit = nullptr);
QuestionField decimal_field(std::string_view name, double low, double high, double fallback,
                            std::string help);
QuestionField flag_field(std::string_view name, bool fallback, std::string help);
QuestionField choice_field(std::string_view name, std::vector<std::string_view> choices,
                           std::size_t fallback, std::string help);
QuestionField text_field(std::string_view name, std::string help, std::size_t max_length = 4096);
QuestionField seed_field(std::string help);
/// Make the fields "trials" and "threads", which are the same in all requests.
QuestionField trials_field(std::string help);
QuestionField threads_field();
QuestionField file_field(std::string_view name, std::string help);
/// Restricts a field to JSON.
QuestionField for_json(QuestionField field);
/// Makes a field mandatory.
QuestionField required(QuestionField field);

/// Returns the field's value or its default. Throws RequestError if it is invalid.
FieldValue read_field(const QuestionField& field, const FieldReader& fields,
                      const RequestPolicy& policy);

/// Converts the value to the type of a member.
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

/// A field with the function that sets its member of `Question`. Without one the request reads the
/// field itself.
template <typename Question>
struct FieldRow {
  FieldRow(QuestionField described) : field(std::move(described)) {}
  template <typename Member>
  FieldRow(QuestionField described, Member member)
      : field(std::move(described)), set([member](Question& question, const FieldValue& value) {
          auto& place = std::invoke(member, question);
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

  QuestionField field;
  std::function<void(Question&, const FieldValue&)> set = {};
};

/// The fields of a request type.
template <typename Question>
using FieldRows = std::vector<FieldRow<Question>>;

/// The fields for position and dice, which FieldReader reads itself.
std::vector<QuestionField> decision_fields(std::string dice_help);

/// Concatenates field tables.
template <typename Question>
FieldRows<Question> concatenate(const std::vector<FieldRows<Question>>& parts) {
  FieldRows<Question> all;
  for (const FieldRows<Question>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// Puts the fields for position and dice before `more`.
template <typename Question>
FieldRows<Question> with_decision(std::string dice_help, const FieldRows<Question>& more) {
  const std::vector<QuestionField> decision = decision_fields(std::move(dice_help));
  return concatenate<Question>({{decision.begin(), decision.end()}, more});
}

/// Returns the descriptions without the setters.
template <typename Question>
std::vector<QuestionField> collect_fields(const FieldRows<Question>& rows) {
  std::vector<QuestionField> fields;
  for (const FieldRow<Question>& row : rows) fields.push_back(row.field);
  return fields;
}

/// Reads all fields that have a setter into `question`. Throws RequestError.
template <typename Question>
void read_fields(const FieldRows<Question>& rows, const FieldReader& fields,
                 const RequestPolicy& policy, Question& question) {
  for (const FieldRow<Question>& row : rows) {
    if (!row.set) continue;
    const FieldValue value = read_field(row.field, fields, policy);
    if (!std::holds_alternative<std::monostate>(value)) row.set(question, value);
  }
}

}  // namespace gioul
