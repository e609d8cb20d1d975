#include "nn/infer/locality_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/games/game.h"
#include "engine/games/sample_positions.h"

namespace gioul {
namespace {

TEST(LocalityOrder, ContainsEachIndexOnce) {
  const Game game = find_game("gioul");
  const std::vector<Position> positions = sample_positions(game, kMaxCheckers, 2, 200);
  LocalityOrder order;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, positions.size()}) {
    const auto found = order.sorted_indices({positions.data(), size});
    std::vector<std::size_t> sorted(found.begin(), found.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::size_t> all(size);
    std::iota(all.begin(), all.end(), std::size_t{0});
    EXPECT_EQ(sorted, all);
  }
}

TEST(LocalityOrder, GroupsPositionsThatShareASide) {
  const Game game = find_game("gioul");
  const std::vector<Position> distinct = sample_positions(game, kMaxCheckers, 2, 200);
  std::vector<Position> positions;
  for (int copy = 0; copy < 4; ++copy) {
    positions.insert(positions.end(), distinct.begin(), distinct.end());
  }
  LocalityOrder order;
  const auto found = order.sorted_indices(positions);
  std::size_t alike = 0;
  for (std::size_t i = 1; i < found.size(); ++i) {
    const Position& a = positions[found[i - 1]];
    const Position& b = positions[found[i]];
    alike += a.own.occupied() == b.own.occupied() || a.opp.occupied() == b.opp.occupied() ? 1 : 0;
  }
  EXPECT_GT(alike, found.size() / 2);
}

}  // namespace
}  // namespace gioul
