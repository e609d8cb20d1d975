#include "api/field_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"
#include "eval/play/player.h"

namespace gioul {

namespace {
constexpr std::size_t kMaxIdLength = 200;
}

std::string find_id(std::string_view text) {
  using nlohmann::json;
  std::string id;
  bool is_id = false;  // true if the last key is "id"
  const auto read = [&](int depth, json::parse_event_t event, const json& value) {
    if (depth != 1) return depth == 0;
    if (event == json::parse_event_t::key) is_id = value == "id";
    const bool is_value = event == json::parse_event_t::value && is_id && id.empty();
    if (is_value && (value.is_string() || value.is_number_integer())) id = value.dump();
    return false;  // keeps nothing, so that many values take no more time
  };
  [[maybe_unused]] const json rest = json::parse(text, read, /*allow_exceptions=*/false);
  return id.size() <= kMaxIdLength ? id : std::string();
}

Dice parse_dice_field(std::string_view text) {
  std::string written(text);
  for (const std::string_view separator : {"", ",", " ", ", "}) {
    if (written.size() != separator.size() + 2 || written.substr(1, separator.size()) != separator)
      continue;
    written.replace(1, separator.size(), "-");
    break;
  }
  try {
    return parse_dice(written);
  } catch (const InputError& error) {
    throw InputError("dice: " + std::string(error.what()));
  }
}

std::optional<Dice> validate_decision_dice(const Position& position, std::optional<Dice> rolled) {
  if (!position.is_pending()) {
    if (rolled) return rolled;
    throw RequestError("dice", "dice: the position is to roll; expected two dice, such as 3 and 1");
  }
  if (!rolled) return std::nullopt;
  throw RequestError("dice", std::string("dice: expected none for a position with ") +
                                 (position.is_forfeited != 0 ? "forfeit" : "owed") +
                                 " (it has the number to play)");
}

std::int64_t FieldReader::get_even_integer(const char* key, std::int64_t low,
                                           std::int64_t high) const {
  const std::int64_t value = get_integer(key, low, high);
  if (value % 2 == 0) return value;
  throw RequestError(key, display_name(key) + " " + std::to_string(value) +
                              ": expected an even number (mirrored pairs)");
}

std::string FieldReader::get_text(const char* key, std::size_t max_length) const {
  if (!has(key)) return {};
  std::string value = read_text(key);
  if (value.size() <= max_length) return value;
  throw RequestError(
      key, display_name(key) + ": expected at most " + std::to_string(max_length) + " characters");
}

std::int64_t FieldReader::get_choice_index(const char* key,
                                           std::span<const std::string_view> choices) const {
  const std::string value = get_text(key);
  std::string expected;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (value == choices[i]) return static_cast<std::int64_t>(i);
    expected += (i == 0 ? "" : i + 1 < choices.size() ? ", " : " or ") + std::string(choices[i]);
  }
  throw_invalid_field(
      key, "expected " + expected + did_you_mean(value, {choices.begin(), choices.end()}));
}

std::optional<Dice> combine_rolls(std::optional<Dice> given, std::optional<Dice> held,
                                  const std::string& name) {
  if (given && held && *given != *held) {
    throw RequestError("dice", name + ": expected those of the position, " + format_dice(*held) +
                                   ", got " + format_dice(*given));
  }
  return given ? given : held;
}

std::optional<Dice> FieldReader::get_roll() const {
  const std::optional<Dice> rolled = read_dice();
  if (!has("position")) return rolled;
  const std::optional<Dice> held =
      prefix_errors("position", [&] { return dice_in_position_id(read_text("position")); });
  return combine_rolls(rolled, held, display_name("dice"));
}

void FieldReader::throw_invalid_field(const char* key, const std::string& why) const {
  throw RequestError(key, display_name(key) + quoted_value(key) + ": " + why);
}

