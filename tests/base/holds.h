// Searches texts: holds() checks that parts occur and shows the text if not; count_of() counts one.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
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

/// Returns how often `part` occurs in `text`.
inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; ++at) ++count;
  return count;
}

}  // namespace gioul
