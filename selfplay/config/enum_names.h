// Enumerations of the training config, each with the names that config files and messages use.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>

namespace gioul {

/// The training target of a position. kTd: TD(lambda), a mix of the next decision's value and the
/// game's result. kLookahead: the mean over all rolls of the best reply's value, plus a TD(lambda)
/// correction.
enum class Targets : std::uint8_t { kTd, kLookahead };

/// The net that plays the training games: the newest, the best so far (by SPRT) or the initial one.
enum class GateMode : std::uint8_t { kNone, kSprt, kFrozen };

/// The device that trains the net.
enum class Device : std::uint8_t { kCpu, kCuda };

/// An enumerator with its name.
template <typename Enum>
struct Named {
  std::string_view name;
  Enum value;
};
template <typename Enum>
Named(std::string_view, Enum) -> Named<Enum>;  // clang 14 does not deduce it by itself

inline constexpr std::array kTargetsNames = {Named{"td", Targets::kTd},
                                             Named{"lookahead", Targets::kLookahead}};
inline constexpr std::array kGateModeNames = {Named{"off", GateMode::kNone},
                                              Named{"sprt", GateMode::kSprt},
                                              Named{"frozen", GateMode::kFrozen}};
inline constexpr std::array kDeviceNames = {Named{"cpu", Device::kCpu},
                                            Named{"cuda", Device::kCuda}};

/// Returns the name of `value`, which must be in `names`.
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
