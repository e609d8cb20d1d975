#include "api/request_fields.h"

#include <algorithm>

#include "engine/position.h"
#include "eval/rollout/rollout.h"

namespace gioul {

std::int64_t RequestField::allowed_maximum(const RequestPolicy& policy) const {
  const auto own = static_cast<std::int64_t>(maximum);
  return policy_limit_member == nullptr ? own : std::min(own, policy.*policy_limit_member);
}

FieldValue RequestField::allowed_default(const RequestPolicy& policy) const {
  const auto* const whole = std::get_if<std::int64_t>(&default_value);
  if (whole == nullptr || type == FieldType::kChoice) return default_value;
  return std::min(*whole, allowed_maximum(policy));
}

RequestField integer_field(std::string_view name, std::int64_t low, std::int64_t high,
                           std::optional<std::int64_t> default_value, std::string help,
                           std::int64_t RequestPolicy::* policy_limit_member) {
  return {.name = name,
          .type = FieldType::kInteger,
          .help = std::move(help),
          .minimum = static_cast<double>(low),
          .maximum = static_cast<double>(high),
          .default_value = default_value ? FieldValue(*default_value) : FieldValue(),
          .policy_limit_member = policy_limit_member};
}

RequestField decimal_field(std::string_view name, double low, double high, double default_value,
                           std::string help) {
  return {.name = name,
          .type = FieldType::kDecimal,
          .help = std::move(help),
          .minimum = low,
          .maximum = high,
          .default_value = default_value};
}

RequestField flag_field(std::string_view name, bool default_value, std::string help) {
  return {.name = name,
          .type = FieldType::kFlag,
          .help = std::move(help),
          .default_value = default_value};
}

RequestField choice_field(std::string_view name, std::vector<std::string_view> choices,
                          std::string help) {
  return {.name = name,
          .type = FieldType::kChoice,
          .help = std::move(help),
          .default_value = std::int64_t{0},
          .choices = std::move(choices)};
}

RequestField text_field(std::string_view name, std::string help, std::size_t max_length) {
  return {.name = name,
          .type = FieldType::kText,
          .help = std::move(help),
          .maximum = static_cast<double>(max_length)};
}

RequestField seed_field(std::string help) {
  return {.name = "seed",
          .type = FieldType::kSeed,
          .help = std::move(help),
          .default_value = std::uint64_t{1}};
}

RequestField trials_field(std::string help) {
  RequestField field =
      integer_field("trials", 4, RequestPolicy{}.max_trials, RolloutOptions{}.max_trials,
                    std::move(help), &RequestPolicy::max_trials);
  field.type = FieldType::kEvenInteger;
  return field;
}

RequestField threads_field() {
  return integer_field("threads", 1, 1024, std::nullopt,
                       "worker threads; does not change results (default: number of cores)",
                       &RequestPolicy::max_threads);
}

RequestField file_field(std::string_view name, std::string help) {
  RequestField field = text_field(name, std::move(help));
  field.type = FieldType::kFile;
  return field;
}

RequestField marked_for_json_only(RequestField field) {
  field.is_json_only = true;
  return field;
}

RequestField marked_required(RequestField field) {
  field.is_required = true;
  return field;
}

std::vector<RequestField> decision_fields(std::string dice_help) {
  return {{.name = "variant",
           .type = FieldType::kVariant,
           .help = "game to play",
           .default_value = "gioul"},
          {.name = "checkers",
           .type = FieldType::kCheckers,
           .help = "checkers per side at the start of the game; instead of a position",
           .minimum = 1,
           .maximum = kMaxCheckers},
          {.name = "position",
           .type = FieldType::kPosition,
           .help = "position text, XGID or GNU Backgammon ID (default: start of the game)"},
          {.name = "dice", .type = FieldType::kDice, .help = std::move(dice_help)}};
}

FieldValue read_field(const RequestField& field, const FieldReader& fields,
                      const RequestPolicy& policy) {
  const char* const name = field.name.data();  // a literal, so it ends with NUL
  if (!fields.has(name)) return field.allowed_default(policy);
  switch (field.type) {
    case FieldType::kInteger:
      return fields.get_integer(name, static_cast<std::int64_t>(field.minimum),
                                field.allowed_maximum(policy));
    case FieldType::kEvenInteger:
      return fields.get_even_integer(name, static_cast<std::int64_t>(field.minimum),
                                     field.allowed_maximum(policy));
    case FieldType::kSeed:
      return fields.get_seed();
    case FieldType::kDecimal:
      return fields.get_decimal(name, field.minimum, field.maximum);
    case FieldType::kFlag:
      return fields.get_flag(name);
    case FieldType::kChoice:
      return fields.get_choice_index(name, field.choices);
    default:
      return fields.get_text(name, static_cast<std::size_t>(field.maximum));
  }
}

}  // namespace gioul
