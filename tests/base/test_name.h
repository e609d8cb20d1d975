// Names the tests of a suite after its strings; test names cannot contain hyphens.
#pragma once

#include <algorithm>
#include <string>

namespace gioul {

inline constexpr auto kTestName = [](const auto& test) {
  std::string name(test.param);
  std::ranges::replace(name, '-', '_');
  return name;
};

}  // namespace gioul
