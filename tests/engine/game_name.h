// Names the tests of each game; test names cannot contain hyphens.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace gioul {

inline std::string game_test_name(const ::testing::TestParamInfo<std::string_view>& info) {
  std::string name(info.param);
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace gioul
