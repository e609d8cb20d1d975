// Typed tests over every game of the list: TYPED_TEST_SUITE(Suite, AllGameTypes, GameName).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "engine/games/variants.h"

namespace gioul::reference {

template <typename Tuple>
struct TestTypes;
template <typename... Games>
struct TestTypes<std::tuple<Games...>> {
  using type = ::testing::Types<Games...>;
};
using AllGameTypes = TestTypes<AllGames>::type;

/// Tests are called Suite/gul_bara.Name, not Suite/1.Name.
struct GameName {
  template <typename R>
  static std::string GetName(int /*index*/) {
    std::string name(R::kVariant.name);
    std::replace(name.begin(), name.end(), '-', '_');  // '-' means "not" in a test filter
    return name;
  }
};

}  // namespace gioul::reference
