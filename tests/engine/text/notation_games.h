// Variants of every kind for the notation tests, and checks of parsed text.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/games/gioul.h"
#include "engine/text/notation.h"

namespace gioul {

// One variant of each kind, defined here since text depends only on the Variant.
inline constexpr Axes kGioul = Gioul::kAxes;
inline constexpr Axes kGulBara = {.name = "gul-bara",
                                  .movement = Movement::kParallel,
                                  .doublets = Doublets::kChain,
                                  .plain_rolls = 3};
inline constexpr Axes kGulBaraLost = {.name = "gul-bara-lost",
                                      .movement = Movement::kParallel,
                                      .doublets = Doublets::kChain,
                                      .unfinished = Unfinished::kLost,
                                      .plain_rolls = 3};
inline constexpr Axes kPlakoto = {
    .name = "plakoto", .contact = Contact::kPin, .mother = Mother::kPinWins};
inline constexpr Axes kNoMother = {
    .name = "plakoto-no-mother", .contact = Contact::kPin, .mother = Mother::kBothPinnedTie};
inline constexpr Axes kFevga = {.name = "fevga", .movement = Movement::kParallel};
inline constexpr Axes kPortes = {.name = "portes",
                                 .contact = Contact::kHit,
                                 .start = "24:2,13:5,8:3,6:5",
                                 .fewer_checkers = false};

inline constexpr std::array kAllAxes = {&kGioul,    &kGulBara, &kGulBaraLost, &kPlakoto,
                                        &kNoMother, &kFevga,   &kPortes};

inline std::string message(const Axes& axes, std::string_view text) {
  try {
    return "read as " + format_position(axes, parse_position(axes, text));
  } catch (const InputError& error) {
    return error.what();
  }
}

/// Expects a rejection with this column whose message contains `reason`.
inline void expect_refused(const Axes& axes, std::string_view text, std::size_t column,
                           std::string_view reason) {
  const std::string what = message(axes, text);
  const std::string start = "column " + std::to_string(column) + ": ";
  EXPECT_TRUE(what.starts_with(start) && what.find(reason) != std::string::npos)
      << axes.name << " '" << text << "'\n  gives   " << what << "\n  and not " << start << "..."
      << reason << "...";
}

inline void expect_round_trip(const Axes& axes, std::string_view text) {
  EXPECT_EQ(message(axes, text), "read as " + std::string(text)) << axes.name;
}

inline bool same_message_everywhere(std::string_view text, std::string_view message_start) {
  for (const Axes* axes : kAllAxes) {
    if (!message(*axes, text).starts_with(message_start)) return false;
  }
  return true;
}

}  // namespace gioul
