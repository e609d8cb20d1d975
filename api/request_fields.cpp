#include "api/request_fields.h"

#include <algorithm>

#include "engine/position.h"
#include "eval/rollout/rollout.h"

namespace gioul {

std::int64_t RequestField::max_value(const RequestPolicy& policy) const {
  const auto own = static_cast<std::int64_t>(high);
  return limit == nullptr ? own : std::min(own, policy.*limit);
}

FieldValue RequestField::default_value(const RequestPolicy& policy) const {
  const auto* const whole = std::get_if<std::int64_t>(&fallback);
  if (whole == nullptr || type == FieldType::kChoice) return fallback;
  return std::min(*whole, max_value(policy));
}

RequestField integer_field(std::string_view name, std::int64_t low, std::int64_t high,
                           std::optional<std::int64_t> fallback, std::string help,
                           std::int64_t RequestPolicy::* limit) {
  return {.name = name,
          .type = FieldType::kInteger,
          .help = std::move(help),
          .low = static_cast<double>(low),
          .high = static_cast<double>(high),
          .fallback = fallback ? FieldValue(*fallback) : FieldValue(),
          .limit = limit};
}

RequestField decimal_field(std::string_view name, double low, double high, double fallback,
                           std::string help) {
  return {.name = name,
          .type = FieldType::kDecimal,
          .help = std::move(help),
          .low = low,
          .high = high,
          .fallback = fallback};
}

RequestField flag_field(std::string_view name, bool fallback, std::string help) {
  return {.name = name, .type = FieldType::kFlag, .help = std::move(help), .fallback = fallback};
}

RequestField choice_field(std::string_view name, std::vector<std::string_view> choices,
                          std::size_t fallback, std::string help) {
  return {.name = name,
          .type = FieldType::kChoice,
          .help = std::move(help),
          .fallback = static_cast<std::int64_t>(fallback),
          .choices = std::move(choices)};
}

RequestField text_field(std::string_view name, std::string help, std::size_t max_length) {
  return {.name = name,
          .type = FieldType::kText,
          .help = std::move(help),
          .high = static_cast<double>(max_length)};
}

RequestField seed_field(std::string help) {
  return {.name = "seed",
          .type = FieldType::kSeed,
          .help = std::move(help),
          .fallback = std::uint64_t{1}};
}

RequestField trials_field(std::string help) {
  RequestField field =
      integer_field("trials", 4, RequestPolicy{}.trials, RolloutOptions{}.max_trials,
                    std::move(help), &RequestPolicy::trials);
  field.type = FieldType::kEven;
  return field;
}

RequestField threads_field() {
  return integer_field("threads", 1, 1024, std::nullopt,
                       "worker threads; does not change results (default: number of cores)",
                       &RequestPolicy::threads);
}

RequestField file_field(std::string_view name, std::string help) {
  RequestField field = text_field(name, std::move(help));
  field.type = FieldType::kFile;
  return field;
}

RequestField for_json(RequestField field) {
  field.is_for_json = true;
  return field;
}

RequestField required(RequestField field) {
  field.is_required = true;
  return field;
}

std::vector<RequestField> decision_fields(std::string dice_help) {
  return {
      {.name = "variant", .type = FieldType::kVariant, .help = "game to play", .fallback = "gioul"},
      {.name = "checkers",
       .type = FieldType::kCheckers,
       .help = "checkers per side at the start of the game; instead of a position",
       .low = 1,
       .high = kMaxCheckers},
      {.name = "position",
       .type = FieldType::kPosition,
       .help = "position text, XGID or GNU Backgammon ID (default: start of the game)"},
      {.name = "dice", .type = FieldType::kDice, .help = std::move(dice_help)}};
}

FieldValue read_field(const RequestField& field, const FieldReader& fields,
                      const RequestPolicy& policy) {
  const char* const name = field.name.data();  // a literal, so it ends with NUL
  if (!fields.has(name)) return field.default_value(policy);
  switch (field.type) {
    case FieldType::kInteger:
      return fields.integer(name, static_cast<std::int64_t>(field.low), field.max_value(policy));
    case FieldType::kEven:
      return fields.even_integer(name, static_cast<std::int64_t>(field.low),
                                 field.max_value(policy));
    case FieldType::kSeed:
      return fields.seed();
    case FieldType::kDecimal:
      return fields.decimal(name, field.low, field.high);
    case FieldType::kFlag:
      return fields.flag(name);
    case FieldType::kChoice:
      return fields.choice(name, field.choices);
    default:
      return fields.text(name, static_cast<std::size_t>(field.high));
  }
}

}  // namespace gioul
