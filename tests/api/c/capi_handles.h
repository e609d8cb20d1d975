// Test helpers: owning wrappers of libgioul's handles, and its calls as functions that expect
// success.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/c/gioul.h"
#include "engine/outcome.h"

namespace gioul {

/// Deleter that calls the destroy function of the handle's type.
struct Destroy {
  void operator()(gioul_net* net) const { gioul_net_destroy(net); }
  void operator()(gioul_position* position) const { gioul_position_destroy(position); }
  void operator()(gioul_afterstates* list) const { gioul_afterstates_destroy(list); }
};
using NetHandle = std::unique_ptr<gioul_net, Destroy>;
using PositionHandle = std::unique_ptr<gioul_position, Destroy>;
using ListHandle = std::unique_ptr<gioul_afterstates, Destroy>;

/// Loads a net from a file.
inline NetHandle net_of(const std::string& file) {
  gioul_net* net = nullptr;
  EXPECT_EQ(gioul_net_create(file.c_str(), &net), GIOUL_OK) << gioul_last_error();
  return NetHandle(net);
}

/// Parses a position.
inline PositionHandle position_of(std::string_view game, const std::string& text) {
  gioul_position* position = nullptr;
  EXPECT_EQ(gioul_position_create(std::string(game).c_str(), text.c_str(), &position), GIOUL_OK)
      << gioul_last_error();
  return PositionHandle(position);
}

/// Returns the start position with 15 checkers per side.
inline PositionHandle start_of(std::string_view game) {
  gioul_position* position = nullptr;
  EXPECT_EQ(gioul_position_create_start(std::string(game).c_str(), 15, &position), GIOUL_OK);
  return PositionHandle(position);
}

/// Lists the legal plays of a roll.
inline ListHandle list_of(const gioul_position* position, int die1, int die2) {
  gioul_afterstates* list = nullptr;
  EXPECT_EQ(gioul_afterstates_create(position, die1, die2, &list), GIOUL_OK) << gioul_last_error();
  return ListHandle(list);
}

/// Returns the equity of each afterstate.
inline std::vector<float> equities_of(const gioul_net* net, const gioul_afterstates* list) {
  std::vector<float> equities(gioul_afterstates_count(list));
  EXPECT_EQ(gioul_evaluate_afterstates(net, list, equities.data()), GIOUL_OK);
  return equities;
}

/// Evaluates a position.
inline Distribution value_of(const gioul_net* net, gioul_position* position) {
  Distribution value{};
  EXPECT_EQ(gioul_evaluate(net, &position, 1, value.data()), GIOUL_OK) << gioul_last_error();
  return value;
}

}  // namespace gioul
