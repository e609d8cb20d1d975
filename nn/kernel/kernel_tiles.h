// A later layer by the tiles of AMX: 16 positions times 64 inputs, and 64 inputs times 16 units,
// are 16,384 products in one instruction. Included by kernel_net.h, under the rules of
// kernel_text.h, where GIOUL_KERNEL_TILES is defined; without AMX the tiles are arrays, so that
// tests see what would be done with them.

#pragma once

#include "nn/kernel/kernel_integers.h"

#if defined(GIOUL_KERNEL_TILES)

namespace gioul {
namespace {

static_assert(kDwordInputs == 4 && kPaddedUnits == 64 && kLanes == 16);
constexpr int kTileRows = 16;

#if defined(__AMX_INT8__)

// All eight tiles as 16 rows of 64 bytes. Others on this thread (oneDNN) set tiles as they need
// them, and want none set when they come.
class TileSetting {
 public:
  TileSetting() {
    alignas(64) std::uint8_t setting[64] = {1};  // palette
    for (int tile = 0; tile < 8; ++tile) {
      setting[16 + 2 * tile] = 64;  // bytes a row
      setting[48 + tile] = kTileRows;
    }
    _tile_loadconfig(setting);
  }
  ~TileSetting() { _tile_release(); }
  TileSetting(const TileSetting&) = delete;
  TileSetting& operator=(const TileSetting&) = delete;
};

#define GIOUL_TILE_ZERO(tile) _tile_zero(tile)
#define GIOUL_TILE_LOAD(tile, from, stride) _tile_loadd(tile, from, stride)
#define GIOUL_TILE_STORE(tile, to, stride) _tile_stored(tile, to, stride)
#define GIOUL_TILE_MULTIPLY(sums, inputs, weights) _tile_dpbusd(sums, inputs, weights)

#else

struct Tile {
  std::int32_t row[kTileRows][16];
};
struct TileSetting;
thread_local TileSetting* tile_setting = nullptr;
struct TileSetting {
  Tile tiles[8] = {};

  TileSetting() { tile_setting = this; }
  ~TileSetting() { tile_setting = nullptr; }
  TileSetting(const TileSetting&) = delete;
  TileSetting& operator=(const TileSetting&) = delete;
};

inline void load_tile(int tile, const void* from, std::size_t stride) {
  for (int row = 0; row < kTileRows; ++row) {
    __builtin_memcpy(tile_setting->tiles[tile].row[row],
                     static_cast<const char*>(from) + static_cast<std::size_t>(row) * stride, 64);
  }
}
inline void store_tile(int tile, void* to, std::size_t stride) {
  for (int row = 0; row < kTileRows; ++row) {
    __builtin_memcpy(static_cast<char*>(to) + static_cast<std::size_t>(row) * stride,
                     tile_setting->tiles[tile].row[row], 64);
  }
}
inline void multiply_tiles(int sums, int inputs, int weights) {
  Tile* const tiles = tile_setting->tiles;
  for (int row = 0; row < kTileRows; ++row) {
    for (int dword = 0; dword < 16; ++dword) {
      for (int unit = 0; unit < 16; ++unit) {
        for (int byte = 0; byte < 32; byte += 8) {
          const std::int32_t input = tiles[inputs].row[row][dword] >> byte & 255;
          const std::int32_t weight = tiles[weights].row[dword][unit] << (24 - byte) >> 24;
          tiles[sums].row[row][unit] += input * weight;
        }
      }
    }
  }
}

#define GIOUL_TILE_ZERO(tile) (tile_setting->tiles[tile] = {})
#define GIOUL_TILE_LOAD(tile, from, stride) load_tile(tile, from, stride)
#define GIOUL_TILE_STORE(tile, to, stride) store_tile(tile, to, stride)
#define GIOUL_TILE_MULTIPLY(sums, inputs, weights) multiply_tiles(sums, inputs, weights)

#endif

// Calls leave(position, group, sums). Two tiles of positions and two of units at a time: four loads
// serve four products. Positions beyond `count`, up to kKernelBlock, are read and mean nothing.
template <typename Leave>
void pass_by_tiles(const KernelLayer& layer, const void* all_weights, const std::uint8_t* inputs,
                   std::size_t stride, std::size_t count, const Leave& leave) {
  static_assert(kKernelBlock == 2 * kTileRows);
  constexpr int kTileBytes = kTileRows * 64;
  alignas(64) std::int32_t sums[4][kTileRows][kLanes];
  const int steps = layer.inputs / 64;
  const int groups = layer.outputs / kLanes;
  const bool two = count > kTileRows;
  const std::uint8_t* const far = inputs + kTileRows * stride;
  for (int group = 0; group < groups; group += 2) {
    const bool pair = group + 1 < groups;
    const auto* const weights =
        static_cast<const std::uint8_t*>(all_weights) +
        static_cast<std::size_t>(group) * static_cast<std::size_t>(steps) * kTileBytes;
    const std::uint8_t* const next = weights + static_cast<std::size_t>(steps) * kTileBytes;
    GIOUL_TILE_ZERO(0);
    GIOUL_TILE_ZERO(1);
    GIOUL_TILE_ZERO(2);
    GIOUL_TILE_ZERO(3);
    for (int step = 0; step < steps; ++step) {
      GIOUL_TILE_LOAD(4, inputs + step * 64, stride);
      GIOUL_TILE_LOAD(6, weights + step * kTileBytes, 64);
      GIOUL_TILE_MULTIPLY(0, 4, 6);
      if (two) {
        GIOUL_TILE_LOAD(5, far + step * 64, stride);
        GIOUL_TILE_MULTIPLY(2, 5, 6);
      }
      if (!pair) continue;
      GIOUL_TILE_LOAD(7, next + step * kTileBytes, 64);
      GIOUL_TILE_MULTIPLY(1, 4, 7);
      if (two) GIOUL_TILE_MULTIPLY(3, 5, 7);
    }
    GIOUL_TILE_STORE(0, sums[0], 64);
    GIOUL_TILE_STORE(1, sums[1], 64);
    GIOUL_TILE_STORE(2, sums[2], 64);
    GIOUL_TILE_STORE(3, sums[3], 64);
    for (std::size_t position = 0; position < count; ++position) {
      const std::size_t half = position / kTileRows * 2;
      leave(position, group, load(sums[half][position % kTileRows]));
      if (pair) leave(position, group + 1, load(sums[half + 1][position % kTileRows]));
    }
  }
}

}  // namespace
}  // namespace gioul

#endif
