// Variants of every kind for the notation tests, and checks of parsed text.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/games/variants.h"
#include "engine/text/notation.h"

namespace gioul {

// One variant of each kind. Fevga is without its rules on whole boards (Variant::illegal_reason).
inline constexpr Variant kGioul = Gioul::kVariant;
inline constexpr Variant kGulBara = GulBara::kVariant;
inline constexpr Variant kGulBaraLost = GulBaraLost::kVariant;
inline constexpr Variant kPlakoto = Plakoto::kVariant;
inline constexpr Variant kNoMother = PlakotoNoMother::kVariant;
inline constexpr Variant kFevga = {.name = "fevga", .movement = Movement::kParallel};
inline constexpr Variant kPortes = Portes::kVariant;

inline constexpr std::array kAllVariants = {&kGioul,    &kGulBara, &kGulBaraLost, &kPlakoto,
                                            &kNoMother, &kFevga,   &kPortes};

inline std::string message(const Variant& variant, std::string_view text) {
  try {
    return "read as " + format_position(variant, parse_position(variant, text));
  } catch (const InputError& error) {
    return error.what();
  }
}

/// Expects a rejection with this column whose message contains `reason`.
inline void expect_refused(const Variant& variant, std::string_view text, std::size_t column,
                           std::string_view reason) {
  const std::string what = message(variant, text);
  const std::string start = "column " + std::to_string(column) + ": ";
  EXPECT_TRUE(what.starts_with(start) && what.find(reason) != std::string::npos)
      << variant.name << " '" << text << "'\n  gives   " << what << "\n  and not " << start << "..."
      << reason << "...";
}

inline void expect_round_trip(const Variant& variant, std::string_view text) {
  EXPECT_EQ(message(variant, text), "read as " + std::string(text)) << variant.name;
}

inline bool same_message_everywhere(std::string_view text, std::string_view message_start) {
  for (const Variant* variant : kAllVariants) {
    if (!message(*variant, text).starts_with(message_start)) return false;
  }
  return true;
}

}  // namespace gioul
