// What a config chooses from: inside the program an enumeration, in files and messages its names.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>

namespace gioul {

/// What a position learns: the next decision's value and the game's result mixed by TD(lambda), or
/// the mean over all rolls of the best reply's value, corrected by what TD(lambda) sees later on.
enum class Targets : std::uint8_t { kTd, kLookahead };

/// Who plays the games: the newest net, the best one so far, or the one that the run begins with.
enum class GateMode : std::uint8_t { kNone, kSprt, kFrozen };

/// The device that trains the net.
enum class Device : std::uint8_t { kCpu, kCuda };

template <typename Enum>
struct Named {
  std::string_view name;
  Enum value;
};
template <typename Enum>
Named(std::string_view, Enum) -> Named<Enum>;  // clang 14 makes none by itself

inline constexpr std::array kTargetsNames = {Named{"td", Targets::kTd},
                                             Named{"lookahead", Targets::kLookahead}};
inline constexpr std::array kGateModeNames = {Named{"off", GateMode::kNone},
                                              Named{"sprt", GateMode::kSprt},
                                              Named{"frozen", GateMode::kFrozen}};
inline constexpr std::array kDeviceNames = {Named{"cpu", Device::kCpu},
                                            Named{"cuda", Device::kCuda}};

/// The name of `value`, which must have one.
template <typename Enum>
std::string_view name_of(Enum value, std::span<const Named<Enum>> names) {
  for (const Named<Enum>& named : names) {
    if (named.value == value) return named.name;
  }
  assert(false);
  return {};
}

inline std::string_view name_of(Device device) {
  return name_of(device, std::span<const Named<Device>>(kDeviceNames));
}

}  // namespace gioul
