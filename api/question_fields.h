// The fields of a question, each defined once: a row with its name, type, range, default, help and
// the member that it sets. Whatever asks or describes a question goes by these rows: the readers of
// JSON, of options and of Python's arguments, the OpenAPI description, the types for Python and
// TypeScript.
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

enum class FieldType : std::uint8_t {
  kVariant,
  kCheckers,
  kPosition,
  kDice,
  kWhole,
  kEven,  // a whole number of mirrored pairs
  kSeed,  // 0 to 2^64 - 1
  kDecimal,
  kFlag,
  kChoice,  // the value is the index of a choice
  kText,
  kFile,
};

/// A whole number or the index of a choice, a seed, a decimal, a flag, a text; or none.
using FieldValue =
    std::variant<std::monostate, std::int64_t, std::uint64_t, double, bool, std::string>;

struct QuestionField {
  std::string_view name;
  FieldType type;
  std::string help = {};                        // a line for people
  double low = 0.0;                             // of numbers
  double high = 0.0;                            // of numbers; the greatest length of a text
  FieldValue otherwise = {};                    // the default; none: nothing is set
  std::int64_t ServePolicy::* limit = nullptr;  // bounds it too, the default as well
  std::vector<std::string_view> choices = {};
  bool is_required = false;
  bool is_for_json = false;  // alone: not for options and Python's arguments

  std::int64_t most(const ServePolicy& policy) const;
  FieldValue default_value(const ServePolicy& policy) const;
};

QuestionField whole_field(std::string_view name, std::int64_t low, std::int64_t high,
                          std::optional<std::int64_t> otherwise, std::string help,
                          std::int64_t ServePolicy::* limit = nullptr);
QuestionField decimal_field(std::string_view name, double low, double high, double otherwise,
                            std::string help);
QuestionField flag_field(std::string_view name, bool otherwise, std::string help);
QuestionField choice_field(std::string_view name, std::vector<std::string_view> choices,
                           std::size_t otherwise, std::string help);
QuestionField text_field(std::string_view name, std::string help, std::size_t longest = 4096);
QuestionField seed_field(std::string help);
QuestionField trials_field(std::string help);
QuestionField threads_field();
QuestionField file_field(std::string_view name, std::string help);
/// The same for JSON alone.
QuestionField for_json(QuestionField field);
/// The same for one that may not be left out.
QuestionField required(QuestionField field);

/// Returns the field's value or its default. Throws RequestError.
FieldValue read_field(const QuestionField& field, const Fields& fields, const ServePolicy& policy);

/// The value as the type of the member that it is for.
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

/// A field and how to find the member of `Question` that it sets; nothing if the question reads the
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

template <typename Question>
using FieldRows = std::vector<FieldRow<Question>>;

/// The fields that say which position is asked about and its dice, which `Fields` reads itself.
std::vector<QuestionField> decision_fields(std::string dice_help);

template <typename Question>
FieldRows<Question> joined(const std::vector<FieldRows<Question>>& parts) {
  FieldRows<Question> all;
  for (const FieldRows<Question>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

template <typename Question>
FieldRows<Question> with_decision(std::string dice_help, const FieldRows<Question>& more) {
  const std::vector<QuestionField> decision = decision_fields(std::move(dice_help));
  return joined<Question>({{decision.begin(), decision.end()}, more});
}

template <typename Question>
std::vector<QuestionField> fields_of(const FieldRows<Question>& rows) {
  std::vector<QuestionField> fields;
  for (const FieldRow<Question>& row : rows) fields.push_back(row.field);
  return fields;
}

/// Sets all members that have a row. Throws RequestError.
template <typename Question>
void read_fields(const FieldRows<Question>& rows, const Fields& fields, const ServePolicy& policy,
                 Question& question) {
  for (const FieldRow<Question>& row : rows) {
    if (!row.set) continue;
    const FieldValue value = read_field(row.field, fields, policy);
    if (!std::holds_alternative<std::monostate>(value)) row.set(question, value);
  }
}

}  // namespace gioul
