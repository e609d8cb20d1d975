#include "selfplay/serve/fields.h"

namespace gioul {

Dice decision_dice(const Position& position, std::optional<Dice> rolled) {
  if (!position.is_pending()) {
    if (rolled) return *rolled;
    throw RequestError("dice",
                       "dice: the position is to roll: two dice are needed, such as 3 and 1");
  }
  if (!rolled) return kNoDice;
  throw RequestError("dice", std::string("dice: expected none for a position with ") +
                                 (position.forfeited != 0 ? "forfeit" : "owed") +
                                 ", which gives the number to play");
}

std::int64_t Fields::even(const char* key, std::int64_t low, std::int64_t high,
                          std::int64_t otherwise) const {
  const std::int64_t value = whole(key, low, high, otherwise);
  if (value % 2 == 0) return value;
  throw RequestError(key, called(key) + " " + std::to_string(value) +
                              ": expected an even number, because " + key +
                              " come in mirrored pairs");
}

std::string Fields::text(const char* key, const std::string& otherwise, std::size_t longest) const {
  if (!has(key)) return otherwise;
  std::string value = read_text(key);
  if (value.size() <= longest) return value;
  throw RequestError(key,
                     called(key) + ": expected at most " + std::to_string(longest) + " characters");
}

void Fields::refuse(const char* key, const std::string& why) const {
  throw RequestError(key, called(key) + quoted(key) + ": " + why);
}

}  // namespace gioul