JsonFieldReader::JsonFieldReader(std::string_view json) {
  try {
    object_.emplace(json);
  } catch (const RepeatedKeyError& error) {
    throw RequestError(error.key(), error.what(), find_id(json));
  } catch (const InputError& error) {
    throw RequestError({}, error.what(), find_id(json));
  }
  if (!has("id")) return;
  id_ = rethrow_as_request_error("id", [&] { return object_->get_scalar_as_json("id"); });
  if (id_.size() > kMaxIdLength) {
    id_.clear();
    throw RequestError("id", "id: expected at most 200 characters");
  }
}

void JsonFieldReader::check_field_names(std::span<const std::string_view> known) const {
  for (const std::string& name : object_->keys()) {
    if (name == "id" || name == "request" || name == "progress") continue;
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::string field = printable_key(name);
    const std::string suggestion = did_you_mean(name, {known.begin(), known.end()});
    std::string expected = "id";
    for (const std::string_view other : known) expected += ", " + std::string(other);
    throw RequestError(field,
                       field + ": unknown field" +
                           (suggestion.empty() ? " (expected " + expected + ")" : suggestion));
  }
}

std::int64_t JsonFieldReader::get_integer(const char* key, std::int64_t low,
                                          std::int64_t high) const {
  return rethrow_as_request_error(key, [&] { return object_->get_integer(key, low, high); });
}

double JsonFieldReader::get_decimal(const char* key, double low, double high) const {
  return rethrow_as_request_error(key, [&] { return object_->get_number(key, low, high); });
}

bool JsonFieldReader::get_flag(const char* key) const {
  return rethrow_as_request_error(key, [&] { return object_->get_boolean(key); });
}

std::uint64_t JsonFieldReader::get_seed() const {
  return rethrow_as_request_error("seed", [&] { return object_->get_seed("seed"); });
}

std::string JsonFieldReader::read_text(const char* key) const {
  return rethrow_as_request_error(key, [&] { return object_->get_string(key); });
}

std::string JsonFieldReader::get_scalar_as_json(const char* key) const {
  return rethrow_as_request_error(key, [&] { return object_->get_scalar_as_json(key); });
}

Game JsonFieldReader::game() const {
  return prefix_errors("variant",
                       [&] { return find_game(has("variant") ? get_text("variant") : "gioul"); });
}

Position JsonFieldReader::get_position(Game game) const {
  if (has("position")) {
    if (has("checkers")) {
      throw RequestError("checkers", "checkers and position cannot be combined");
    }
    return prefix_errors("position", [&] {
      const ParsedPosition given = parse_any_position(game, get_text("position"));
      position_note_ = given.cube_note;
      return given.position;
    });
  }
  const auto checkers =
      has("checkers") ? static_cast<int>(get_integer("checkers", 1, kMaxCheckers)) : kMaxCheckers;
  return prefix_errors("checkers", [&] { return start_position(game, checkers); });
}

std::optional<Dice> JsonFieldReader::read_dice() const {
  if (!has("dice")) return std::nullopt;
  const auto numbers =
      rethrow_as_request_error("dice", [&] { return object_->get_integers("dice", 2, 1, 6); });
  return make_dice(static_cast<int>(numbers[0]), static_cast<int>(numbers[1]));
}

std::string error_json(const std::string& id, std::string_view message, std::string_view field) {
  nlohmann::ordered_json json = {{"error", to_printable_line(message)}};
  if (!field.empty()) json["field"] = to_printable_line(field);
  return add_id_to_answer(id, json.dump() + "\n");
}

std::string error_json(const std::string& id, const std::exception& error) {
  const auto* const request = dynamic_cast<const RequestError*>(&error);
  const bool is_player = dynamic_cast<const PlayerFailure*>(&error) != nullptr;
  return error_json(id.empty() && request ? request->id() : id, error.what(),
                    request     ? request->field()
                    : is_player ? "player"
                                : "");
}

std::string add_id_to_answer(const std::string& id, std::string answer) {
  if (id.empty()) return answer;
  const bool is_empty = answer.starts_with("{}");
  return "{\"id\":" + id + (is_empty ? "" : ",") + answer.substr(1);
}

}  // namespace gioul
