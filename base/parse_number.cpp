#include "base/parse_number.h"

#include <limits>

#include "base/error.h"
#include "base/text.h"

namespace gioul {

std::int64_t parse_integer_or_throw(const std::string& value_name, std::string_view text,
                                    std::int64_t low, std::int64_t high) {
  if (const auto value = parse_number(text, low, high)) return *value;
  const bool is_open = high == std::numeric_limits<std::int64_t>::max();
  throw InputError(value_name + " " + quote(text) + ": expected a whole number " +
                   (is_open ? "of at least " + std::to_string(low)
                            : "from " + std::to_string(low) + " to " + std::to_string(high)));
}

std::uint64_t parse_seed_or_throw(const std::string& value_name, std::string_view text) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  if (const auto value = parse_number<std::uint64_t>(text, 0, kMax)) return *value;
  throw InputError(value_name + " " + quote(text) + ": expected a whole number from 0 to " +
                   std::to_string(kMax));
}

}  // namespace gioul
