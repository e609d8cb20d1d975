// Checks that a text contains given parts; a failure shows the text.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>

namespace gioul {

inline testing::AssertionResult holds(std::string_view text,
                                      std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) {
    if (text.find(part) == std::string_view::npos) {
      return testing::AssertionFailure() << "no '" << part << "' in:\n" << text;
    }
  }
  return testing::AssertionSuccess() << "all in:\n" << text;
}

inline testing::AssertionResult holds(std::string_view text, std::string_view part) {
  return holds(text, {part});
}

}  // namespace gioul
