#include "nn/infer/quantize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "engine/games/variants.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "nn/encode/encoder.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"

namespace gioul {
namespace {

constexpr int kHiddenUnits = 64;

// Fifteen checkers per side, anywhere or on few places, with chains and pins if the game has them.
Position scattered(const Variant& variant, CounterRng& rng) {
  Position p{};
  for (Side* side : {&p.own, &p.opp}) {
    const int farthest = variant.contact == ContactRule::kHit ? kBar : kStartPoint;
    const auto places = 1 + rng.uniform_below(static_cast<std::uint64_t>(farthest));
    for (int checker = 0; checker < kMaxCheckers; ++checker) {
      const int place = 1 + static_cast<int>(rng.uniform_below(places));
      side->set_count(place, side->count(place) + 1);
    }
  }
  if (variant.contact == ContactRule::kPin && rng.uniform_below(2) != 0) {
    p.own_pinned = p.own.occupied() & static_cast<PlaceSet>(rng.next());
    p.opp_pinned = p.opp.occupied() & static_cast<PlaceSet>(rng.next());
  }
  if (variant.doublets == DoubletRule::kChain)
    p.owed_moves = static_cast<std::uint8_t>(rng.uniform_below(25));
  return p;
}

std::vector<Position> positions_of(Game game) {
  std::vector<Position> positions = sample_positions(game, kMaxCheckers, 2, 200);
  CounterRng rng(6, 0, RngStream::kShuffle);
  for (int i = 0; i < 400; ++i) positions.push_back(scattered(game, rng));
  return positions;
}

// A first layer whose unit u is at its maximum or minimum at a certain position: inputs that are
// set there have the weight `sign`, others 0 or, in odd units, the opposite. Units 0 and 1 weigh
// all inputs.
DenseLayer most_of_each(const Encoder& encoder, const std::vector<Position>& positions,
                        float sign) {
  const auto inputs = static_cast<std::size_t>(encoder.input_count());
  DenseLayer layer;
  layer.input_count = encoder.input_count();
  layer.output_count = kHiddenUnits;
  layer.weight.assign(kHiddenUnits * inputs, 0.0f);
  layer.bias.assign(kHiddenUnits, sign);
  for (std::size_t unit = 0; unit < kHiddenUnits; ++unit) {
    const std::vector<float> there =
        encoder.encode_dense(positions[unit * positions.size() / kHiddenUnits]);
    for (std::size_t i = 0; i < inputs; ++i) {
      const bool is_set = unit < 2 || there[i] != 0.0f;
      layer.weight[unit * inputs + i] = is_set ? sign : unit % 2 == 0 ? 0.0f : -sign;
    }
  }
  return layer;
}

// Adds an arbitrary output layer.
Net net_of(std::string_view game, DenseLayer layer) {
  const auto weights = static_cast<std::size_t>(layer.output_count) * kOutcomeCount;
  DenseLayer output{.input_count = layer.output_count,
                    .output_count = static_cast<int>(kOutcomeCount),
                    .weight = std::vector<float>(weights, 1.0f),
                    .bias = std::vector<float>(kOutcomeCount)};
  return {.game = std::string(game),
          .encoder_version = 0,
          .checkers_per_side = kMaxCheckers,
          .layers = {std::move(layer), std::move(output)},
          .provenance = {},
          .activation_ranges = {}};
}

// A unit's sum for a position, even beyond 16 bits.
int unit_of(const QuantizedWeights& net, std::span<const std::uint32_t> rows, std::size_t unit) {
  int sum = net.first_layer_bias[unit];
  for (const std::uint32_t row : rows)
    sum += net.first_layer_rows[static_cast<std::size_t>(row) * kHiddenUnits + unit];
  return sum;
}

// A net so large that each parallel loop has several parts.
QuantizedWeights wide_net(std::string_view game, const Encoder& encoder, const ParallelFor& loop) {
  const Net net = make_random_net(std::string(game), encoder.input_count(), {160, 40, 30}, 3);
  return quantize_net(net, encoder, collect_activation_stats(net, encoder), 4, loop);
}

TEST(QuantizedWeights, DoNotDependOnHowThePartsAreComputed) {
  const ParallelFor backwards = [](int count, const std::function<void(int)>& f) {
    while (count-- > 0) f(count);
  };
  for (const std::string_view name : game_names()) {
    const Encoder encoder(find_game(name));
    const QuantizedWeights alone = wide_net(name, encoder, serial_for);
    for (const ParallelFor& loop : {ParallelFor(backwards), make_parallel_for(4)}) {
      const QuantizedWeights net = wide_net(name, encoder, loop);
      EXPECT_TRUE(net.first_layer_scales == alone.first_layer_scales) << name;
      EXPECT_TRUE(net.first_layer_rows == alone.first_layer_rows) << name;
    }
  }
}

TEST(QuantizedWeights, UnitsOfAnyPositionFitIn16Bits) {
  using Limits = std::numeric_limits<std::int16_t>;
  for (const std::string_view name : game_names()) {
    const Game game = find_game(name);
    const Encoder encoder(game);
    const std::vector<Position> positions = positions_of(game);
    std::vector<std::vector<std::uint32_t>> rows;
    for (const Position& position : positions) {
      std::uint32_t numbers[kMaxActiveRows + kRowSlack];
      rows.emplace_back(numbers, available_kernels().back().collect_active_rows(
                                     encoder.feature_rules(), position, 1, numbers));
    }
    for (const float sign : {1.0f, -1.0f}) {
      const QuantizedWeights net =
          quantize_net(net_of(name, most_of_each(encoder, positions, sign)), encoder, {}, 2);
      int largest = 0;
      for (std::size_t i = 0; i < positions.size(); ++i) {
        for (std::size_t unit = 0; unit < kHiddenUnits; ++unit) {
          const int value = unit_of(net, rows[i], unit);
          ASSERT_GE(value, Limits::min()) << format_position(game, positions[i]);
          ASSERT_LE(value, Limits::max()) << format_position(game, positions[i]);
          largest = std::max({largest, value, -value});
        }
      }
      // The bound is tight enough that few bits are wasted.
      EXPECT_GT(largest, Limits::max() / 4) << name;
    }
  }
}

}  // namespace
}  // namespace gioul
