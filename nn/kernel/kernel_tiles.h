// Computes later layers with AMX tiles: 16 positions times 64 inputs times 16 units are 16,384
// products in one instruction. Part of kernel_layers.h if GIOUL_KERNEL_TILES is defined. Without
// AMX, arrays emulate the tiles for tests.

#pragma once

#include "nn/kernel/kernel_int_vector.h"

#if defined(GIOUL_KERNEL_TILES)

namespace gioul {
namespace {

static_assert(kInputsPerDword == 4 && kUnitPadding == 64 && kLanes == 16);
constexpr std::size_t kTileRows = 16;              // positions per tile
constexpr std::size_t kTileBlock = 2 * kTileRows;  // positions that are computed together

#if defined(__AMX_INT8__)

// Configures all eight tiles as 16 rows of 64 bytes. Other code on this thread (oneDNN) configures
// tiles itself and expects them to be released.
class TileConfig {
 public:
  TileConfig() {
    alignas(64) std::uint8_t config[64] = {1};  // palette
    for (int tile = 0; tile < 8; ++tile) {
      config[16 + 2 * tile] = 64;  // bytes per row
      config[48 + tile] = static_cast<std::uint8_t>(kTileRows);
    }
    _tile_loadconfig(config);
  }
  ~TileConfig() { _tile_release(); }
  TileConfig(const TileConfig&) = delete;
  TileConfig& operator=(const TileConfig&) = delete;
};

#define GIOUL_TILE_ZERO(tile) _tile_zero(tile)
#define GIOUL_TILE_LOAD(tile, from, stride) _tile_loadd(tile, from, stride)
#define GIOUL_TILE_STORE(tile, to, stride) _tile_stored(tile, to, stride)
#define GIOUL_TILE_MULTIPLY(sums, inputs, weights) _tile_dpbusd(sums, inputs, weights)

#else

// An emulated AMX tile.
struct Tile {
  std::int32_t row[kTileRows][16];
};
// The eight tiles of this thread, emulated, while a TileConfig exists.
struct TileConfig;
thread_local TileConfig* tile_config = nullptr;
struct TileConfig {
  Tile tiles[8] = {};

  TileConfig() { tile_config = this; }
  ~TileConfig() { tile_config = nullptr; }
  TileConfig(const TileConfig&) = delete;
  TileConfig& operator=(const TileConfig&) = delete;
};

// Emulates _tile_loadd: loads 16 rows of 64 bytes, `stride` bytes apart.
inline void load_tile(int tile, const void* from, std::size_t stride) {
  for (std::size_t row = 0; row < kTileRows; ++row) {
    __builtin_memcpy(tile_config->tiles[tile].row[row],
                     static_cast<const char*>(from) + row * stride, 64);
  }
}
// Emulates _tile_stored: stores 16 rows of 64 bytes, `stride` bytes apart.
inline void store_tile(int tile, void* to, std::size_t stride) {
  for (std::size_t row = 0; row < kTileRows; ++row) {
    __builtin_memcpy(static_cast<char*>(to) + row * stride, tile_config->tiles[tile].row[row], 64);
  }
}
// Emulates _tile_dpbusd: adds the products of unsigned input bytes and signed weight bytes.
inline void multiply_tiles(int sums, int inputs, int weights) {
  Tile* const tiles = tile_config->tiles;
  for (std::size_t row = 0; row < kTileRows; ++row) {
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

#define GIOUL_TILE_ZERO(tile) (tile_config->tiles[tile] = {})
#define GIOUL_TILE_LOAD(tile, from, stride) load_tile(tile, from, stride)
#define GIOUL_TILE_STORE(tile, to, stride) store_tile(tile, to, stride)
#define GIOUL_TILE_MULTIPLY(sums, inputs, weights) multiply_tiles(sums, inputs, weights)

#endif

// A product of up to two tiles of positions with up to two tiles (groups) of units: four loads give
// four products.
struct TileProduct {
  const std::uint8_t* inputs;      // inputs of the first position
  std::size_t stride;              // bytes per position
  const int* chunk_indices;        // indices of the blocks of 64 inputs to be multiplied
  int chunk_count;                 // number of these blocks
  bool has_two_position_tiles;     // two tiles of positions, else one; all rows of a tile are read
  const void* weights;             // weights of the first group of units
  std::size_t group_stride_bytes;  // from the weights of the first group to those of the second
  bool has_two_unit_groups;        // both groups of units are computed, else only the first
};

// Computes a TileProduct and writes the sums of both groups of units to `sums`. Sums of missing
// positions are undefined.
inline void multiply_tile_product(const TileProduct& of, Ints (*sums)[kTileBlock]) {
  const auto* const weights = static_cast<const std::uint8_t*>(of.weights);
  const std::uint8_t* const next = weights + of.group_stride_bytes;
  const std::uint8_t* const far = of.inputs + kTileRows * of.stride;
  GIOUL_TILE_ZERO(0);
  GIOUL_TILE_ZERO(1);
  GIOUL_TILE_ZERO(2);
  GIOUL_TILE_ZERO(3);
  for (int k = 0; k < of.chunk_count; ++k) {
    const std::size_t input = static_cast<std::size_t>(of.chunk_indices[k]) * 64;
    GIOUL_TILE_LOAD(4, of.inputs + input, of.stride);
    GIOUL_TILE_LOAD(6, weights + input * kLanes, 64);
    GIOUL_TILE_MULTIPLY(0, 4, 6);
    if (of.has_two_position_tiles) {
      GIOUL_TILE_LOAD(5, far + input, of.stride);
      GIOUL_TILE_MULTIPLY(2, 5, 6);
    }
    if (!of.has_two_unit_groups) continue;
    GIOUL_TILE_LOAD(7, next + input * kLanes, 64);
    GIOUL_TILE_MULTIPLY(1, 4, 7);
    if (of.has_two_position_tiles) GIOUL_TILE_MULTIPLY(3, 5, 7);
  }
  GIOUL_TILE_STORE(0, sums[0], 64);
  if (of.has_two_unit_groups) GIOUL_TILE_STORE(1, sums[1], 64);
  if (!of.has_two_position_tiles) return;
  GIOUL_TILE_STORE(2, sums[0] + kTileRows, 64);
  if (of.has_two_unit_groups) GIOUL_TILE_STORE(3, sums[1] + kTileRows, 64);
}

}  // namespace
}  // namespace gioul

#endif
